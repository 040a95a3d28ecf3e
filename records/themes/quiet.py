"""Won by a quiet turn, which takes nothing."""

from core.words import Sentence
from engine.contract import Position, Ruleset
from records.themes_contract import Theme


class Quiet(Theme):
    label = Sentence("theme_quiet", "A quiet turn")
    order = 1000

    def fits(self, ruleset: Ruleset, position: Position, move: str) -> bool:
        return True


theme = Quiet()
