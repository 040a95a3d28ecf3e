"""Whether a position stands on the board of a running game: then nothing of the site says what is good in it."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Position, Ruleset
from games.models import Game, fit_key

FROM_PLY = 8
"""Positions of fewer turns are those of openings, which everybody may study while games of their own go through
them."""


def stands(ruleset: Ruleset, positions: Iterable[Position]) -> bool:
    """Whether any of these positions stands in a running game of this ruleset after `FROM_PLY` turns or more.

    One query, by an index. Two positions are the same where a rule of repetition says so, whichever turns led to them.
    """
    keys = {fit_key(position.repetition_key()) for position in positions}
    running = Game.objects.active().filter(ruleset_slug=ruleset.slug, ply__gte=FROM_PLY)
    return running.filter(position_key__in=keys).exists()
