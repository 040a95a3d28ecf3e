"""Won by a capture."""

from core.words import Sentence
from engine.contract import Position, Ruleset
from records.themes_contract import Theme


class Capture(Theme):
    label = Sentence("theme_capture", "A capture")
    order = 30

    def fits(self, ruleset: Ruleset, position: Position, move: str) -> bool:
        return len(position.play(move).pieces()) < len(position.pieces())


theme = Capture()
