"""The longest game."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists

from core.words import Said
from games.firsts.contract import SOME, Asked, End, First, earlier_seats, knows_all
from games.words import firsts as words

LONG = 20
"""Turns; to have played a longest game of fewer is nothing to be told of."""


class LongestGame(First):
    order = 50

    def may_be(self, end: End) -> bool:
        return end.game.ply >= LONG

    def is_new(self, asked: Asked) -> Any:
        earlier = earlier_seats(asked)
        longer = Exists(earlier.filter(game__ply__gte=asked.ply))
        return ~longer & Exists(earlier[SOME - 1 : SOME]) & knows_all(asked)

    def tell(self, end: End) -> Said:
        return words.LONGEST(ruleset=end.game.ruleset.name, n=end.game.ply)


kind = LongestGame()
