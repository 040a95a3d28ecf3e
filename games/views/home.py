"""The front page: for a player, what waits; for a visitor, what this place is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.models import Challenge, Game, Seat
from games.views.challenges import pending_of

SHOWN = 50
RECENT = 10
PLAYERS = Seat.objects.select_related("user").only("game", "side", "bank", "user__username").order_by("side")
SEATS = Prefetch("seats", PLAYERS)


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with both players at hand, in two queries whatever their number."""
    return games.prefetch_related(SEATS)


def home(request: HttpRequest) -> HttpResponse:
    return _home_of_player(request) if request.user.is_authenticated else _landing(request)


def _home_of_player(request: HttpRequest) -> HttpResponse:
    """Every query here is one more for the page that is asked for most: the players of all lists come in one."""
    mine, user = Game.objects.defer("position_text", "opening"), request.user
    waiting, waiting_count = list_and_count(mine.waiting_for(user))
    others, others_count = list_and_count(mine.waiting_for_others(user))
    recent = list(mine.of(user).ended().order_by("-ended_at")[:RECENT])
    prefetch_related_objects([*waiting, *others, *recent], SEATS)
    context = {
        "waiting": waiting,
        "waiting_count": waiting_count,
        "others": others,
        "others_count": others_count,
        "recent": recent,
        **pending_of(user),
    }
    return render(request, "games/home.html", context)


def list_and_count(games: QuerySet[Game]) -> tuple[list[Game], int]:
    """The first of them, and how many there are, which is asked only where not all are shown."""
    found = list(games[: SHOWN + 1])
    return found[:SHOWN], len(found) if len(found) <= SHOWN else games.count()


def _landing(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    public = Game.objects.filter(private=False)
    playing = list(with_seats(public.active().order_by("-turn_started_at"))[:5])
    context = {
        "shown": playing[0] if playing else None,
        "open": Challenge.objects.listed(now).select_related("challenger").order_by("-pk")[:5],
        "playing": playing,
        "recent": with_seats(public.ended().order_by("-ended_at"))[:5],
    }
    return render(request, "games/landing.html", context)


@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """On to the game that waits for the player with the nearest deadline; home if none does."""
    return redirect(Game.objects.waiting_for(request.user).first() or "home")
