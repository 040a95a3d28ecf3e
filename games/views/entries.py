"""Lists of games: what each row shows, read without making models, since a page lists many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import User
from games import clock, words
from games.engine import registry
from games.engine.contract import Side
from games.models import Game, Message, Seat

WRITTEN_SINCE = Exists(
    Message.objects.filter(game=OuterRef("game"), user=OuterRef("user"), pk__gt=OuterRef("game__seats__read_up_to"))
)
"""For a seat of `seats_against`: whether its player has written something that the other has not seen."""


class Listed(NamedTuple):
    """The columns of a game that its row tells of."""

    pk: int
    ruleset_slug: str
    private: bool
    ply: int
    side_to_move: int
    control: dict[str, Any]
    deadline_at: datetime | None
    ended_at: datetime | None
    winner: int | None
    termination: str


class Entry(NamedTuple):
    """A row of a list: all that its fragment shows. Nothing else of a reader can make two rows differ."""

    pk: int
    title: str
    private: bool
    waits: bool
    """Whether the game waits for the player whose list this is."""
    turn: int
    control: str
    deadline_at: datetime | None
    left: str
    """The time until the deadline, in words."""
    urgent: bool
    ended_at: datetime | None
    result: str
    outcome: str
    """The result for the player whose list this is; empty in a list of no player's."""
    unread: bool
    """Whether the opponent has written something that the player whose list this is has not seen."""


def list_games(
    games: Iterable[Game], *, player: User | None = None, unread: Collection[int] = frozenset()
) -> list[Entry]:
    """Rows of games whose seats are at hand: of one player's, or with the names of both. `unread` are ids of games."""
    now = timezone.now()
    return [_describe_model(game, player=player, unread=game.pk in unread, now=now) for game in games]


def _describe_model(game: Game, *, player: User | None, unread: bool, now: datetime) -> Entry:
    columns = Listed._make(getattr(game, name) for name in Listed._fields)
    names = [seat.user.username for seat in game.seats.all() if seat.user_id != (player and player.pk)]
    side = next((Side(seat.side) for seat in game.seats.all() if player and seat.user_id == player.pk), None)
    title = f"{game.ruleset.name} with {names[0]}" if player else f"{game.ruleset.name}: {' and '.join(names)}"
    return describe(columns, title=title, side=side, now=now, unread=unread)


def list_against(found: Iterable[Sequence[Any]]) -> list[Entry]:
    """Rows of one player's list, of what `columns_of` gave of the seats they play against."""
    now = timezone.now()
    return [
        describe(
            Listed(*row),
            title=f"{registry.get(row[1]).name} with {opponent}",
            side=Side(side).other,
            now=now,
            unread=unread,
        )
        for side, opponent, unread, *row in found
    ]


def columns_of(seats: QuerySet[Seat]) -> QuerySet[Seat, tuple[Any, ...]]:
    columns = (f"game__{name}" for name in Listed._fields)
    return seats.annotate(unread=WRITTEN_SINCE).values_list("side", "user__username", "unread", *columns)


def seats_against(user_id: int) -> QuerySet[Seat]:
    """The seat opposite to the user's in each of their games."""
    return Seat.objects.filter(game__seats__user=user_id).exclude(user=user_id)


def describe(game: Listed, *, title: str, now: datetime, side: Side | None = None, unread: bool = False) -> Entry:
    """The row of a game; `side` is that of the player whose list it is."""
    ruleset, over = registry.get(game.ruleset_slug), game.ended_at is not None
    deadline = None if over else game.deadline_at
    return Entry(
        pk=game.pk,
        title=title,
        private=game.private,
        waits=not over and game.side_to_move == side,
        turn=game.ply + 1,
        control="" if over else clock.describe(clock.from_json(game.control)),
        deadline_at=deadline,
        left=tell_left(deadline, now=now),
        urgent=deadline is not None and deadline - now < clock.DAY,
        ended_at=game.ended_at,
        result=words.tell_result(ruleset, winner=game.winner, termination=game.termination) if over else "",
        outcome=words.tell_outcome(side, winner=game.winner, termination=game.termination) if over else "",
        unread=unread,
    )


def tell_left(deadline: datetime | None, *, now: datetime) -> str:
    if deadline is None:
        return ""
    return f"{clock.remaining(deadline, now=now)} left" if now < deadline else "time is up"


def nearest_first(entry: Entry) -> tuple[bool, datetime | None, int]:
    """A key to sort by: the nearest deadline first, games without a deadline last."""
    return entry.deadline_at is None, entry.deadline_at, entry.pk
