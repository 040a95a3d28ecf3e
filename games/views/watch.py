"""The games of all players, to watch: running and finished ones."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Game
from games.views.lists import list_games


def watch(request: HttpRequest) -> HttpResponse:
    """Public games, also for their players: running ones, or with `?over` finished ones."""
    over = "over" in request.GET
    games = Game.objects.ended() if over else Game.objects.active()
    found = list_games(games, asked=request.GET, viewer=None, seen_by=request.user.pk, over=over)
    return render(request, "games/watch.html", {"over": over, "games": found})
