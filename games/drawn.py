"""What pages show and tell of a position, much of it cached by value, so that nothing here can ever be out of date.

Each decorated function is cached by all its arguments, among them a ruleset and the text of a position, and it reads
nothing else. Both players come back to a board after each turn and step, and others watch. Each cache is bounded in
bytes, for all games together: a board takes 25 to 75 kB, the legal turns of MASTER as its script reads them 160 kB.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.html import json_script
from django.utils.safestring import SafeString

from core.bounded_cache import keep
from core.words import form
from engine import drawing
from engine.board import Board
from engine.contract import Position, Ruleset, Side, Steps
from engine.drawing.shapes import Shape
from engine.optional import ClicksLast, Explains, HasButtons, NamesStepsAt, Prompts, Remarks, StandsApart
from games.words import page as words
from games.words.illegal import tell_error

MEGABYTE = 1 << 20


@lru_cache(maxsize=64)
def read_position(ruleset: Ruleset, text: str) -> Position:
    """The position of a text, shared by the parts of a page. Never ask it for its legal turns, which it would keep."""
    return ruleset.read(text)


@keep(most=6 * MEGABYTE)
def draw_board(
    ruleset: Ruleset,
    text: str,
    *,
    flipped: bool,
    last_turn: str | None,
    ply: int,
    coordinates: bool,
    shapes: tuple[Shape, ...] = (),
) -> str:
    """The board to play on, with the shapes that somebody drew on it."""
    return drawing.draw_board(
        ruleset,
        read_position(ruleset, text),
        flipped=flipped,
        last_turn=last_turn,
        interactive=True,
        coordinates=coordinates,
        shapes=shapes,
        label=str(
            words.BOARD_AFTER(ruleset=ruleset.name, ply=ply) if ply else words.BOARD_AT_START(ruleset=ruleset.name)
        ),
    )


@keep(most=2 * MEGABYTE)
def draw_small(ruleset: Ruleset, text: str = "") -> str:
    """A board without places to click, of a position or of the set-up."""
    if not text:
        return drawing.draw_board(ruleset, ruleset.start(), label=str(words.SET_UP_OF(ruleset=ruleset.name)))
    return drawing.draw_board(
        ruleset, read_position(ruleset, text), label=str(words.BOARD_OF_GAME(ruleset=ruleset.name))
    )


@keep(most=MEGABYTE)
def draw_set_up(ruleset: Ruleset, text: str, *, flipped: bool) -> str:
    """The board at the start, from the side of the player who is to see it."""
    position = read_position(ruleset, text)
    return drawing.draw_board(ruleset, position, flipped=flipped, label=str(words.SET_UP_OF(ruleset=ruleset.name)))


@keep(most=MEGABYTE // 2)
def draw_tray(ruleset: Ruleset, text: str, *, side: Side) -> str:
    return drawing.draw_tray(ruleset, read_position(ruleset, text).captured(), side=side)


@keep(most=MEGABYTE // 4)
def draw_chip(ruleset: Ruleset, *, side: Side) -> str:
    return drawing.draw_chip(ruleset, side=side)


@lru_cache(maxsize=16)
def draw_legend(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    return tuple(drawing.draw_legend(ruleset))


@keep(most=MEGABYTE // 2)
def describe_board(ruleset: Ruleset, text: str) -> tuple[str, str]:
    """The pieces in words, and the board in plain text."""
    position = read_position(ruleset, text)
    return drawing.describe_pieces(ruleset, position), drawing.draw_text_board(ruleset, position)


@keep(most=4 * MEGABYTE)
def describe_for_script(ruleset: Ruleset, text: str, *, my_turn: bool, side: int | None, preview: str) -> SafeString:
    """What the board's script needs, for a page."""
    moves = ruleset.read(text).legal_moves() if my_turn else ()
    data = describe_turns(ruleset, read_position(ruleset, text), moves=moves, side=side, preview=preview)
    return json_script(data, "game-data")


def describe_turns(
    ruleset: Ruleset, position: Position, *, moves: Sequence[str], side: int | None, preview: str
) -> dict[str, Any]:
    """All that the script needs, since it knows no rule: legal turns as steps, words and pictures for tokens, prompts,
    zones."""
    return {
        "moves": split_moves(ruleset, position, moves),
        "labels": {name: str(label) for name, label in ruleset.step_labels.items()},
        "prompts": dict(ruleset.step_prompts) if isinstance(ruleset, Prompts) else {},
        "buttons": dict(ruleset.step_buttons) if isinstance(ruleset, HasButtons) else {},
        "apart": list(ruleset.steps_apart) if isinstance(ruleset, StandsApart) else [],
        "last": list(ruleset.steps_last) if isinstance(ruleset, ClicksLast) else [],
        "pictures": drawing.draw_choices(ruleset, position.turn),
        "side": side,
        "preview": preview,
        "zones": list_zones(position),
    }


def split_moves(ruleset: Ruleset, position: Position, moves: Sequence[str]) -> list[tuple[str, Steps]]:
    """Turns with their named groups of clicks, by what stands on the board where the ruleset names them so."""
    if isinstance(ruleset, NamesStepsAt):  # asked once, since a position may have thousands of turns
        return [(move, ruleset.steps_at(position, move)) for move in moves]
    return [(move, ruleset.steps(move)) for move in moves]


def list_zones(position: Position) -> list[tuple[str, int, str | None, tuple[str, ...]]]:
    return [(zone.name, int(zone.side), zone.source, zone.squares) for zone in position.overlays()]


def remarks_on(ruleset: Ruleset, before: Position, move: str, after: Position) -> tuple[str, ...]:
    """What the ruleset remarks on a turn besides its text; most turns, and some rulesets, have no remarks."""
    return tuple(map(form, ruleset.remarks(before, move, after))) if isinstance(ruleset, Remarks) else ()


def explain_click(ruleset: Ruleset, position: Position, clicks: Sequence[str]) -> str:
    """Why the last of these tokens cannot be clicked after the others, in a sentence."""
    known = {*ruleset.step_labels, *Board(files=ruleset.files, ranks=ruleset.ranks).names}
    if isinstance(ruleset, Explains) and known.issuperset(clicks) and (error := ruleset.explain(position, clicks)):
        return tell_error(error)
    return str(words.NO_TURN_GOES_ON())
