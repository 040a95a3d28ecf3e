"""What introduces a game beside its name: `CARD` of `card.py` in its folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from engine import registry
from engine.contract import Ruleset
from engine.words import Sentence


@dataclass(frozen=True, slots=True)
class Card:
    """How long and how hard a game is, for people who choose one."""

    place: int
    """Its place among the games, from 1, the one to start with."""
    least: int
    """Turns of each side in a short game between equals; `most` in a long one."""
    most: int
    difficulty: Sentence
    """How hard it is to learn, in a few words."""


def find_card(ruleset: Ruleset) -> Card | None:
    """The card of a game; None where its folder has none."""
    module = registry.find_module(ruleset.slug, "card")
    return cast(Card, module.CARD) if module else None


def list_introduced() -> tuple[Ruleset, ...]:
    """Every game in the order in which people are introduced to them; those without a card come last."""
    return tuple(sorted(registry.all_rulesets(), key=_place))


def _place(ruleset: Ruleset) -> tuple[bool, int]:
    card = find_card(ruleset)
    return card is None, card.place if card else 0
