"""Mastery's positions as one line of text: writing and reading them, and refusing a text that is not one."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.contract import BadPosition, Side
from engine.games.mastery.state import State
from engine.games.mastery.tables import BOARD, LETTERS, MASTER, NUMBERS, OFFICER, PAWN, TURNS, Army, Turn

SIDE_LETTERS = "dl"
SIDE_NAMES = ("Dark", "Light")
KIND_NAMES = ("Master", "Officer", "Pawn")
SETUPS = {
    "imperial": "2mmm3/2ooo3/1ppopp2/2p1p3/3P1P2/2PPOPP1/3OOO2/3MMM2",
    "draume-crown": "1momom2/1ppopp2/p2o2p1/8/8/1P2O2P/2PPOPP1/2MOMOM1",
}
RULES = ("ross", "woag")


class Found(NamedTuple):
    """What a text says."""

    turn: Side
    armies: tuple[Army, Army]
    last: Turn | None
    setup: str
    rules: str


def describe_start(*, setup: str, rules: str) -> str:
    """The text of the first position."""
    return f"{SETUPS[setup]} d M0O0P0/M0O0P0 - {setup},{rules}"


def write(position: State) -> str:
    """The position on one line."""
    last = position.last.squares if position.last else "-"
    options = f"{position.variant.setup},{position.variant.rules}"
    return f"{write_board(position)} {_count_lost(position.armies())} {last} {options}"


def write_board(position: State) -> str:
    """The first two parts of that: the board and the side to move."""
    letters = {
        square: letter.upper() if side == 0 else letter.lower()
        for side, army in enumerate(position.armies())
        for letter, pieces in zip(LETTERS, army, strict=True)
        for square in BOARD.squares(pieces)
    }
    return f"{BOARD.write(letters)} {SIDE_LETTERS[position.turn]}"


def read(text: str) -> Found:
    """Takes the text of a position apart. Raises BadPosition."""
    parts = text.split()
    if len(parts) != 5:
        raise BadPosition(
            "parts",
            "A position has five parts with spaces between: board, side to move, pieces lost, last turn, options.",
        )
    board, side, lost, last, options = parts
    armies = _read_armies(board)
    if side not in ("d", "l"):
        raise BadPosition("side", "The side to move is d (Dark) or l (Light), not “{side}”.", side=side[:20])
    turn = Side(SIDE_LETTERS.index(side))
    _check_lost(armies, lost)
    setup, _, rules = options.partition(",")
    if setup not in SETUPS or rules not in RULES:
        raise BadPosition("options", "“{options}” are no options such as imperial,ross.", options=options[:40])
    return Found(turn, armies, _read_last(last, turn=turn, armies=armies), setup, rules)


def _read_armies(board: str) -> tuple[Army, Army]:
    letters = BOARD.read(board, letters=LETTERS + LETTERS.lower())
    dark, light = (
        tuple(BOARD.mask(square for square, found in letters.items() if found == letter) for letter in alphabet)
        for alphabet in (LETTERS, LETTERS.lower())
    )
    return (dark[MASTER], dark[OFFICER], dark[PAWN]), (light[MASTER], light[OFFICER], light[PAWN])


def _count_lost(armies: tuple[Army, Army]) -> str:
    return "/".join(
        "".join(
            f"{letter}{number - pieces.bit_count()}"
            for letter, number, pieces in zip(LETTERS, NUMBERS, army, strict=True)
        )
        for army in armies
    )


def _check_lost(armies: tuple[Army, Army], lost: str) -> None:
    counts = re.fullmatch("M([0-9])O([0-9])P([0-9])/M([0-9])O([0-9])P([0-9])", lost)
    if counts is None:
        raise BadPosition("lost_form", "Pieces lost are written like M1O0P2/M0O1P0, not “{lost}”.", lost=lost[:40])
    for place, count in enumerate(counts.groups()):
        side, kind = divmod(place, 3)
        standing = armies[side][kind].bit_count()
        if standing + int(count) != NUMBERS[kind]:
            raise BadPosition(
                "lost_count",
                "{side} has {number} {kind}s: {standing} on the board and {lost} off it do not add up.",
                side=SIDE_NAMES[side],
                number=NUMBERS[kind],
                kind=KIND_NAMES[kind],
                standing=standing,
                lost=int(count),
            )
    beaten = [not masters or not officers | pawns for masters, officers, pawns in armies]
    if all(beaten):
        raise BadPosition(
            "both_lost", "Both sides have lost in this position: the first loss would have ended the game."
        )


def _read_last(last: str, *, turn: Side, armies: tuple[Army, Army]) -> Turn | None:
    """The turn just played, checked as far as the board still shows it. Raises BadPosition."""
    if last == "-":
        return None
    ends = re.fullmatch("([a-h][1-8])[-x]([a-h][1-8])", last)
    if ends is None:
        raise BadPosition("last_form", "The last turn is written like d3-d4 or d3xd4, not “{last}”.", last=last[:20])
    own, foe = armies[turn], armies[turn.other]
    end = BOARD.bit[ends[2]]
    mover = next((kind for kind in (MASTER, OFFICER, PAWN) if (own[kind] | foe[kind]) & end), None)
    control = "~" if sum(own) & end else ""
    played = None if mover is None else TURNS.get(f"{control}{LETTERS[mover]}{last}")
    if played is None:
        raise BadPosition("last_piece", "No piece that could have played {last} stands on its last square.", last=last)
    returned = foe[OFFICER] | foe[PAWN] if played.takes else 0
    if (played.between | played.start) & (sum(own) | sum(foe)) & ~returned:
        raise BadPosition("last_way", "The last turn cannot have been {last}: its way is not free.", last=last)
    devoured = mover == MASTER and (foe[OFFICER] | foe[PAWN]).bit_count() < NUMBERS[OFFICER] + NUMBERS[PAWN]
    if played.takes and sum(own).bit_count() == sum(NUMBERS) and not devoured:
        raise BadPosition("last_victim", "The last turn {last} took a piece, but none is off the board.", last=last)
    return played
