"""How to play, beside the board: the goal, the pieces and how they move, and what is special, from the folder of the
game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.language import find_language
from core.words import form
from engine import drawing, lessons
from engine.brief import find_brief, list_piece_briefs
from engine.contract import Piece, Ruleset, Side
from games.reading.state import GameState


class Row(NamedTuple):
    """A kind of piece: its picture, its name, and how it moves."""

    picture: str
    name: str
    moves: str


class HowToPlay(NamedTuple):
    """All that the panel shows."""

    slug: str
    goal: str
    turn: str
    special: str
    rows: tuple[Row, ...]
    has_lesson: bool
    is_open: bool


def describe_how_to_play(state: GameState) -> HowToPlay | None:
    """For a reader of a game, with the pieces of their side; open in the first games of a player. None where the folder
    of the game says nothing."""
    side = Side.FIRST if state.mine is None else state.mine.side
    told = tell(state.game.ruleset, side, find_language())
    is_guest = state.mine is not None and state.member is None
    return told and told._replace(is_open=not state.game.is_over and (is_guest or state.around.is_new))


@lru_cache(maxsize=32)
def tell(ruleset: Ruleset, side: int, language: str | None) -> HowToPlay | None:
    """The same for a side, in the language that is active, closed."""
    brief = find_brief(ruleset)
    if brief is None:
        return None
    rows = tuple(
        Row(
            drawing.draw_icon(ruleset, Piece(None, one.kind, Side(side), one.marks)),
            ruleset.kinds[one.kind],
            form(one.moves()),
        )
        for one in list_piece_briefs(ruleset)
    )
    return HowToPlay(
        ruleset.slug,
        form(brief.goal()),
        form(brief.turn()),
        form(brief.special()),
        rows,
        has_lesson=lessons.has_any(ruleset),
        is_open=False,
    )
