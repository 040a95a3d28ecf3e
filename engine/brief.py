"""A game in five lines, `BRIEF` of `brief.py` in its folder: how one wins, what a turn is, what is special.
`PIECES` there may say how each kind of piece moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from engine import registry
from engine.contract import Ruleset
from engine.words import Sentence


@dataclass(frozen=True, slots=True)
class Brief:
    """Five sentences, each whole by itself: the goal stands alone above lessons and wherever a game is introduced."""

    goal: Sentence
    turn: Sentence
    capture: Sentence
    special: Sentence
    end: Sentence


@dataclass(frozen=True, slots=True)
class PieceBrief:
    """How pieces of a kind move, in a sentence beside name and picture; `marks` are those of the picture."""

    kind: str
    moves: Sentence
    marks: tuple[str, ...] = ()


def find_brief(ruleset: Ruleset) -> Brief | None:
    """The five lines of a game; None where its folder has none."""
    module = registry.find_module(ruleset.slug, "brief")
    return cast(Brief, module.BRIEF) if module else None


def list_piece_briefs(ruleset: Ruleset) -> tuple[PieceBrief, ...]:
    """How its pieces move, the highest first; none where its folder does not say."""
    module = registry.find_module(ruleset.slug, "brief")
    return cast(tuple[PieceBrief, ...], getattr(module, "PIECES", ()))
