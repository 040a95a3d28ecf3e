"""Won by control of an enemy piece."""

from core.words import Sentence
from engine.contract import Position, Ruleset
from records.themes_contract import Theme


class Control(Theme):
    label = Sentence("theme_control", "Control")
    order = 20

    def fits(self, ruleset: Ruleset, position: Position, move: str) -> bool:
        return "control" in dict(ruleset.steps(move))


theme = Control()
