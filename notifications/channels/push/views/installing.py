"""What lets a browser install the site and show its messages: the service worker, the manifest and the icons."""

from functools import cache
from pathlib import Path

import resvg_py
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

SIZES = (180, 192, 512)
"""Sizes in pixels: the one that an iPhone shows, and the two that all other systems ask for."""
PAPER, ACCENT = "#f6f3ec", "#1d5c57"
WORKER = Path(__file__).resolve().parent.parent / "service_worker.js"
DAY = 24 * 3600


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serves the service worker at the root, so that it may open any page of the site. Caches never keep it, so that
    fixes arrive."""
    response = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": reverse("icon", args=[size]), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    described = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME[:12],
        "description": "Abstract board games by correspondence.",
        "id": "/",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": icons,
    }
    response = JsonResponse(described, content_type="application/manifest+json")
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response


@require_safe
def icon(request: HttpRequest, size: int) -> HttpResponse:
    if size not in SIZES:
        raise Http404
    response = HttpResponse(draw_icon(size), content_type="image/png")
    response["Cache-Control"] = f"public, max-age={DAY}"
    return response


@cache
def draw_icon(size: int) -> bytes:
    """Draws the logo on a full square with a margin, since systems cut icons into shapes of their own."""
    mark = Path(finders.find("img/icon.svg") or "").read_text()
    inner = mark[mark.index(">") + 1 : mark.rindex("</svg>")]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 36 36"><rect x="-2" y="-2" width="36" height="36" '
        f'fill="{ACCENT}"/>{inner}</svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))
