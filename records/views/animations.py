"""A game as an animation, drawn by a worker: who asks first waits, with a page that shows it or with a 202."""

from __future__ import annotations

import base64

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.limiting.origin import hash_networks
from core.refusal import Refusal
from games import access
from games.models import Game
from games.pictures import asked
from records import animating
from records.models import Animation
from records.views.pictures import DAY, SHORT, refuse

AGAIN = 3
"""Seconds after which a client should ask again."""


@require_safe
def game_gif(request: HttpRequest, pk: int) -> HttpResponse:
    """Of a public game. Raises Http404 for a private one, whoever asks."""
    game = access.get_game(AnonymousUser(), pk)
    try:
        wanted = animating.read_wanted(game, request.GET)
        animation = animating.ask(game, wanted, origin=hash_networks(request))
    except Refusal as refusal:
        return refuse(str(refusal)) if refusal.status == 422 else asked.refuse(refusal)
    if animation.made_at is None:
        return wait(request, game)
    tag = f'"{animation.key[:16]}"'
    headers = {
        "ETag": tag,
        "Cache-Control": f"public, max-age={DAY if game.is_over else SHORT}",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if tag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    content = Animation.objects.values_list("content", flat=True).get(pk=animation.key)
    return HttpResponse(base64.b64decode(content), content_type="image/gif", headers=headers)


def wait(request: HttpRequest, game: Game) -> HttpResponse:
    """A page that asks again, for people; for others a status that says so."""
    headers = {"Retry-After": str(AGAIN), "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "cross-origin"}
    if "text/html" in request.headers.get("Accept", ""):
        response = render(request, "records/animation_waits.html", {"game_id": game.pk}, status=202)
        response["Refresh"] = str(AGAIN)  # without a script
    else:
        response = HttpResponse("", status=202, content_type="text/plain")
    for name, value in headers.items():
        response[name] = value
    return response
