"""How reliably players play on time: of their last finished games with a time limit, those they did not lose on time.

It follows the results as they stand now. A void or cancelled game counts in nobody's figure, a private one neither,
and nor does a game against a computer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from core.prepared import PreparedQuery
from games import clock
from games.models import WITHOUT_RESULT, Game, OnTimeRecord, Seat

LAST = 50
"""How many finished games count."""
FEWEST = 10
"""From so many on a percentage is told: fewer would say little."""
LOST = Q(game__termination="time", game__winner=1 - F("side"))
UNLIMITED = clock.to_json(clock.Unlimited())["kind"]


class OnTime(NamedTuple):
    """How many of the last finished games were not lost on time."""

    kept: int = 0
    games: int = 0

    @property
    def percent(self) -> int | None:
        """Rounded down, so that one lost game is not shown as none; None while there are too few games."""
        return 100 * self.kept // self.games if self.games >= FEWEST else None


def read_on_time(user_ids: Iterable[int]) -> dict[int, OnTime]:
    """The stored figure of each of these players, for lists: a minute old at most. One query; one more where somebody’s
    is not known."""
    wanted = set(user_ids)
    rows = OnTimeRecord.objects.filter(user__in=wanted).exclude(counted_at=None).values_list("user", "kept", "games")
    found = {user_id: OnTime(kept, games) for user_id, kept, games in rows}
    missing = wanted - found.keys()
    return found | count_on_time(missing) if missing else found


def stored_on_time(user: User) -> OnTime:
    """The stored figure of a player whose row was read with it; none where nothing is stored yet."""
    record = getattr(user, "on_time_record", None)
    return OnTime(record.kept, record.games) if record else OnTime()


def count_on_time_of(user_id: int) -> OnTime:
    """The figure of one player, in one query."""
    rows = _count_of_one(user_id)
    return OnTime(rows[0][0] - rows[0][1], rows[0][0]) if rows else OnTime()


@PreparedQuery
def _count_of_one(user_id: int) -> QuerySet[Seat, tuple[int, int]]:
    """Prepared, since lists of challenges ask it of their reader, and it takes longer to write than to answer."""
    rows = Seat.objects.filter(pk__in=_find_last(Q(user=user_id))).filter(_counting("game__")).values("user").order_by()
    return rows.annotate(games=Count("pk"), lost=Count("pk", filter=LOST)).values_list("games", "lost")


def count_on_time(user_ids: Iterable[int]) -> dict[int, OnTime]:
    """The figure of each of these players, in one query for all of them."""
    wanted = set(user_ids)
    rows = Seat.objects.filter(pk__in=_find_last(Q(user__in=wanted))).filter(_counting("game__")).values_list("user")
    found = rows.annotate(games=Count("pk"), lost=Count("pk", filter=LOST)).order_by()
    counted = {user_id: OnTime(games - lost, games) for user_id, games, lost in found}
    return {user_id: counted.get(user_id, OnTime()) for user_id in wanted}


def _counting(game: str) -> Q:
    """The games that count, where `game` leads to them."""
    limited = ~Q(**{f"{game}control__kind": UNLIMITED})
    ended = Q(**{f"{game}ended_at__isnull": False, f"{game}private": False})
    return ended & limited & ~Q(**{f"{game}termination__in": WITHOUT_RESULT})


def _find_last(whose: Q) -> Subquery:
    """The seats of their last games that count, by the end, then game; of who has too few, others come after them.

    Each seat looks up its own game, as in `games.results.count_results`.
    """
    computers = User.objects.filter(kind=User.Kind.COMPUTER).values("pk")
    others = Seat.objects.filter(game=OuterRef("game"), user__in=computers).exclude(user=OuterRef("user"))
    games = Game.objects.filter(_counting(""), pk=OuterRef("game")).values("ended_at")
    seats = Seat.objects.filter(~Exists(others), whose).annotate(ended_at=Subquery(games))
    order = [F("ended_at").desc(nulls_last=True), F("game").desc()]
    ranked = seats.annotate(place=Window(RowNumber(), partition_by="user", order_by=order))
    return Subquery(ranked.filter(place__lte=LAST).values("pk"))
