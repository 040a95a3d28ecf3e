"""The five lines on a game, and its goal alone, in the language that is active."""

from __future__ import annotations

from core.words import Said, form
from engine.brief import find_brief
from engine.contract import Ruleset
from games.words import rules as words


def tell_goal(ruleset: Ruleset) -> str:
    """How the game is won, in a sentence; empty where its folder does not say."""
    brief = find_brief(ruleset)
    return form(brief.goal()) if brief else ""


def tell_brief(ruleset: Ruleset) -> tuple[tuple[Said, str], ...]:
    """The five lines, each after what it is about; none where the folder of the game has none."""
    brief = find_brief(ruleset)
    if not brief:
        return ()
    return (
        (words.GOAL(), form(brief.goal())),
        (words.TURN(), form(brief.turn())),
        (words.CAPTURE(), form(brief.capture())),
        (words.SPECIAL(), form(brief.special())),
        (words.END(), form(brief.end())),
    )
