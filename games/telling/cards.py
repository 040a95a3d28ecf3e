"""The games as people are introduced to them: the goal of each, how long it lasts, how hard it is, and its board."""

from __future__ import annotations

from typing import NamedTuple

from core.words import form
from engine import card
from engine.contract import Ruleset
from games import drawn
from games.telling.briefs import tell_goal
from games.words.cards import USUAL_LENGTH


class Introduced(NamedTuple):
    """All that the card of a game shows."""

    ruleset: Ruleset
    board: str
    goal: str
    length: str
    difficulty: str
    comes_first: bool
    """Whether it is the game to start with."""


def introduce_games() -> list[Introduced]:
    """Every game, the one to start with first."""
    return [introduce(ruleset, comes_first=place == 0) for place, ruleset in enumerate(card.list_introduced())]


def introduce(ruleset: Ruleset, *, comes_first: bool = False) -> Introduced:
    return Introduced(
        ruleset=ruleset,
        board=drawn.draw_small(ruleset),
        goal=tell_goal(ruleset),
        length=tell_usual_length(ruleset),
        difficulty=tell_difficulty(ruleset),
        comes_first=comes_first,
    )


def tell_usual_length(ruleset: Ruleset) -> str:
    """How long a game usually is; empty where its folder does not say."""
    found = card.find_card(ruleset)
    return str(USUAL_LENGTH(least=found.least, most=found.most)) if found else ""


def tell_difficulty(ruleset: Ruleset) -> str:
    """How hard a game is to learn; empty where its folder does not say."""
    found = card.find_card(ruleset)
    return form(found.difficulty()) if found else ""
