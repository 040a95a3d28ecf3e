"""What stands around the turns of a game: messages, offers, changes of the clock, lines, vacation, blocks.

Each of these is a few rows, which a page of a game would otherwise ask for one after another. So one query asks for
them together, as a UNION of strands: each row names its strand, and brings its columns as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import JSONObject

from accounts.conduct.blocks import Tie, tie_of
from accounts.models import Block, Vacation
from core.numbers import LARGEST
from core.prepared import PreparedQuery
from games.clock import Span
from games.models import ClockChange, ConditionalLine, Game, Message, OfferRecord, Seat
from games.models.rematch import Rematch, RematchWish
from games.reading.seats import Seats

MESSAGES = 40
"""How many messages are read, the newest."""
CHANGES = 10
"""How many changes of the clock."""
MOST_OFFERS = 200
"""Lines about offers: players make fewer in a window, and a longer list would hide the turns."""
FIRST_GAMES = 3
"""In so many games of a ruleset its rules in short stand open beside the board."""
LATELY = 40
"""So many earlier games of a player, of any ruleset, are looked at for that."""
NO_TIE = Tie()
NOBODY = 0
"""No user has this id."""
Rows = QuerySet[Any, Any]


class OfferDone(NamedTuple):
    """What a player did about an offer."""

    ply: int
    side: int
    kind: str
    step: str
    done_at: datetime


@dataclass(frozen=True, slots=True)
class Around:
    """What was read around the turns; of players alone where it is theirs alone."""

    messages: tuple[Message, ...] = ()
    """The oldest first."""
    more_messages: bool = False
    changes: tuple[ClockChange, ...] = ()
    """The newest first, without the staff who made them and without game, vacation and outage."""
    more_changes: bool = False
    offers: tuple[OfferDone, ...] = ()
    lines: tuple[ConditionalLine, ...] = ()
    booked: Mapping[int, list[Span]] = field(default_factory=dict)
    """Vacation that the players have set, by user."""
    tie: Tie = NO_TIE
    took_day: bool = False
    """Whether a day of the reader's vacation that was used for another game alone covers this instant."""
    following: int | None = None
    """The number of the game that followed."""
    wishes_rematch: bool = False
    is_new: bool = False
    """Whether the reader has played fewer than three games of the ruleset before this one."""


def find_around(game: Game, seats: Seats, *, plies: tuple[int, int], before: int | None, now: datetime) -> Around:
    """Reads it for the reader of `seats`. A guest has neither chat nor lines.

    `plies` are the first and the last after which offers are told, `before` is the number of the message before which
    messages are read.
    """
    mine = seats.mine
    member = mine is not None and not mine.user.is_guest
    reader = NOBODY if mine is None else mine.user_id
    asked = Asked(
        game_id=game.pk,
        one=seats.first.user_id,
        two=seats.second.user_id,
        reader=reader,
        other=NOBODY if seats.other is None else seats.other.user_id,
        side=0 if mine is None else mine.side,
        first=plies[0],
        last=plies[1],
        before=LARGEST if before is None else before,
        ruleset=game.ruleset_slug,
        since=game.turn_started_at,
        now=now,
    )
    found: dict[str, list[dict[str, Any]]] = {}
    for strand, data in _prepare(choose_strands(game, player=mine is not None, member=member))(*asked):
        found.setdefault(strand, []).append(json.loads(data) if isinstance(data, str) else data)
    around = _gather(found, players=(asked.one, asked.two), reader=reader)
    return replace(around, is_new=mine is not None and len(found.get("earlier", ())) < FIRST_GAMES)


def choose_strands(game: Game, *, player: bool, member: bool) -> tuple[str, ...]:
    """What this reader may see, as far as there can be any."""
    running, vacation = not game.is_over, bool(game.vacation_days)
    wanted = {
        "change": True,
        "booked": running and vacation,
        "offer": player,
        "message": member,
        "block": member,
        "earlier": member and running,
        "line": member and running,
        "taken": member and running and vacation,
        "following": member and not running,
        "wish": member and not running,
    }
    return tuple(strand for strand, is_wanted in wanted.items() if is_wanted)


@cache
def _prepare(strands: tuple[str, ...]) -> PreparedQuery:
    """Prepared for each combination, since every page of a game asks one of them."""

    def ask(
        game_id: int,
        one: int,
        two: int,
        reader: int,
        other: int,
        side: int,
        first: int,
        last: int,
        before: int,
        ruleset: str,
        since: datetime,
        now: datetime,
    ) -> Rows:
        asked = Asked(game_id, one, two, reader, other, side, first, last, before, ruleset, since, now)
        head, *rest = (_as_json(strand, *STRANDS[strand](asked)) for strand in strands)
        return head.union(*rest, all=True) if rest else head

    return PreparedQuery(ask)


class Asked(NamedTuple):
    """The values with which the query is asked."""

    game_id: Any
    one: Any
    two: Any
    reader: Any
    other: Any
    side: Any
    first: Any
    last: Any
    before: Any
    ruleset: Any
    since: Any
    now: Any


def _as_json(strand: str, rows: Rows, fields: Sequence[str]) -> Rows:
    data = JSONObject(**{field: F(field) for field in fields})
    return rows.order_by().annotate(strand=Value(strand), data=data).values_list("strand", "data")


def _newest(rows: Rows, most: int) -> Rows:
    """The newest of these rows: a part of a UNION has no order of its own on SQLite."""
    return rows.model.objects.filter(pk__in=rows.order_by("-pk").values("pk")[: most + 1])


