"""Won by a claim, by which a piece of the other side is taken over."""

from core.words import Sentence
from engine.contract import Position, Ruleset
from records.themes_contract import Theme


class Claim(Theme):
    label = Sentence("theme_claim", "A claim")
    order = 10

    def fits(self, ruleset: Ruleset, position: Position, move: str) -> bool:
        return "claim" in dict(ruleset.steps(move))


theme = Claim()
