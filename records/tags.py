"""Reads the tags of a record: which game it is, from where, between whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import registry
from engine.contract import BadOption, BadPosition, Ruleset, Side, settle_options
from games.words.illegal import say_error
from records.record import FORMAT, Record, find_set_up
from records.splitting import BadRecord, Pieces, Place
from records.values import read_control, read_moment, read_one_of, read_result
from records.words import faults

UNKNOWN = "unknown"
"""The termination of a game that is over, where the record does not say how."""


def read_tags(pieces: Pieces) -> Record:
    """The record without its turns. Raises BadRecord."""
    tags = Tags(pieces)
    ruleset = tags.find_ruleset()
    options = tags.find_options(ruleset)
    start = find_start(ruleset, options, tags)
    result = tags.take("Result", read_result) or "*"
    record = Record(
        slug=ruleset.slug,
        revision=ruleset.revision,
        options=options,
        opening=tags.take("Opening", str) or "",
        start=start,
        first=tags.take("First", str) or "",
        second=tags.take("Second", str) or "",
        control=tags.take("Control", read_control),
        weekends=tags.take("Weekends", read_one_of("off")) is not None,
        vacation_days=tags.take("Vacation", int) or 0,
        rated=tags.take("Rated", read_one_of("yes")) is not None,
        started=tags.take("StartDate", read_moment),
        ended=tags.take("EndDate", read_moment),
        termination=tags.take("Termination", str) or "",
        site=tags.take("Site", str) or "",
        licence=tags.take("Licence", str) or "",
        turns=(),
        others=tags.list_others(),
    )
    return settle_result(record, result, pieces)


def find_start(ruleset: Ruleset, options: dict[str, Any], tags: Tags) -> str:
    """The set-up of the options, unless the record begins elsewhere."""
    _, usual = find_set_up(ruleset, tuple(options.items()))
    return tags.take("Start", lambda text: text if text == usual else ruleset.read(text).text()) or usual


def settle_result(record: Record, result: str, pieces: Pieces) -> Record:
    if pieces.result and result not in (pieces.result, "*"):
        raise BadRecord(faults.RESULT_UNLIKE(given=pieces.result, tag=result), pieces.result_place)
    result = pieces.result or result
    winner = {"1-0": Side.FIRST, "0-1": Side.SECOND}.get(result)
    if result == "*":
        return replace(record, winner=None, termination="")
    has_result = result != "-"
    return replace(record, winner=winner, has_result=has_result, termination=record.termination or "unknown")


class Tags:
    """The tags of a game, each of which is asked for once."""

    def __init__(self, pieces: Pieces) -> None:
        self.place = pieces.place
        self.found: dict[str, list[tuple[str, Place]]] = {}
        for name, value, place in pieces.tags:
            self.found.setdefault(name, []).append((value, place))
        self.order = [(name, value) for name, value, _ in pieces.tags]
        self.asked: set[str] = set()

    def take(self, name: str, read: Callable[[str], Any]) -> Any:
        """The value of a tag, None where there is none. Raises BadRecord."""
        self.asked.add(name)
        found = self.found.get(name, [])
        if not found:
            return None
        if len(found) > 1:
            raise BadRecord(faults.TWICE(name=name), found[1][1])
        value, place = found[0]
        try:
            return read(value)
        except BadPosition as error:
            raise BadRecord(say_error(error), place) from None
        except ValueError:
            raise BadRecord(faults.BAD_VALUE(value=value[:80], name=name), place) from None

    def find_ruleset(self) -> Ruleset:
        given = self.take("Format", str)
        if given not in (None, str(FORMAT)):
            raise BadRecord(faults.FORMAT(given=given[:20], known=FORMAT), self.found["Format"][0][1])
        slug = self.take("Game", str)
        if slug is None:
            raise BadRecord(faults.NO_GAME(), self.place)
        try:
            now = registry.get(slug)
        except LookupError:
            raise BadRecord(faults.NO_SUCH_GAME(name=slug[:40]), self.found["Game"][0][1]) from None
        number = self.take("Revision", int)
        try:
            return registry.get(now.slug, revision=number)
        except LookupError:
            raise BadRecord(faults.NO_SUCH_REVISION(number=number), self.found["Revision"][0][1]) from None

    def find_options(self, ruleset: Ruleset) -> dict[str, str | tuple[str, ...]]:
        given: dict[str, Any] = {}
        place = self.place
        multiple = {option.name for option in ruleset.options if option.multiple}
        for tag, values in self.found.items():
            name = tag.removeprefix("Option_")
            if name != tag:
                self.asked.add(tag)
                place = values[0][1]
                if name not in multiple and len(values) > 1:
                    raise BadRecord(faults.TWICE(name=tag), values[1][1])
                given[name] = [value for value, _ in values] if name in multiple else values[0][0]
        try:
            return settle_options(ruleset.options, given)
        except BadOption as error:
            raise BadRecord(say_error(error), place) from None

    def list_others(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, value) for name, value in self.order if name not in self.asked)
