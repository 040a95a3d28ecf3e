"""The turns of a game, and what was done about offers between them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from engine.contract import Position
from games.models import Game, Turn

WINDOW = 40
"""How many turns are listed at first."""


class Played(NamedTuple):
    """A turn as it is read from the database."""

    ply: int
    side: int
    text: str
    position_text: str
    played_at: datetime


def choose_window(plies: int, *, shown: int, everything: bool) -> tuple[int, int]:
    """The numbers of the first and the last of the turns that are read."""
    end = plies if everything else min(max(shown + WINDOW // 2, WINDOW), plies)
    return (0 if everything else max(end - WINDOW, 0)), end


@PreparedQuery
def find_turns(game_id: int, start: int, end: int) -> QuerySet[Turn, tuple[Any, ...]]:
    """Prepared, since every page of a game asks it."""
    turns = Turn.objects.filter(game=game_id, taken_back_at=None, ply__gte=start, ply__lte=end).order_by("ply")
    return turns.values_list(*Played._fields)


def read_position(game: Game, turns: Sequence[Played], ply: int) -> Position:
    """The position after so many of these turns, which are the game's from the first on."""
    return game.ruleset.read(turns[ply - 1].position_text) if ply else game.ruleset.start(**game.options)
