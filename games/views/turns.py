"""The list of a game's turns: what is read of them, and how they stand in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from games.models import Game, Turn
from games.views import drawn

WINDOW = 40
"""How many turns are listed at first."""


class Played(NamedTuple):
    """A turn as it is read from the database."""

    ply: int
    side: int
    text: str
    position_text: str


class Row(NamedTuple):
    """A turn in the list: all that its fragment shows."""

    ply: int
    """Its number, which is that of the page's words: after turn 19, row 19 is the current one."""
    side: int
    text: str
    remarks: tuple[str, ...]
    """What the rules remark on it."""
    address: str
    """The address of the game's page."""
    query: str
    current: bool
    """Whether the board shows the position after it."""


def read_turns(game: Game, *, shown: int, everything: bool) -> list[Played]:
    """All turns, or a window round the one shown, which is always among them, and the one before that window."""
    end = game.ply if everything else min(max(shown + WINDOW // 2, WINDOW), game.ply)
    start = 0 if everything else max(end - WINDOW, 0)
    return [Played(*turn) for turn in find_turns(game.pk, start, end)]


@PreparedQuery
def find_turns(game_id: int, start: int, end: int) -> QuerySet[Turn, tuple[Any, ...]]:
    """Prepared, for every page of a game asks it."""
    turns = Turn.objects.filter(game=game_id, taken_back_at=None, ply__gte=start, ply__lte=end).order_by("ply")
    return turns.values_list(*Played._fields)


def list_rows(game: Game, turns: Sequence[Played], *, shown: int, query: str) -> list[Row]:
    """A row a turn. The one before a window is not shown: it only tells from where the next one set out."""
    address = game.get_absolute_url()
    return [
        Row(turn.ply, turn.side, turn.text, remarks, address, query, turn.ply == shown)
        for turn, remarks in _with_remarks(game, turns)
    ]


def _with_remarks(game: Game, turns: Sequence[Played]) -> Iterator[tuple[Played, tuple[str, ...]]]:
    """Each turn whose position before is known, with what the rules remark on it."""
    if not turns:
        return
    if turns[0].ply == 1:
        before = game.ruleset.start(**game.options).text()
    else:
        before, turns = turns[0].position_text, turns[1:]
    for turn in turns:
        yield turn, drawn.remark_on(game.ruleset, before, turn.text, turn.position_text)
        before = turn.position_text
