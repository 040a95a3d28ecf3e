"""The conditional lines of a player in a game, and the turns by which it is found whether they can still act."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from games.models import ConditionalLine, Game, Turn


@PreparedQuery
def find_lines(game_id: int, side: int) -> QuerySet[ConditionalLine]:
    """Prepared, since every page of a game asks it for its player."""
    return ConditionalLine.objects.filter(game=game_id, side=side).order_by("pk")


def read_past(game: Game, lines: Sequence[ConditionalLine]) -> dict[int, tuple[str, str]]:
    """The turns since the first of these lines started, by their plies: each text, and the position after it."""
    first = min(line.from_ply for line in lines)
    turns = Turn.objects.filter(game=game, taken_back_at=None, ply__gte=first, ply__lte=game.ply).order_by()
    past = {ply: (text, position) for ply, text, position in turns.values_list("ply", "text", "position_text")}
    return past if first else {0: ("", game.ruleset.start(**game.options).text()), **past}
