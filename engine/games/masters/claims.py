"""Finds the claims of Masters that may go with each move.

They are judged by the board after it, which need not be built.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.masters.field import LINES
from engine.games.masters.movement import AROUND, CARDINAL, NAME, PUPPETEER, list_bits
from engine.games.masters.state import State
from engine.games.masters.turn import read_move

CLAIMS = {bit: f"*{name}," for bit, name in NAME.items()}
"""The text of the claim of each square, as it is written before a move."""


def join_claims(position: State, texts: Sequence[str], shifts: Sequence[str]) -> list[str]:
    """All claims alone, and beside or before the moves of other pieces than the puppeteer.

    `shifts` are the moves of cardinals, `texts` those of other pieces. Such a move changes the puppeteer's view in two
    ways only: the square it leaves may open a line, and the square it reaches may close one. Where a cardinal is
    captured or moves, a piece may also lose or gain its shield.
    """
    side, field = int(position.turn), position.field
    hold, captive = position.holds[side], position.holds[1 - side]
    occupied = field.occupied
    enemies = field.masks[1 - side] & ~hold
    cardinals = field.armies[0][CARDINAL] | field.armies[1][CARDINAL]
    turns: list[str] = []
    for mask, line in LINES[field.armies[side][PUPPETEER]]:
        _, seen, met = line[occupied & mask]
        if not seen & enemies:
            continue
        for square, way, screen in met:
            if not square & enemies:
                continue
            shields = AROUND[square] & cardinals
            if not screen:
                if not shields:
                    turns.append(f"*{NAME[square]}")
                    turns += [CLAIMS[square] + text for text in position.find_moves_from(square)]
                turns += _select(position, texts, square, way, shields)
                turns += _select(position, shifts, square, way | AROUND[square], shields)
            elif (screen & field.masks[side] and screen != captive) or screen == hold:
                closed = way | AROUND[square] if screen & cardinals else way
                if not shields or screen == shields or field.armies[1 - side][CARDINAL] == shields:
                    turns += _select(position, position.find_moves_from(screen), square, closed, shields)
    return turns


def _select(position: State, texts: Sequence[str], square: int, closed: int, shields: int) -> list[str]:
    """The moves that may go with a claim of `square`: they do not end on `closed`, and they capture, or are of, what
    `shields` it."""
    claim = CLAIMS[square]
    if not shields:
        return [claim + text for text in texts if not read_move(text).end & closed]
    return [
        claim + text
        for text, (_, start, end, _, _) in [(text, read_move(text)) for text in texts]
        if not end & closed and shields & ~start in (0, end)
    ]


def join_steps(position: State, steps: Sequence[str]) -> list[str]:
    """The moves of the puppeteer itself, each with every claim that may go with it."""
    side, field = int(position.turn), position.field
    rest = field.occupied ^ field.armies[side][PUPPETEER]
    enemies = field.masks[1 - side] & ~position.holds[side]
    bare = enemies & ~field.aura
    cardinal = field.armies[1 - side][CARDINAL]
    turns: list[str] = []
    for text in steps:
        end = read_move(text).end
        open_ = bare if end != cardinal else enemies & ~AROUND[field.armies[side][CARDINAL]]
        for mask, line in LINES[end]:
            if mask & open_ and (claims := line[rest & mask][0] & open_):
                turns += [CLAIMS[square] + text for square in list_bits(claims)]
    return turns
