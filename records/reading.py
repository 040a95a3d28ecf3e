"""Reads records: the text and the JSON that `writing` writes, and what people make of them.

What cannot be read is told with its line and column, and what stands before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from engine.contract import IllegalMove, Position
from games.words.illegal import say_error
from records.from_json import split_json
from records.record import Moment, Played, Record, Withdrawn
from records.splitting import BadRecord, Line, Pieces, Place, split
from records.tags import UNKNOWN, read_tags
from records.values import read_length, read_moment
from records.words import faults

MOST_BYTES = 1 << 20
IS_JSON = re.compile(r"\s*(?:\{|\[\s*[{\]])")
"""A tag has a letter after its bracket."""


class Read(NamedTuple):
    """A record as far as it could be read, and what is wrong with the rest."""

    record: Record | None
    fault: BadRecord | None = None
    pieces: Pieces | None = None
    """What it was read from, by which `play_through` finds where a turn stands."""


def decode(content: bytes) -> str:
    """The text of a file. Raises BadRecord where it is too large or no UTF-8."""
    if len(content) > MOST_BYTES:
        raise BadRecord(faults.TOO_LARGE(most=MOST_BYTES))
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(faults.NOT_UTF8(), place_after(content[: error.start].decode())) from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def place_after(text: str) -> Place:
    """Where what follows a text begins."""
    return Place(text.count("\n") + 1, len(text) - text.rfind("\n"))


def read_all(text: str) -> Iterator[Read]:
    """Each game of a text or of JSON, one after another, before its turns are played: see `play_through`."""
    for pieces in split_json(text) if IS_JSON.match(text) else split(text):
        yield read_pieces(pieces)


def read_pieces(pieces: Pieces) -> Read:
    """Keeps what stands before a fault."""
    record = None
    turns: list[Played] = []
    fault = pieces.fault
    try:
        if fault is not None and not pieces.tags:
            raise fault
        record = read_tags(pieces)
        if pieces.plain is not None:
            turns += pieces.plain
        for ply, line in enumerate(pieces.lines, 1):
            if line.ply != ply:
                raise BadRecord(faults.BAD_NUMBER(wanted=ply, given=line.ply), line.place)
            turns.append(Played(line.text, *read_notes(line)))
        record = replace(record, taken_back=tuple(map(read_withdrawn, pieces.withdrawn)))
    except BadRecord as error:
        fault = error
    if fault is not None:
        fault.locate_by(pieces.locate)
    return Read(record and replace(record, turns=tuple(turns)), fault, pieces)


def play_through(read: Read) -> tuple[Read, list[Position]]:
    """The record as far as its turns are legal, each as its ruleset writes it, and the position after each of them.

    A result that the last position contradicts is a fault, too.
    """
    record, fault, pieces = read
    assert record is not None
    turns: list[Played] = []
    positions = [record.ruleset.read(record.start)]
    for number, turn in enumerate(record.turns):
        try:
            text = positions[-1].canonical(turn.text)
        except IllegalMove as error:
            place = pieces.place_of(number) if pieces else None
            short = replace(record, turns=tuple(turns), winner=None, termination="")
            return Read(short, BadRecord(say_error(error), place), pieces), positions
        positions.append(positions[-1].play(text))
        turns.append(turn._replace(text=text))
    record = replace(record, turns=tuple(turns))
    return Read(record, fault or find_contradiction(record, positions[-1], pieces), pieces), positions


def find_contradiction(record: Record, position: Position, pieces: Pieces | None) -> BadRecord | None:
    """Whether the result is another than that of a game which has ended on the board. Of games that ended
    otherwise nothing is said: staff may have decided about them."""
    outcome, by_rules = position.outcome(), (UNKNOWN, *record.ruleset.terminations)
    if outcome is None or record.termination not in by_rules:
        return None
    right = replace(record, winner=outcome.winner, termination=outcome.termination).result
    if record.result in (right, "*"):
        return None
    place = pieces.locate(pieces.result_place) if pieces else None
    return BadRecord(faults.OTHER_RESULT(right=right, given=record.result), place)


def read_notes(line: Line) -> tuple[Moment | None, timedelta | None]:
    """When a turn was played, and what was left of its time. Raises BadRecord."""
    at = left = None
    if not line.notes:
        return None, None
    try:
        if moment := line.notes.get("at") or line.notes.get("day"):
            at = read_moment(moment)
        if length := line.notes.get("left"):
            left = read_length(length)
    except ValueError as error:
        raise BadRecord(faults.BAD_VALUE(value=str(error)[:80], name="%"), line.place) from None
    return at, left


def read_withdrawn(line: Line) -> Withdrawn:
    at, left = read_notes(line)
    try:
        back = read_moment(line.notes.get("back", ""))
    except ValueError as error:
        raise BadRecord(faults.BAD_VALUE(value=str(error)[:80], name="%back"), line.place) from None
    return Withdrawn(line.ply, line.text, at or back, left, back)
