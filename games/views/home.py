"""The front page: for a player, what waits; for a visitor, what this place is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import F, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.models import Challenge, Game, Seat
from games.views.challenges import pending_of

SHOWN = 50
RECENT = 10


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with both players at hand, in two queries whatever their number."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("side")))


def home(request: HttpRequest) -> HttpResponse:
    return _home_of_player(request) if request.user.is_authenticated else _landing(request)


def _home_of_player(request: HttpRequest) -> HttpResponse:
    mine = Game.objects.of(request.user)
    waiting = Game.objects.waiting_for(request.user)
    others = (
        mine.active()
        .exclude(pk__in=waiting.order_by().values("pk"))
        .order_by(F("deadline_at").asc(nulls_last=True), "pk")
    )
    context = {
        "waiting": with_seats(waiting)[:SHOWN],
        "waiting_count": waiting.count(),
        "others": with_seats(others)[:SHOWN],
        "others_count": others.count(),
        "recent": with_seats(mine.ended().order_by("-ended_at"))[:RECENT],
        **pending_of(request.user),
    }
    return render(request, "games/home.html", context)


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
