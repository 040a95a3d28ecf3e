"""Set-ups as pictures, by which players choose a game and its set-up for a challenge."""

from __future__ import annotations

from typing import NamedTuple

from engine.card import list_introduced
from engine.contract import Ruleset, find_set_up
from games.views.entries import Drawing, draw


class Picture(NamedTuple):
    """A set-up that can be chosen; its board uses the shapes."""

    value: str
    """The slug of the game, or the value of the option."""
    label: str
    help: str
    board: str
    shapes: tuple[str, ...]


def picture_games() -> list[Picture]:
    """Each game with its usual set-up."""
    return [Picture(one.slug, one.name, "", *_draw(one)) for one in list_introduced()]


def picture_set_ups(ruleset: Ruleset) -> list[Picture]:
    """The set-ups of a game that has several, in the order of its option."""
    option = find_set_up(ruleset)
    if option is None:
        return []
    return [
        Picture(choice.value, choice.label, choice.help, *_draw(ruleset, **{option.name: choice.value}))
        for choice in option.choices
    ]


def _draw(ruleset: Ruleset, **options: str) -> tuple[str, tuple[str, ...]]:
    return draw(Drawing(ruleset.slug, ruleset.start(**options).text(), flipped=False, last_turn=""))
