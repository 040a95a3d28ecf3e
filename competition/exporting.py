"""What competition stores about a person, for the copy of their own data and for closing their account.

Games from standing challenges and ladder games belong to the opponents, too, and stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from competition.models import LadderGame, LadderMember, StandingChallenge, StandingGame
from competition.standing import keeping
from games import telling
from games.models import Challenge

LIMITS = ("rating_within", "rating_from", "rating_to", "established_only", "on_time_least")


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    return {
        "standing_challenges": tell_standing(user_id),
        "games_of_standing_challenges": tell_standing_games(user_id),
        "ladder_places": tell_places(user_id),
        "ladder_games": tell_ladder_games(user_id),
    }


def on_account_closing(*, user_id: int, now: datetime, **_: Any) -> None:
    keeping.end_all(user_id, now=now)


def on_account_closed(*, user_id: int, **_: Any) -> None:
    """Deletes the person's standing challenges. Their games stay, but no longer say from which of these they came."""
    keeping.forget(user_id)


def tell_standing(user_id: int) -> Iterator[dict[str, Any]]:
    """Yields each standing challenge with its terms, oldest first."""
    rows = StandingChallenge.objects.filter(owner=user_id).select_related("challenge", "last_opponent").order_by("pk")
    for each in rows.iterator(chunk_size=1000):
        yield {
            "number": each.pk,
            **_tell_terms(each.challenge),
            "games_to_keep_running": each.keep,
            "paired_automatically": each.pairs,
            "paused": each.get_paused_display() if each.paused else "",
            "made_at": each.made_at,
            "waiting_since": each.waiting_since,
            "last_opponent": each.last_opponent.username if each.last_opponent else None,
            "lost_on_time_without_a_visit_at": each.absent_since,
            "ended_at": each.ended_at,
        }


def _tell_terms(challenge: Challenge) -> dict[str, Any]:
    return {
        "game": challenge.ruleset_slug,
        "options": challenge.options,
        "side": challenge.side,
        "times": [telling.describe_control(each) for each in challenge.controls],
        "weekends_off": challenge.weekends,
        "vacation_days": challenge.vacation_days,
        "rated": challenge.rated,
        "limits": {name: value for name in LIMITS if (value := getattr(challenge, name))},
    }


def tell_standing_games(user_id: int) -> Iterator[dict[str, Any]]:
    """Yields the games that came from standing challenges, and from which of the person’s own."""
    rows = StandingGame.objects.of(user_id).order_by("game")
    columns = ("game", "one", "standing", "other_standing")
    for game, one, standing, other_standing in rows.values_list(*columns).iterator(chunk_size=1000):
        yield {"game": game, "my_standing_challenge": standing if one == user_id else other_standing}


def tell_places(user_id: int) -> Iterator[dict[str, Any]]:
    """Yields the person's place on each ladder that they are or were on."""
    times = ("joined_at", "leaving_at", "played_at", "rejoin_at")
    for each in LadderMember.objects.filter(user=user_id).order_by("ruleset_slug"):
        above = LadderMember.objects.on(each.ruleset_slug).filter(rank__lt=each.rank or 0)
        place = None if each.rank is None else above.count() + 1
        yield {"game": each.ruleset_slug, "place": place, **{name: getattr(each, name) for name in times}}


def tell_ladder_games(user_id: int) -> QuerySet[LadderGame, dict[str, Any]]:
    """Returns each ladder game, and what its end moved."""
    rows = LadderGame.objects.filter(Q(challenger=user_id) | Q(challenged=user_id)).order_by("game")
    players, end = ("challenger__username", "challenged__username"), ("moved_from", "moved_to", "held", "left")
    return rows.values("game", "ruleset_slug", *players, "started_at", "settled_at", *end)
