"""Takes the JSON of records apart into the same pieces as their text, so that one reader reads both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from engine.words import Said
from games import clock
from games.clock import BadControl
from records.splitting import LONGEST_TAG, MOST_TAGS, MOST_TURNS, BadRecord, Line, Pieces, Place
from records.values import write_control
from records.words import faults

Path = tuple[str | int, ...]
TEXTS = {
    ("game",): "Game",
    ("opening",): "Opening",
    ("start",): "Start",
    ("players", "first"): "First",
    ("players", "second"): "Second",
    ("started",): "StartDate",
    ("ended",): "EndDate",
    ("result",): "Result",
    ("termination",): "Termination",
    ("site",): "Site",
    ("licence",): "Licence",
}
"""The tag of each text, by where it stands."""
NUMBERS = {("format",): "Format", ("revision",): "Revision", ("vacation_days",): "Vacation"}
FLAGS = {("weekends_off",): ("Weekends", "off"), ("rated",): ("Rated", "yes")}
SPACE = " \t\n\r"


class Kind(NamedTuple):
    types: type | tuple[type, ...]
    wanted: Said


TEXT = Kind(str, faults.TEXT_WANTED())
NUMBER = Kind(int, faults.NUMBER_WANTED())
LIST = Kind(list, faults.LIST_WANTED())
OBJECT = Kind(dict, faults.OBJECT_WANTED())


def split_json(text: str) -> Iterator[Pieces]:
    """Each game of a JSON text: one, a list of them, or one a line."""
    for value, start in _load_all(text):
        if isinstance(value, BadRecord):
            yield Pieces(value.place, fault=value)
        elif isinstance(value, list):
            values = _List(text, start)
            for number, each in enumerate(value):
                yield _Taker(text, partial(values.find, number), each).take_apart()
        else:
            yield _Taker(text, partial(int, start), value).take_apart()


def _load_all(text: str) -> Iterator[tuple[Any, int]]:
    """Each value of the text with where it begins; a BadRecord as the last where it is no JSON."""
    decoder, place = json.JSONDecoder(), _skip(text, 0)
    while place < len(text):
        try:
            value, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            yield BadRecord(faults.NO_JSON(why=error.msg), Place(error.lineno, error.colno)), place
            return
        except RecursionError:
            yield BadRecord(faults.TOO_DEEP(), find_place(text, place)), place
            return
        except ValueError:  # more digits than Python reads
            yield BadRecord(faults.NUMBER_TOO_LONG(), find_place(text, place)), place
            return
        yield value, place
        place = _skip(text, end)


class _List:
    """A list in a text. Where its values begin is kept as far as it was asked: for each of many, all before it would
    be read again."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.decoder = text, json.JSONDecoder()
        self.starts = [_skip(text, start + 1)]

    def find(self, number: int) -> int:
        while len(self.starts) <= number:
            _, end = self.decoder.raw_decode(self.text, self.starts[-1])
            self.starts.append(_skip_comma(self.text, end))
        return self.starts[number]


