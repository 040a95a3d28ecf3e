"""The turns by which it is found whether conditional lines can still act."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import ConditionalLine, Game
from games.reading.turns import Played, find_turns


def read_past(
    game: Game, lines: Sequence[ConditionalLine], *, known: Sequence[Played] = ()
) -> dict[int, tuple[str, str]]:
    """The turns since the first of these lines started, by their plies: each text, and the position after it.

    `known` are the last turns of the game, as far as they have been read; one query where they do not go back so far.
    """
    first = min(line.from_ply for line in lines)
    if not known or known[0].ply > max(first, 1):
        known = [Played(*turn) for turn in find_turns(game.pk, first, game.ply)]
    past = {turn.ply: (turn.text, turn.position_text) for turn in known if turn.ply >= first}
    return past if first else {0: ("", game.ruleset.start(**game.options).text()), **past}
