"""Takes the text of records apart: tags, turns, comments, result, each with where it stands. It knows no game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.words import Said
from records.record import Played
from records.values import RESULTS, read_length, read_moment
from records.words import faults

MOST_TAGS = 200
LONGEST_TAG = 2000
"""Characters of the value of a tag."""
MOST_TURNS = 1000
NUMBERS = list(map(str, range(1, MOST_TURNS + 1)))
TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]{0,63}) "((?:[^"\\]|\\["\\nr])*)"\]')
NUMBER = re.compile(r"(\d{1,6})\.\s+(?=\S)")
"""What stands before a turn."""
NOTE = re.compile(r"\[%([a-z]+) ([^\[\]]*)\]")
WHOLE = re.compile(r"((?:\[[^\n]*\]\n)+)\n((?:\d+\. [^\n]*\n)*)(1-0|0-1|1/2-1/2|[-*])\n(?:\n+|\Z)")
"""A game as we write it, without turns that were taken back."""
NOTED = re.compile(
    r"^(\d+)\. (\S[^\n{}]*?)(?: \{(?:\[%(?:day|at) ([^\]\n]+)\])?(?: ?\[%left ([^\]\n]+)\])?\})?$", re.MULTILINE
)
DIGITS = "0123456789"
ESCAPE = re.compile(r"\\(.)")
MEANT = {"n": "\n", "r": "\r"}


class Place(NamedTuple):
    line: int
    column: int
    """Both from 1."""


BEGINNING = Place(1, 1)


class BadRecord(ValueError):
    """What cannot be read: why, and where."""

    def __init__(self, why: Said, place: Place | None = None) -> None:
        super().__init__(why)
        self.why = why
        self._place = place or BEGINNING
        self._locate: Callable[[Place], Place] | None = None

    def locate_by(self, locate: Callable[[Place], Place]) -> None:
        """The place is one of pieces, of which `locate` tells the line and column; it is asked if the place is."""
        self._locate = locate

    @property
    def place(self) -> Place:
        if self._locate is not None:
            self._place, self._locate = self._locate(self._place), None
        return self._place

    @property
    def said(self) -> Said:
        return faults.AT(line=self.place.line, column=self.place.column, why=self.why)


class Line(NamedTuple):
    """A turn as it is written."""

    ply: int
    text: str
    notes: dict[str, str]
    place: Place
    """Of the text of the turn."""


@dataclass(slots=True)
class Pieces:
    """What one game in a text is made of, as far as it can be read."""

    place: Place
    tags: list[tuple[str, str, Place]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    withdrawn: list[Line] = field(default_factory=list)
    result: str = ""
    result_place: Place = BEGINNING
    fault: BadRecord | None = None
    plain: list[Played] | None = None
    """The turns, where they are written as we write them: in place of `lines`, since most of the time of reading would
    go into these."""
    first_line: int = 0
    """That of the first of them."""
    locate: Callable[[Place], Place] = field(default=lambda place: place)
    """The line and column of one of these places."""

    def place_of(self, number: int) -> Place:
        """Where the text of a turn stands, counted from 0."""
        if self.plain is None:
            return self.locate(self.lines[number].place)
        return Place(self.first_line + number, len(str(number + 1)) + 3)

    def add(self, line: str, number: int) -> None:
        """Raises BadRecord."""
        if self.result:
            raise BadRecord(faults.AFTER_RESULT(), Place(number, 1))
        if line[0] in DIGITS and line not in RESULTS:
            if len(self.lines) == MOST_TURNS:
                raise BadRecord(faults.MANY_TURNS(most=MOST_TURNS), Place(number, 1))
            self.lines.append(read_line(line, Place(number, 1)))
        elif line.startswith("[") and not self.lines:
            self.tags.append(self._read_tag(line, number))
        elif line in RESULTS:
            self.result, self.result_place = line, Place(number, 1)
        elif line.startswith("(") and line.endswith(")"):
            self.withdrawn.append(read_line(line[1:-1], Place(number, 2)))
        else:
            raise BadRecord(faults.BAD_LINE(), Place(number, 1))

    def _read_tag(self, line: str, number: int) -> tuple[str, str, Place]:
        if len(self.tags) == MOST_TAGS:
            raise BadRecord(faults.MANY_TAGS(most=MOST_TAGS), Place(number, 1))
        if len(line) > LONGEST_TAG:
            raise BadRecord(faults.LONG_TAG(most=LONGEST_TAG), Place(number, 1))
        found = TAG.fullmatch(line)
        if found is None:
            raise BadRecord(faults.BAD_TAG(), Place(number, 1))
        value = ESCAPE.sub(lambda escape: MEANT.get(escape[1], escape[1]), found[2])
        return found[1], value, Place(number, found.start(2) + 1)


def read_line(line: str, place: Place) -> Line:
    """A turn with its comment, whose notes of other programs are left out. Raises BadRecord."""
    found = NUMBER.match(line)
    if found is None:
        raise BadRecord(faults.BAD_LINE(), place)
    text, comment = split_comment(line[found.end() :])
    notes = dict(NOTE.findall(comment)) if comment else {}
    return Line(int(found[1]), text, notes, Place(place.line, place.column + found.end()))


def split_comment(text: str) -> tuple[str, str]:
    """A turn and the comment in braces behind it, empty without one."""
    before, opened, comment = text.removesuffix("}").rpartition("{")
    turn = before.rstrip()
    is_one = opened and text.endswith("}") and "}" not in comment and turn and turn != before
    return (turn, comment) if is_one else (text, "")


def split(text: str) -> Iterator[Pieces]:
    """Each game of a text. One that is at fault ends there, and so does the text."""
    here, line = 0, 1
    while (found := WHOLE.match(text, here)) and (pieces := take_whole(found, line)):
        yield pieces
        here, line = found.end(), line + text.count("\n", here, found.end())
    yield from split_lines(text[here:], first=line)


def take_whole(found: re.Match[str], first: int) -> Pieces | None:
    """A game as we write it, from this line on; None if it is none after all."""
    tags, turns, result = found.groups()
    try:
        plain = read_plain(turns)
    except ValueError:
        return None
    pieces = Pieces(Place(first, 1), plain=plain, first_line=first + tags.count("\n") + 1)
    try:
        for number, line in enumerate(tags.splitlines(), first):
            pieces.add(line, number)
    except BadRecord:
        return None
    pieces.result, pieces.result_place = result, Place(pieces.first_line + len(plain), 1)
    return pieces


def read_plain(turns: str) -> list[Played]:
    """Raises ValueError where they are not written as we write them."""
    found = NOTED.findall(turns)
    numbers, texts, moments, lengths = zip(*found, strict=True) if found else ((), (), (), ())
    if list(numbers) != NUMBERS[: turns.count("\n")] or len(numbers) > MOST_TURNS:
        raise ValueError(turns)
    at = {each: read_moment(each) if each else None for each in set(moments)}
    left = {each: read_length(each) if each else None for each in set(lengths)}
    return list(map(Played, texts, map(at.__getitem__, moments), map(left.__getitem__, lengths)))


def split_lines(text: str, *, first: int) -> Iterator[Pieces]:
    """The same line by line, of what others have written; `first` is the number of the first."""
    pieces: Pieces | None = None
    for number, raw in enumerate(text.split("\n"), first):
        line = raw.strip()
        if not line:
            continue
        if pieces is not None and line.startswith("[") and (pieces.lines or pieces.result):
            yield pieces
            pieces = None
        pieces = pieces or Pieces(Place(number, 1))
        try:
            pieces.add(line, number)
        except BadRecord as fault:
            pieces.fault = fault
            break
    if pieces is not None:
        yield pieces
