"""The turns of a game, and what was done about offers between them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from engine.contract import Position
from games.models import Game, OfferRecord, Turn

WINDOW = 40
"""How many turns are listed at first."""
MOST_OFFERS = 200
"""Lines about offers: players make fewer in a window, and a longer list would hide the turns."""


class Played(NamedTuple):
    """A turn as it is read from the database."""

    ply: int
    side: int
    text: str
    position_text: str
    played_at: datetime


def read_turns(game: Game, *, shown: int, everything: bool) -> list[Played]:
    """All turns, or a window around the shown one, with the turn before that window."""
    end = game.ply if everything else min(max(shown + WINDOW // 2, WINDOW), game.ply)
    start = 0 if everything else max(end - WINDOW, 0)
    return [Played(*turn) for turn in find_turns(game.pk, start, end)]


@PreparedQuery
def find_turns(game_id: int, start: int, end: int) -> QuerySet[Turn, tuple[Any, ...]]:
    """Prepared, since every page of a game asks it."""
    turns = Turn.objects.filter(game=game_id, taken_back_at=None, ply__gte=start, ply__lte=end).order_by("ply")
    return turns.values_list(*Played._fields)


def read_position(game: Game, turns: Sequence[Played], ply: int) -> Position:
    """The position after so many of these turns, which are the game's from the first on."""
    return game.ruleset.read(turns[ply - 1].position_text) if ply else game.ruleset.start(**game.options)


@PreparedQuery
def find_offers(game_id: int, start: int, end: int) -> QuerySet[OfferRecord, tuple[Any, ...]]:
    """Prepared, since every page of a game asks it for its players."""
    records = OfferRecord.objects.filter(game=game_id, ply__gte=start, ply__lte=end).order_by("pk")
    return records.values_list("ply", "side", "kind", "deed", "done_at")[:MOST_OFFERS]
