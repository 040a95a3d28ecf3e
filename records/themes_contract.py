"""What a theme of puzzles says of itself, and where themes are found: every file of `themes/`."""

from __future__ import annotations

from typing import ClassVar

from core.words import Sentence
from engine.contract import Position, Ruleset
from engine.kinds import Kinds


class Theme:
    """By what the first turn of a puzzle wins: a file of `themes/`, named as the theme is, with an instance `theme`."""

    name: ClassVar[str]
    label: ClassVar[Sentence]
    order: ClassVar[int] = 100
    """The first one in this order that fits is that of a puzzle."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def fits(self, ruleset: Ruleset, position: Position, move: str) -> bool:
        """Whether the winning turn of this position is of this theme."""
        raise NotImplementedError


THEMES = Kinds("records.themes", Theme, called="theme")


def choose_theme(ruleset: Ruleset, position: Position, move: str) -> Theme:
    return next(theme for theme in THEMES.all() if theme.fits(ruleset, position, move))
