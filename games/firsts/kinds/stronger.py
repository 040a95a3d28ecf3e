"""The first win in a rated game against a player who was rated a good deal above."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F

from core.words import Said
from games.firsts.contract import Asked, End, First, earlier_entries
from games.words import firsts as words

ABOVE = 100
"""Points."""


class FirstWinAgainstStronger(First):
    order = 30
    of_ratings = True

    def may_be(self, end: End) -> bool:
        entry = end.entry
        return entry is not None and end.is_won and entry.opponent_rating >= (entry.before_rating or 0) + ABOVE

    def is_new(self, asked: Asked) -> Any:
        above = F("before_rating") + ABOVE
        return ~Exists(earlier_entries(asked).filter(score=1, opponent_rating__gte=above))

    def tell(self, end: End) -> Said:
        return words.WIN_AGAINST_STRONGER(points=ABOVE)


kind = FirstWinAgainstStronger()
