"""What a player's games add up to: results, their pace, what they like to play.

All of it is counted when it is asked for, so that a game that is voided, decided by staff, reopened or changed by a
takeback needs no correction. Readers are told of the games that they may see: private ones count for their two players
alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Case, CharField, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Concat

from accounts.models import User
from core.prepared import PreparedQuery
from games.access import Visitor
from games.models import WITHOUT_RESULT, Game, Seat, Turn
from games.reading.sight import Sight, number_of, sight_of

RECENT = 50
"""How many of the games started last are read to find what a player likes and how soon they play a turn.

They are looked for among twice as many, of which some may be private or void.
"""
MOST_TURNS = 1000
"""How many of their turns are looked at, of both sides."""
FEWEST_TURNS = 5
"""With fewer turns a usual time would say nothing."""
ENDED = Q(game__ended_at__isnull=False)
LOST = Q(game__winner=1 - F("side"))
COUNTS = {
    "running": Count("pk", filter=~ENDED),
    "won": Count("pk", filter=Q(game__winner=F("side"))),
    "drawn": Count("pk", filter=ENDED & Q(game__winner=None)),
    "lost": Count("pk", filter=LOST),
    "timed_out": Count("pk", filter=LOST & Q(game__termination="time")),
}


RESULT = Case(
    When(ended_at=None, then=Value("running")),
    When(winner=None, then=Value("drawn")),
    When(winner=OuterRef("side"), then=Value("won")),
    When(termination="time", then=Value("timed_out")),
    default=Value("lost"),
)
"""The result of a game for the seat of the outer query."""


COMPUTER = "-"
"""Stands in place of a ruleset for games against computers."""


def has_computer(game: str, *, but: int) -> Exists:
    """Whether a computer other than this user plays in the game of the outer row: a computer's own record is of games
    against people."""
    computers = User.objects.filter(kind=User.Kind.COMPUTER).exclude(pk=but)
    return Exists(Seat.objects.filter(game=OuterRef(game), user__in=computers.values("pk")))


class Results(NamedTuple):
    """Numbers of games; those lost on time are among the lost ones, and void ones in none."""

    running: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    timed_out: int = 0

    @property
    def finished(self) -> int:
        return self.won + self.drawn + self.lost


class Habits(NamedTuple):
    """What a player usually does, from their last games; empty where there are none."""

    turn: timedelta | None = None
    """The median time from the opponent's turn to theirs, including pauses and weekends."""
    slug: str = ""
    """The ruleset they play most."""
    terms: Game | None = None
    """The last public game of that ruleset with the terms that they agree on most."""


def count_results(person: User, *, reader: Visitor) -> dict[str, Results]:
    """Results by ruleset, the most played first, in one query; under `COMPUTER` all games against computers, which
    count nowhere else.

    Each seat looks up its own game: with a join to games, PostgreSQL read everybody's games, which took five times as
    long.
    """
    rows = _count_results(person.pk, number_of(reader), sight=sight_of(reader, person_id=person.pk))
    counts: dict[str, Counter[str]] = {}
    for slug, result, number in ((*row.split(), number) for row, number in rows if row):
        counts.setdefault(slug, Counter())[result] += number
    for each in counts.values():
        each["lost"] += each["timed_out"]
    found = {slug: Results(**each) for slug, each in counts.items()}
    return dict(sorted(found.items(), key=lambda row: (-row[1].finished, -row[1].running, row[0])))


@PreparedQuery
def _count_results(person_id: int, reader_id: int, *, sight: Sight) -> QuerySet[Seat, tuple[str, int]]:
    """Prepared, since every profile asks it."""
    games = Game.objects.filter(pk=OuterRef("game")).exclude(termination__in=WITHOUT_RESULT)
    whose = When(has_computer("pk", but=person_id), then=Value(COMPUTER))
    group = Case(whose, default=F("ruleset_slug"), output_field=CharField())
    told = sight.narrow(games, reader_id).annotate(told=Concat(group, Value(" "), RESULT)).values("told")
    return Seat.objects.filter(user=person_id).values_list(Subquery(told)).annotate(Count("pk")).order_by()


def add_up(results: Sequence[Results]) -> Results:
    return Results(*map(sum, zip(*results, strict=True))) if results else Results()


def count_against(person: User, *, reader: User) -> Results:
    """The reader's results against the person, in one query."""
    seats = Seat.objects.filter(user=reader, game__in=Seat.objects.filter(user=person).values("game"))
    counted: dict[str, int] = seats.exclude(game__termination__in=WITHOUT_RESULT).aggregate(**COUNTS)
    return Results(**counted)


def find_habits(person: User, *, reader: Visitor) -> Habits:
    """In two queries, each of which reads no more however much the person has played. Games against computers are left
    out, since they have no clock."""
    sight = sight_of(reader, person_id=person.pk)
    recent = _find_recent(person.pk, number_of(reader), sight=sight, among=2 * RECENT)[:RECENT]
    if not recent:
        return Habits()
    slug = Counter(seat.game.ruleset_slug for seat in recent).most_common(1)[0][0]
    public = [seat for seat in recent if seat.game.ruleset_slug == slug and not seat.game.private]
    usual = Counter(map(_freeze_terms, public)).most_common(1)
    terms = next((seat.game for seat in public if _freeze_terms(seat) == usual[0][0]), None)
    return Habits(turn=_find_usual_turn(recent), slug=slug, terms=terms)


@PreparedQuery
def _find_recent(person_id: int, reader_id: int, *, sight: Sight, among: int) -> QuerySet[Seat]:
    """Prepared, since every profile asks it."""
    last = Seat.objects.filter(user=person_id).order_by("-pk").values("pk")[:among]  # by an index alone
    seats = Seat.objects.filter(user=person_id, pk__in=last).exclude(game__termination__in=WITHOUT_RESULT)
    seats = seats.exclude(has_computer("game", but=person_id)).select_related("game").order_by("-pk")
    if sight is Sight.OWN:
        return seats
    public: Any = Q(game__private=False)
    if sight is Sight.MEMBER:
        public |= Exists(Seat.objects.filter(game=OuterRef("game"), user=reader_id))
    return seats.filter(public)


def _freeze_terms(seat: Seat) -> tuple[Any, ...]:
    """What was agreed on, apart from the sides: equal for games with the same terms."""
    game = seat.game
    return repr(sorted(game.options.items())), repr(game.control), game.vacation_days, bool(seat.weekend)


def _find_usual_turn(seats: Sequence[Seat]) -> timedelta | None:
    """Reads plain rows in the order of their index: letting the database subtract them took ten times as long."""
    own: dict[int, tuple[int, Any]] = {seat.game_id: (seat.side, seat.game.started_at) for seat in seats}
    rows = [tuple(row) for row in _find_turns(tuple(own))]
    took: list[Any] = []
    followed: list[tuple[Any, ...]] = [*rows, (0, 0, 0, None)]
    for (game, ply, side, played_at), before in pairwise(followed):
        mine, began = own[game]
        if side == mine and ply > 1:
            began = before[3] if before[:2] == (game, ply - 1) else None
        if side == mine and began:
            took.append(played_at - began)
    return median(took) if len(took) >= FEWEST_TURNS else None


def _find_turns(game_ids: tuple[int, ...]) -> QuerySet[Turn, tuple[int, int, int, Any]]:
    turns = Turn.objects.filter(game__pk__in=game_ids, taken_back_at=None).order_by("-game", "-ply")
    return turns.values_list("game", "ply", "side", "played_at")[:MOST_TURNS]
