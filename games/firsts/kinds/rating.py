"""The highest rating so far."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists

from core.words import Said
from engine import glicko
from games.firsts.contract import SOME, Asked, End, First, earlier_entries
from games.words import firsts as words


class HighestRating(First):
    """Not before it is established: what one or two games leave says little."""

    order = 40
    of_ratings = True

    def may_be(self, end: End) -> bool:
        entry = end.entry
        if entry is None or glicko.weeks_established(entry.value) <= 0:
            return False
        return entry.value.rating > max(glicko.START.rating, entry.before_rating or 0)

    def is_new(self, asked: Asked) -> Any:
        earlier = earlier_entries(asked)
        return ~Exists(earlier.filter(rating__gte=asked.rating)) & Exists(earlier[SOME - 1 : SOME])

    def tell(self, end: End) -> Said:
        assert end.entry is not None  # else it may not be
        return words.HIGHEST_RATING(ruleset=end.game.ruleset.name, rating=glicko.show(end.entry.value.rating))


kind = HighestRating()