class _Taker:
    """Takes one record apart. Where a piece stands is kept as the number of its path, since the line and column of few
    are ever asked for; nor where the record begins."""

    def __init__(self, text: str, find_start: Callable[[], int], value: Any) -> None:
        self.text, self.find_start, self.value = text, find_start, value
        self.paths: list[Path] = []
        self.pieces = Pieces(self._note(()), locate=self._locate)

    def take_apart(self) -> Pieces:
        try:
            self._check(self.value, OBJECT, ())
            self._take_tags()
            self._take_turns()
        except BadRecord as fault:
            self.pieces.fault = fault
        return self.pieces

    def _take_tags(self) -> None:
        for path, tag in TEXTS.items():
            if (value := self._find(path, TEXT)) not in (None, ""):
                self._add(tag, value, path)
        for path, tag in NUMBERS.items():
            if (value := self._find(path, NUMBER)) is not None and value is not False:
                self._add(tag, str(value), path)
        for path, (tag, text) in FLAGS.items():
            if self._find(path, Kind(bool, faults.FLAG_WANTED())):
                self._add(tag, text, path)
        if control := self._find(("control",), OBJECT):
            self._add("Control", self._read_control(control), ("control",))
        for name, value in (self._find(("options",), OBJECT) or {}).items():
            for each in value if isinstance(value, list) else [value]:
                self._check(each, TEXT, ("options", name))
                self._add(f"Option_{name}", each, ("options", name))
        for number, value in enumerate(self._find(("tags",), LIST) or ()):
            if not (isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)):
                raise BadRecord(faults.BAD_KEY(name="tags", wanted=faults.PAIRS_WANTED()), self._note(("tags", number)))
            self._add(value[0], value[1], ("tags", number))

    def _read_control(self, stored: dict[str, Any]) -> str:
        try:
            return write_control(clock.from_json(stored))
        except (BadControl, TypeError):
            raise BadRecord(
                faults.BAD_VALUE(value=str(stored)[:80], name="control"), self._note(("control",))
            ) from None

    def _take_turns(self) -> None:
        for key, lines in (("turns", self.pieces.lines), ("taken_back", self.pieces.withdrawn)):
            for number, turn in enumerate(self._find((key,), LIST) or ()):
                path: Path = (key, number)
                self._check(turn, OBJECT, path)
                if number == MOST_TURNS:
                    raise BadRecord(faults.MANY_TURNS(most=MOST_TURNS), self._note(path))
                for name in ("text", "at", "left", "back"):
                    self._check(turn.get(name, ""), TEXT, (*path, name))
                ply = turn.get("ply", 0) if key == "taken_back" else number + 1
                self._check(ply, NUMBER, (*path, "ply"))
                lines.append(Line(ply, turn.get("text", ""), read_notes(turn), self._note((*path, "text"))))

    def _add(self, tag: str, value: str, path: Path) -> None:
        place = self._note(path)
        if len(self.pieces.tags) == MOST_TAGS:
            raise BadRecord(faults.MANY_TAGS(most=MOST_TAGS), place)
        if len(value) > LONGEST_TAG:
            raise BadRecord(faults.LONG_TAG(most=LONGEST_TAG), place)
        self.pieces.tags.append((tag, value, place))

    def _find(self, path: Path, kind: Kind) -> Any:
        """What stands there; None where nothing does, or null. Raises BadRecord where it is of another kind."""
        value = self.value
        for name in path[:-1]:
            value = value.get(name)
            if value is None:
                return None
            self._check(value, OBJECT, path[:1])
        found = value.get(path[-1])
        if found is not None:
            self._check(found, kind, path)
        return found

    def _check(self, value: Any, kind: Kind, path: Path) -> None:
        if not isinstance(value, kind.types) or (kind is NUMBER and isinstance(value, bool)):
            name = next((str(each) for each in reversed(path) if isinstance(each, str)), "…")
            raise BadRecord(faults.BAD_KEY(name=name[:40], wanted=kind.wanted), self._note(path))

    def _note(self, path: Path) -> Place:
        self.paths.append(path)
        return Place(0, len(self.paths) - 1)

    def _locate(self, place: Place) -> Place:
        return find_place(self.text, locate(self.text, self.find_start(), self.paths[place.column]))


def read_notes(turn: dict[str, Any]) -> dict[str, str]:
    return {name: turn[name] for name in ("at", "left", "back") if turn.get(name)}


def find_place(text: str, offset: int) -> Place:
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def locate(text: str, start: int, path: Path) -> int:
    """Where the value at a path begins, or as much of the path as is there."""
    decoder, place = json.JSONDecoder(), start
    for wanted in path:
        found = _enter(text, place, wanted, decoder)
        if found is None:
            break
        place = found
    return place


def _enter(text: str, place: int, wanted: str | int, decoder: json.JSONDecoder) -> int | None:
    """Where the value of this key, or of this number in a list, begins, in the value at `place`."""
    is_list, number = text[place] == "[", 0
    place = _skip(text, place + 1)
    while text[place] not in "]}":
        name: str | int = number
        if not is_list:
            name, place = decoder.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)
        if name == wanted:
            return place
        _, place = decoder.raw_decode(text, place)
        place, number = _skip_comma(text, place), number + 1
    return None


def _skip_comma(text: str, place: int) -> int:
    """The place behind spaces and a comma, if there is one."""
    place = _skip(text, place)
    return _skip(text, place + 1) if text[place] == "," else place


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in SPACE:
        place += 1
    return place
