"""The first win against a level of the computer."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists

from core.words import Said
from games.firsts.contract import Asked, End, First, earlier_wins, knows_all
from games.models import Seat
from games.words import firsts as words


class FirstWinAtLevel(First):
    order = 20

    def may_be(self, end: End) -> bool:
        return end.is_won and end.other.user.is_computer

    def is_new(self, asked: Asked) -> Any:
        against = Seat.objects.filter(user=asked.other).values("game")
        return ~Exists(earlier_wins(asked).filter(game__in=against)) & knows_all(asked)

    def tell(self, end: End) -> Said:
        return words.WIN_AGAINST(name=end.other.user.shown_name)


kind = FirstWinAtLevel()
