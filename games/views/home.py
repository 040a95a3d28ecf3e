"""The front page: for a player, what waits; for a visitor, what this place is."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import F, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from core.prepared import PreparedQuery
from games.engine import registry
from games.models import Challenge, Game, Seat
from games.views import drawn, entries
from games.views.challenges import pending_of

SHOWN = 50
RECENT = 10
WATCHED = 4
"""Running games that a visitor is shown."""
OFFERED = 5
"""Open challenges that a visitor is shown."""
NEAREST_FIRST = (F("game__deadline_at").asc(nulls_last=True), "game_id")
PLAYERS = Seat.objects.select_related("user").only("game", "side", "bank", "user__username").order_by("side")
SEATS = Prefetch("seats", PLAYERS)


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games with both players at hand, in two queries whatever their number."""
    return games.prefetch_related(SEATS)


def home(request: HttpRequest) -> HttpResponse:
    return _home_of_player(request) if request.user.is_authenticated else _landing(request)


def _home_of_player(request: HttpRequest) -> HttpResponse:
    """The front page of a player. It is asked for more than any other page, so each query here counts."""
    context = {
        **list_active(request.user.pk),
        "recent": entries.list_against(find_recent(request.user.pk)),
        **pending_of(request.user),
    }
    if not (context["waiting"] or context["others"] or context["recent"]):
        context |= {"is_new": True, **show_around(request.user.pk)}
    return render(request, "games/home.html", context)


def active_against(user_id: int) -> QuerySet[Seat]:
    return entries.seats_against(user_id).filter(game__ended_at=None)


@PreparedQuery
def find_active(user_id: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Prepared, for every home page asks it."""
    return entries.columns_of(active_against(user_id))[: 2 * SHOWN]


@PreparedQuery
def find_recent(user_id: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Prepared, for every home page asks it."""
    over = entries.seats_against(user_id).filter(game__ended_at__isnull=False)
    return entries.columns_of(over.order_by("-game__ended_at"))[:RECENT]


def list_active(user_id: int) -> dict[str, Any]:
    """The games that wait for the player and those that wait for others, the first of each, and how many there are."""
    found = entries.list_against(find_active(user_id))
    if len(found) < 2 * SHOWN:
        found.sort(key=entries.nearest_first)
        waiting, others = ([entry for entry in found if entry.waits is waits] for waits in (True, False))
        counts = len(waiting), len(others)
    else:  # there may be more: each list by itself
        seats = active_against(user_id).order_by(*NEAREST_FIRST)
        mine, theirs = seats.exclude(side=F("game__side_to_move")), seats.filter(side=F("game__side_to_move"))
        waiting, others = (entries.list_against(entries.columns_of(each)[:SHOWN]) for each in (mine, theirs))
        counts = mine.count(), theirs.count()
    return {
        "waiting": waiting[:SHOWN],
        "waiting_count": counts[0],
        "others": others[:SHOWN],
        "others_count": counts[1],
    }


def _landing(request: HttpRequest) -> HttpResponse:
    return render(request, "games/landing.html", show_around())


def show_around(user_id: int | None = None) -> dict[str, Any]:
    """What there is to try, to take and to watch for who has no game yet, in three queries however much there is.

    Challenges of the user's own are left out.
    """
    public = Game.objects.filter(private=False)
    running = with_seats(public.active().order_by("-turn_started_at"))[:WATCHED]
    offered = Challenge.objects.listed(timezone.now()).exclude(challenger=user_id).select_related("challenger")
    return {
        "rulesets": [(ruleset, drawn.draw_small(ruleset)) for ruleset in registry.all_rulesets()],
        "open": offered.order_by("-pk")[:OFFERED],
        "running": [(game, drawn.draw_small(game.ruleset, game.position_text)) for game in running],
    }


@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirects to the game that waits for the player with the nearest deadline; home if none does."""
    return redirect(Game.objects.waiting_for(request.user).first() or "home")
