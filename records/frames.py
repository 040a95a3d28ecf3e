"""Some of a game's positions at once, as the script that replays games puts them in place: no request for each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.contract import Position, Ruleset, Side
from games import drawn
from games.models import Game
from games.reading.seats import Seats
from games.reading.turns import Played, find_turns
from games.telling.played import tell_turn
from games.words.page import IN_TAB_AT, YOU
from records.words import watching as words

AT_ONCE = 21
"""Positions of one answer: the one asked for, and the next twenty."""
JUMPS = ("control", "claim")
"""What a turn can be looked for by, besides captures: names of groups of its steps."""
KINDS = ("capture", *JUMPS)


class Step(NamedTuple):
    """A position and the turn that led to it."""

    ply: int
    text: str | None
    before: str | None
    position: str


class Seen(NamedTuple):
    """How its reader sees the board."""

    flipped: bool
    coordinates: bool
    side: int | None
    """Of a reader who plays; turns are told to them as theirs."""


def list_steps(game: Game, start: int) -> list[Step]:
    """The position after `start` turns and those that follow, in one query."""
    turns = [Played._make(each) for each in find_turns(game.pk, max(start - 1, 0), start + AT_ONCE - 1)]
    standing = {turn.ply: turn.position_text for turn in turns}
    first = game.ruleset.start(**game.options).text() if start <= 1 else ""
    standing[0] = first
    steps = [Step(0, None, None, first)] if start == 0 else []
    return steps + [
        Step(turn.ply, turn.text, standing.get(turn.ply - 1), turn.position_text)
        for turn in turns
        if turn.ply >= start and turn.ply
    ]


def make_frame(ruleset: Ruleset, step: Step, *, seen: Seen, last: int) -> dict[str, Any]:
    """What the script shows of a position."""
    told = ""
    if step.text is not None and step.before is not None:
        told = tell_turn(ruleset, step.before, step.text, step.position, side=seen.side)
    said = words.AFTER_TURN(turn=step.ply, turns=last, told=told) if step.ply else words.AT_THE_START()
    above, below = (Side.FIRST, Side.SECOND) if seen.flipped else (Side.SECOND, Side.FIRST)
    return {
        "ply": step.ply,
        "board": drawn.draw_board(
            ruleset,
            step.position,
            flipped=seen.flipped,
            last_turn=step.text,
            ply=step.ply,
            coordinates=seen.coordinates,
        ),
        "trays": [drawn.draw_tray(ruleset, step.position, side=side) for side in (above, below)],
        "said": str(said).strip(),
        "position": step.position,
        "zones": drawn.list_zones(drawn.read_position(ruleset, step.position)),
    }


def make_title(game: Game, seats: Seats, ply: int) -> str:
    names = [YOU() if seat.user.is_guest else seat.user.shown_name for seat in seats]
    return str(IN_TAB_AT(ruleset=game.ruleset.name, names=names, turn=ply))


def find_jumps(ruleset: Ruleset, positions: Sequence[Position], texts: Sequence[str]) -> dict[str, list[int]]:
    """After which turns a piece was captured, and which turns have one of JUMPS, by what the ruleset calls it; what
    never happens is left out. `positions` has one more, the first."""
    found: dict[str, list[int]] = {"capture": []}
    standing = [len(position.pieces()) for position in positions]
    for ply, (text, before, after) in enumerate(zip(texts, standing, standing[1:], strict=False), 1):
        if after < before:
            found["capture"].append(ply)
        for name in {name for name, _ in ruleset.steps(text)} & set(JUMPS):
            found.setdefault(name, []).append(ply)
    return {name: plies for name, plies in found.items() if plies}
