"""The first win at a game."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists

from core.words import Said
from games.firsts.contract import Asked, End, First, earlier_wins, knows_all
from games.words import firsts as words


class FirstWin(First):
    order = 10

    def may_be(self, end: End) -> bool:
        return end.is_won

    def is_new(self, asked: Asked) -> Any:
        return ~Exists(earlier_wins(asked)) & knows_all(asked)

    def tell(self, end: End) -> Said:
        return words.WIN(ruleset=end.game.ruleset.name)


kind = FirstWin()
