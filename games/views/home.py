"""The front page: for a player, what waits for them; for a visitor, what this site is."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from core.prepared import PreparedQuery
from engine import card
from games import guests
from games.models import Game, Place
from games.models.queue import MARGIN
from games.reading import listed
from games.reading.narrowing import narrow
from games.reading.offered import PROPOSED, plays_people
from games.reading.ratings import may_see_ratings
from games.reading.rows import PAGE, sort_by_itself
from games.telling.cards import introduce_games
from games.views import entries
from games.views.asking import is_plain
from games.views.challenge_rows import make_proposed_rows
from games.views.challenges import pending_of
from games.views.lists import SORTS_OVER, list_games, list_running, make_list

RECENT = 10
LATEST = SORTS_OVER["last"][1]
MANY = 4
"""From this many running games on a player can sort and filter them."""
WATCHED = 4
"""How many running games a visitor sees."""
OFFERED = 5
"""How many open challenges a visitor sees."""


def home(request: HttpRequest) -> HttpResponse:
    return _home_of_player(request) if request.user.is_authenticated else _landing(request)


def _home_of_player(request: HttpRequest) -> HttpResponse:
    """The front page of a player. No page is asked for more often, so each query here counts."""
    lists = (is_plain(request.GET) and list_usual(request)) or list_asked(request)
    context = {**lists, **pending_of(request.user)}
    context["has_many"] = not is_plain(request.GET) or lists["waiting_count"] + lists["others_count"] >= MANY
    context["rulesets"] = card.list_introduced()
    if is_plain(request.GET) and not (lists["waiting"] or lists["others"] or lists["recent"]):
        context |= {"is_new": True, **show_around(request.user)}
    elif not lists.get("plays_people", True):
        context["proposed"] = make_proposed_rows(request.user, now=timezone.now(), most=PROPOSED)
    return render(request, "games/home.html", context)


@PreparedQuery
def find_active(user_id: int, now: datetime, latest: datetime) -> QuerySet[Game, tuple[Any, ...]]:
    """Prepared, since every home page asks it."""
    active = listed.with_players(Game.objects.of(user_id).active())
    return listed.columns_of(active, reader=user_id, now=now, latest=latest)[: 2 * PAGE]


@PreparedQuery
def find_recent(user_id: int) -> QuerySet[Game, tuple[Any, ...]]:
    """Prepared, since every home page asks it."""
    keys = Game.objects.of(user_id).ended().order_by(*sort_by_itself(LATEST)).values("pk")[:RECENT]
    latest = Game.objects.filter(pk__in=keys).order_by(*LATEST)  # of no other game more is read
    return listed.columns_of(listed.with_players(latest), reader=user_id)


def list_usual(request: HttpRequest) -> dict[str, Any]:
    """The player's lists in their usual order, in two queries; empty if there may be more running games than fit."""
    user, asked, now = request.user, request.GET, timezone.now()
    active = entries.read_listed(partial(find_active, user.pk, now, now + MARGIN), reader=user.pk)
    found = entries.make_rows(active, player=user.pk, reader=user.pk)
    if len(found) == 2 * PAGE:
        return {}
    found.sort(key=entries.nearest_first)
    waiting, others = ([row for row in found if row.entry.waits is waits] for waits in (True, False))
    latest = entries.read_listed(partial(find_recent, user.pk), reader=user.pk)
    recent = entries.make_rows(latest, player=user.pk, reader=user.pk, ratings=may_see_ratings(user))
    return {
        "waiting": make_list(waiting, asked=asked, player=user),
        "waiting_count": sum(row.queued.place != Place.SNOOZED for row in waiting),
        "others": make_list(others, asked=asked, player=user, page="page_others"),
        "others_count": len(others),
        "recent": make_list(recent, asked=asked, player=user, over=True, size=RECENT),
        "plays_people": plays_people(active, user_id=user.pk),
    }


def list_asked(request: HttpRequest) -> dict[str, Any]:
    """The player's lists as the address asks for them, and how many games there are, in five queries."""
    user, asked, now = request.user, request.GET, timezone.now()
    lately = asked.copy()
    lately.pop("sort", None)
    mine, theirs = Game.objects.waiting_for(user), Game.objects.waiting_for_others(user)
    awake = Game.objects.in_queue(user.pk, now=now, latest=now + MARGIN).order_by()
    return {
        "waiting": list_games(mine, asked=asked, viewer=user, player=user),
        "waiting_count": narrow(awake, asked=asked, player=user).count(),
        "others": list_games(theirs, asked=asked, viewer=user, player=user, page="page_others"),
        "others_count": narrow(theirs, asked=asked, player=user).count(),
        "recent": list_games(
            Game.objects.of(user).ended(), asked=lately, viewer=user, player=user, over=True, page="", size=RECENT
        ),
    }


def _landing(request: HttpRequest) -> HttpResponse:
    mine = guests.list_running(request)
    return render(request, "games/landing.html", {**show_around(request.user), "mine": mine})


def show_around(reader: Any) -> dict[str, Any]:
    """Games to try, open challenges and games to watch, for somebody without games; three queries however much
    there is, and one more for a player if any of the challenges asks for games on time.

    The user's own challenges are left out.
    """
    return {
        "games": introduce_games(),
        "open": make_proposed_rows(reader, now=timezone.now(), most=OFFERED),
        "running": list_running(asked=QueryDict(), seen_by=reader.pk, size=WATCHED),
    }