def _messages(asked: Asked) -> tuple[Rows, Sequence[str]]:
    rows = Message.objects.filter(game=asked.game_id, pk__lt=asked.before)
    return _newest(rows, MESSAGES), ("id", "user_id", "text", "ply", "sent_at", "removed_at")


def _changes(asked: Asked) -> tuple[Rows, Sequence[str]]:
    rows = ClockChange.objects.filter(game=asked.game_id)
    return _newest(rows, CHANGES), ("id", "ply", "side", "kind", "before_at", "after_at", "terms", "changed_at")


def _offers(asked: Asked) -> tuple[Rows, Sequence[str]]:
    rows = OfferRecord.objects.filter(game=asked.game_id, ply__gte=asked.first, ply__lte=asked.last)
    return _newest(rows, MOST_OFFERS), ("id", *OfferDone._fields)


def _lines(asked: Asked) -> tuple[Rows, Sequence[str]]:
    rows = ConditionalLine.objects.filter(game=asked.game_id, side=asked.side)
    fields = ("side", "from_ply", "root", "turns", "ending", "stops", "armed_at", "answers", "answered", "awaits")
    return rows, ("id", *fields, "stopped", "taken_back_at")


def _earlier(asked: Asked) -> tuple[Rows, Sequence[str]]:
    """Games of the same ruleset among the last ones that the reader began before, so that it asks no more of a player
    with thousands."""
    seats = Seat.objects.filter(user=asked.reader, game__lt=asked.game_id).order_by("-pk")
    rows = Game.objects.filter(pk__in=seats.values("game")[:LATELY], ruleset_slug=asked.ruleset)
    return _newest(rows, FIRST_GAMES - 1), ("id",)


def _booked(asked: Asked) -> tuple[Rows, Sequence[str]]:
    set_by_hand = Vacation.objects.filter(automatic=False, from_at__lt=F("until_at"), until_at__gt=asked.since)
    return set_by_hand.filter(Q(user=asked.one) | Q(user=asked.two)), ("user_id", "from_at", "until_at")


def _blocks(asked: Asked) -> tuple[Rows, Sequence[str]]:
    rows = Block.objects.filter(Q(user=asked.reader, other=asked.other) | Q(user=asked.other, other=asked.reader))
    return rows, ("user_id", "is_mute")


def _taken(asked: Asked) -> tuple[Rows, Sequence[str]]:
    used = ClockChange.objects.filter(game=asked.game_id, kind=ClockChange.Kind.AUTOMATIC, vacation__isnull=False)
    rows = Vacation.objects.filter(user=asked.reader, automatic=True, from_at__lte=asked.now, until_at__gt=asked.now)
    return rows.exclude(pk__in=used.values("vacation")), ("id",)


def _following(asked: Asked) -> tuple[Rows, Sequence[str]]:
    return Rematch.objects.filter(game=asked.game_id), ("following_id",)


def _wishes(asked: Asked) -> tuple[Rows, Sequence[str]]:
    return RematchWish.objects.filter(user=asked.reader, other=asked.other), ("id",)


STRANDS: dict[str, Callable[[Asked], tuple[Rows, Sequence[str]]]] = {
    "change": _changes,
    "booked": _booked,
    "offer": _offers,
    "message": _messages,
    "block": _blocks,
    "earlier": _earlier,
    "line": _lines,
    "taken": _taken,
    "following": _following,
    "wish": _wishes,
}


# --- From JSON ---------------------------------------------------------------------------------------------------
def _gather(found: dict[str, list[dict[str, Any]]], *, players: tuple[int, int], reader: int) -> Around:
    messages = _sort(_make(Message, row) for row in found.get("message", ()))
    changes = _sort(_make(ClockChange, row) for row in found.get("change", ()))[::-1]
    offers = sorted(found.get("offer", ()), key=lambda row: row["id"])
    booked: dict[int, list[Span]] = {player: [] for player in players}
    for row in found.get("booked", ()):
        booked[row["user_id"]].append((_read_time(row["from_at"]), _read_time(row["until_at"])))
    return Around(
        messages=tuple(messages[-MESSAGES:]),
        more_messages=len(messages) > MESSAGES,
        changes=tuple(changes[:CHANGES]),
        more_changes=len(changes) > CHANGES,
        offers=tuple(map(_make_offer, offers)),
        lines=tuple(_sort(_make(ConditionalLine, row) for row in found.get("line", ()))),
        booked={user_id: sorted(spans) for user_id, spans in booked.items()},
        tie=tie_of(((row["user_id"], bool(row["is_mute"])) for row in found.get("block", ())), reader=reader),
        took_day="taken" in found,
        following=found["following"][0]["following_id"] if "following" in found else None,
        wishes_rematch="wish" in found,
    )


def _make_offer(row: dict[str, Any]) -> OfferDone:
    return OfferDone(row["ply"], row["side"], row["kind"], row["step"], _read_time(row["done_at"]))


def _sort(rows: Any) -> list[Any]:
    return sorted(rows, key=lambda row: row.pk)


def _make(model: Any, row: dict[str, Any]) -> Any:
    """The model of a row: SQLite gives times and JSON as text."""
    made = model()
    for name, value in row.items():
        kind = model._meta.get_field(name.removesuffix("_id") if name != "id" else name).get_internal_type()
        setattr(made, name, _read(value, kind))
    return made


def _read(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "DateTimeField":
        return _read_time(value)
    if kind == "JSONField" and isinstance(value, str):
        return json.loads(value)
    return bool(value) if kind == "BooleanField" else value


def _read_time(written: str) -> datetime:
    read = datetime.fromisoformat(written)
    return read if read.tzinfo else read.replace(tzinfo=UTC)
