"""What the book has of a position, for whoever asks: the turns played in it, how these games ended, the newest of them.

It is a book of games, so anybody may read it, also during a game of their own (rule F1). What computers played is
another matter: it would be an analysis, and is never shown for a position that stands in, or is near, a running game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Case, Min, Q, When
from django.utils import timezone

from accounts.limiting.spending import spend
from accounts.models import User
from core.refusal import Refusal
from engine.contract import IllegalMove, Position, Ruleset
from games.access import Visitor
from games.fairness import is_near_own, stands
from games.models import Game, Turn
from games.models.turn import fit_key
from records.book import ENDED, key_of
from records.models import BookEntry, BookTurn
from records.words import book as words

NEWEST = 10
"""Games that are listed."""
MOST_OWN = 2000
"""Games of one player in one position that are counted, the newest first."""
MOST_TURNS = 60
"""Turns that are listed, those played most often first."""


class Asked(NamedTuple):
    """Whose games are asked for."""

    by_computer: bool = False
    player: int | None = None
    """Of this player's games alone."""
    opponent: int | None = None
    """Of those against this one."""


class Turned(NamedTuple):
    """A turn that was played in the position."""

    text: str
    games: int
    first_won: int
    second_won: int
    drawn: int
    last_on: date

    @property
    def shares(self) -> tuple[int, int, int]:
        """Of all its games in percent: won by the first side, drawn, won by the second; 100 in all."""
        first, drawn = round(100 * self.first_won / self.games), round(100 * self.drawn / self.games)
        return first, drawn, max(0, 100 - first - drawn)


class Passed(NamedTuple):
    """A game that came to the position, and after how many turns first."""

    game: Game
    ply: int


class Found(NamedTuple):
    """What the book has of a position."""

    turns: Sequence[Turned]
    games: int
    newest: Sequence[Passed]
    ended: int = 0
    """Games that ended in the position."""


def look_up(
    ruleset: Ruleset, position: Position, asked: Asked, *, reader: Visitor, origin: tuple[str, ...] = ()
) -> Found:
    """In four queries, however many games there are, and a few more for turns of computers.

    Raises Refusal: running, no_account, too_often, for turns of computers that are not shown.
    """
    if asked.by_computer:
        refuse_running(ruleset, position, reader=reader, origin=origin)
    key = key_of(ruleset, position)
    known = find_turns(key, asked)
    turns = [turn for turn in known if turn.text != ENDED and is_legal(position, turn.text)]
    ended = sum(turn.games for turn in known if turn.text == ENDED)
    newest = find_plies(find_newest(key, asked), position)
    return Found(turns[:MOST_TURNS], sum(turn.games for turn in turns), newest, ended)


def refuse_running(ruleset: Ruleset, position: Position, *, reader: Visitor, origin: tuple[str, ...]) -> None:
    """As for hints: without an account nobody could tell whether they ask about a game of their own."""
    if not isinstance(reader, User) or reader.is_guest:
        raise Refusal(words.NO_ACCOUNT(), status=403)
    with transaction.atomic():  # first, since either answer tells whether a game is being played there
        spend("book", now=timezone.now(), sender=reader.pk, origin=origin)
    if stands(ruleset, [position]) or is_near_own(ruleset, [position], players=[reader.pk]):
        raise Refusal(words.RUNNING(), status=403)


def is_legal(position: Position, text: str) -> bool:
    """Positions of two versions of the rules may be alike on the board."""
    try:
        return position.canonical(text) == text
    except IllegalMove:
        return False


def find_turns(key: int, asked: Asked) -> list[Turned]:
    """The turns played most often first, and `ENDED` among them."""
    if asked.player is None:
        entries = BookEntry.objects.filter(key=key, by_computer=asked.by_computer, games__gt=0)
        ends_first = Case(When(text=ENDED, then=0), default=1)
        columns = entries.order_by(ends_first, "-games", "text").values_list(*Turned._fields)
        return [Turned._make(row) for row in columns[: 2 * MOST_TURNS]]
    counted: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    last: dict[str, date] = {}
    rows = find_rows(key, asked).order_by("-game").values_list("text", "result", "ended_on")
    for text, result, ended_on in rows[:MOST_OWN]:
        counted[text][result] += 1
        last[text] = max(ended_on, last.get(text, ended_on))
    found = [Turned(text, sum(won), won[0], won[1], won[2], last[text]) for text, won in counted.items()]
    return sorted(found, key=lambda turn: (-turn.games, turn.text))


def find_rows(key: int, asked: Asked) -> Any:
    rows = BookTurn.objects.filter(key=key, by_computer=asked.by_computer)
    if asked.player is not None:
        rows = rows.filter(Q(first=asked.player) | Q(second=asked.player))
    if asked.opponent is not None:
        rows = rows.filter(Q(first=asked.opponent) | Q(second=asked.opponent))
    return rows


def find_newest(key: int, asked: Asked) -> Sequence[Game]:
    """The games that started last, each once."""
    keys = list(find_rows(key, asked).order_by("-game").values_list("game", flat=True)[: 2 * NEWEST])
    wanted = list(dict.fromkeys(keys))[:NEWEST]
    games = Game.objects.filter(pk__in=wanted, private=False, ended_at__isnull=False)
    return list(games.prefetch_related("seats__user").order_by("-pk"))


def find_plies(games: Sequence[Game], position: Position) -> list[Passed]:
    """When each of these first came to the position; one without a turn that led there began in it. One query."""
    stood = Turn.objects.filter(game__in=games, taken_back_at=None, position_key=fit_key(position.repetition_key()))
    plies = dict(stood.order_by().values_list("game").annotate(Min("ply")))
    return [Passed(game, plies.get(game.pk, 0)) for game in games]
