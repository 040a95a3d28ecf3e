"""The games of all players, to watch: running and finished ones."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from games.models import Game
from games.reading.chosen import find_choice, list_choices
from games.views.lists import list_games


def watch(request: HttpRequest) -> HttpResponse:
    """Public games, also for their players: running ones, or with `?over` finished ones; with `?only=` some of them, as
    higher apps choose them for whoever is logged in."""
    over, chosen = "over" in request.GET, find_choice(request.GET, reader=request.user)
    games = Game.objects.ended() if over else Game.objects.active()
    if chosen is not None and isinstance(request.user, User):
        games = chosen.choose(games, request.user)
    found = list_games(games, asked=request.GET, viewer=None, seen_by=request.user.pk, over=over)
    choices = list_choices() if request.user.is_authenticated else ()
    return render(request, "games/watch.html", {"over": over, "games": found, "choices": choices, "chosen": chosen})
