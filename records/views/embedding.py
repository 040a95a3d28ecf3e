"""A public game in a frame on another site, and what such a site asks to find it (oEmbed).

A frame sees no session (`mastery_site/serving/sessionless.py`), works without a script, and nothing in it does anything
but show: its one link to the site opens a window of its own.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.models.user import Theme
from core.numbers import read_number
from games import access, telling
from games.models import Game
from games.reading.seats import read_seats
from games.reading.turns import Played, find_turns
from games.words.page import GAME_OF
from records.frames import Seen, list_steps, make_frame
from records.views.pictures import DAY, SHORT, refuse
from records.views.replaying import answer_frames
from records.words import watching as words

WIDTH, HEIGHT = 480, 640
"""Pixels of a frame, unless a site asks for another width."""
WIDEST = 900
POLICY = build_policy(replace={"frame-ancestors": ["*"], "form-action": ["'none'"]})


def find_public(pk: int) -> Game:
    """Raises Http404 for a private game, whoever asks."""
    return access.get_game(AnonymousUser(), pk)


@require_safe
@xframe_options_exempt
def embed_game(request: HttpRequest, pk: int, ply: int | None = None) -> HttpResponse:
    """The board after `ply` turns, by default after the last; the turns, and a replay. Raises Http404."""
    game = find_public(pk)
    shown = game.ply if ply is None else ply
    if shown > game.ply:
        raise Http404
    response = render(request, "records/embed.html", describe(request, game, shown=shown))
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = f"public, max-age={DAY if game.is_over else SHORT}"
    return response


def read_theme(request: HttpRequest) -> str:
    """`light` or `dark` where the page around the frame asks for it; else it is that of the device."""
    theme = request.GET.get("theme", "")
    return theme if theme in (Theme.LIGHT, Theme.DARK) else ""


def describe(request: HttpRequest, game: Game, *, shown: int) -> dict[str, Any]:
    flipped, seats, theme = "flip" in request.GET, read_seats(game), read_theme(request)
    themed = {"theme": theme} if theme else {}
    seen = Seen(flipped, True, None)
    step = list_steps(game, shown)[0]
    sides = (0, 1) if flipped else (1, 0)
    turns = [Played._make(each) for each in find_turns(game.pk, 1, game.ply)]
    return {
        "game": game,
        "title": GAME_OF(ruleset=game.ruleset.name, names=seats.names),
        "frame": make_frame(game.ruleset, step, seen=seen, last=game.ply),
        "players": [(seats[side].user.shown_name, game.ruleset.sides[side]) for side in sides],
        "turns": [(turn.ply, turn.text, turn.side) for turn in turns],
        "shown": shown,
        "previous": shown - 1,
        "next": shown + 1,
        "query": urlencode(({"flip": 1} if flipped else {}) | themed),
        "turned": urlencode(({} if flipped else {"flip": 1}) | themed),
        "theme": theme,
        "flipped": flipped,
        "result": telling.tell_result(game.ruleset, winner=game.winner, termination=game.termination)
        if game.is_over
        else "",
    }


@require_safe
def embed_frames(request: HttpRequest, pk: int) -> HttpResponse:
    """What the script of a frame puts in place, as a visitor sees it. Raises Http404."""
    game = find_public(pk)
    response = answer_frames(request, game, reader_id=None)
    response.headers["Cache-Control"] = f"public, max-age={DAY if game.is_over else SHORT}"
    return response


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """How a link to a public game, or to a turn of it, is shown: by `?url=`, `?maxwidth=` and `?maxheight=`, in pixels.

    404 for what cannot be shown, 501 for another form than JSON, as https://oembed.com asks.
    """
    if request.GET.get("format", "json") != "json":
        return HttpResponse(f"{words.ONLY_JSON()}\n", status=501, content_type="text/plain; charset=utf-8")
    sizes = [read_number(request.GET[name]) if name in request.GET else 0 for name in ("maxwidth", "maxheight")]
    if None in sizes:
        return refuse(str(words.BAD_WIDTH()))
    found = find_linked(request.GET.get("url", "")[:500])
    if found is None:
        raise Http404
    game, ply = found
    most_wide, most_high = (size or 0 for size in sizes)
    width = min(most_wide or WIDTH, WIDEST)
    height = min(most_high or 10**6, round(width * HEIGHT / WIDTH))
    address = reverse("embed_game", args=[game.pk]) if ply is None else reverse("embed_game_at", args=[game.pk, ply])
    title = str(GAME_OF(ruleset=game.ruleset.name, names=read_seats(game).names))
    picture = reverse("game_picture_at", args=[game.pk, game.ply if ply is None else ply])
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": settings.SITE_NAME,
        "provider_url": settings.SITE_URL,
        "cache_age": DAY if game.is_over else SHORT,
        "thumbnail_url": f"{settings.SITE_URL}{picture}",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
        "width": width,
        "height": height,
        "html": write_frame(f"{settings.SITE_URL}{address}", title=title, width=width, height=height),
    }
    response = JsonResponse(answer)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cache-Control"] = f"public, max-age={SHORT}"
    return response


def write_frame(address: str, *, title: str, width: int, height: int) -> str:
    return format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" style="border:0;max-width:100%"></iframe>',
        address,
        title,
        width,
        height,
    )


def find_linked(url: str) -> tuple[Game, int | None] | None:
    """The public game of an address of this site, and the turn that it names."""
    try:
        parts = urlsplit(url)
        match = resolve(parts.path) if f"{parts.scheme}://{parts.netloc}" == settings.SITE_URL else None
    except (Resolver404, ValueError):
        return None
    if match is None:
        return None
    if match.url_name not in ("game", "game_at", "embed_game", "embed_game_at"):
        return None
    game, ply = find_public(match.kwargs["pk"]), match.kwargs.get("ply")
    return None if ply is not None and ply > game.ply else (game, ply)
