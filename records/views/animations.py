"""A game as an animation, drawn by a worker: who asks first gets a page that waits, or the last position."""

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
        return wait(request, game, wanted)
    animating.note_viewed(animation)
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


def wait(request: HttpRequest, game: Game, wanted: animating.Wanted) -> HttpResponse:
    """A page that asks again, for people; for others the last position. A page that embeds it never asks again and is
    told that this is a picture; others read from the status that there will be another."""
    headers = {"Retry-After": str(AGAIN), "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "cross-origin"}
    headers["Vary"] = "Accept"
    accepted = request.headers.get("Accept", "")
    if "text/html" in accepted:
        response = render(request, "records/animation_waits.html", {"game_id": game.pk}, status=202)
        response["Refresh"] = str(AGAIN)  # without a script
    else:
        status = 200 if "image/" in accepted else 202
        response = HttpResponse(animating.draw_last(game, wanted), status=status, content_type="image/gif")
    for name, value in headers.items():
        response[name] = value
    return response
