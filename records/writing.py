"""Writes a record as text and as JSON; `templates/records/format.html` is what readers know of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from games import clock
from records.record import FORMAT, Moment, Record
from records.values import write_control, write_length, write_moment

ESCAPED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})


def write_text(record: Record) -> str:
    """Tags, an empty line, a turn a line, the result. Raises ValueError for a turn that is no single line."""
    tags = [f'[{name} "{value.translate(ESCAPED)}"]\n' for name, value in list_tags(record)]
    return "".join((*tags, "\n", *_write_turns(record), record.result, "\n"))


def list_tags(record: Record) -> Iterator[tuple[str, str]]:
    """The tags of a record in their order; what is not known is left out. An option with several values has a tag for
    each."""
    yield "Format", str(FORMAT)
    yield "Game", record.slug
    yield "Revision", str(record.revision)
    for name, value in record.options.items():
        for each in value if isinstance(value, tuple) else (value,):
            yield f"Option_{name}", each
    told = {
        "Opening": record.opening,
        "Start": record.start,
        "First": record.first,
        "Second": record.second,
        "Control": "" if record.control is None else write_control(record.control),
        "Weekends": "off" if record.weekends else "",
        "Vacation": str(record.vacation_days or ""),
        "Rated": "yes" if record.rated else "",
        "StartDate": write_moment(record.started),
        "EndDate": write_moment(record.ended),
        "Result": record.result,
        "Termination": record.termination,
        "Site": record.site,
        "Licence": record.licence,
    }
    yield from ((name, value) for name, value in told.items() if value)
    yield from record.others


def _write_turns(record: Record) -> Iterator[str]:
    back: dict[int, list[str]] = {}
    for each in record.taken_back:
        notes = (*_note(each.at, each.left), f"[%back {write_moment(each.back_at)}]")
        back.setdefault(each.ply, []).append(f"({_write_turn(each.ply, each.text, notes)})\n")
    for ply, turn in enumerate(record.turns, 1):
        yield from back.pop(ply, ())
        yield f"{_write_turn(ply, turn.text, _note(turn.at, turn.left))}\n"
    for lines in back.values():
        yield from lines


def _write_turn(ply: int, text: str, notes: tuple[str, ...]) -> str:
    """A turn whose own text ends like a comment gets one in any case."""
    if not text or not text.isprintable():
        raise ValueError(f"“{text}” is no turn that fits on a line.")
    comment = f" {{{' '.join(notes)}}}" if notes or text[-1] in "})" else ""
    return f"{ply}. {text}{comment}"


def _note(at: Moment | None, left: timedelta | None) -> tuple[str, ...]:
    notes: tuple[str, ...] = ()
    if at is not None:
        notes = (f"[%{'at' if isinstance(at, datetime) else 'day'} {write_moment(at)}]",)
    return notes if left is None else (*notes, f"[%left {write_length(left)}]")


def write_json(record: Record, *, schema: str = "") -> str:
    return json.dumps(tell(record, schema=schema), ensure_ascii=False, indent=1) + "\n"


def tell(record: Record, *, schema: str = "") -> dict[str, Any]:
    """The record as JSON has it; `schema` is the address of what describes it."""
    told: dict[str, Any] = {"$schema": schema} if schema else {}
    told |= {
        "format": FORMAT,
        "game": record.slug,
        "revision": record.revision,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in record.options.items()},
        "opening": record.opening,
        "start": record.start,
        "players": {"first": record.first, "second": record.second},
        "control": None if record.control is None else clock.to_json(record.control),
        "weekends_off": record.weekends,
        "vacation_days": record.vacation_days,
        "rated": record.rated,
        "started": write_moment(record.started) or None,
        "ended": write_moment(record.ended) or None,
        "result": record.result,
        "termination": record.termination,
        "site": record.site,
        "licence": record.licence,
        "turns": [_tell_turn(turn.text, turn.at, turn.left) for turn in record.turns],
    }
    if record.taken_back:
        told["taken_back"] = [
            {"ply": each.ply, **_tell_turn(each.text, each.at, each.left), "back": write_moment(each.back_at)}
            for each in record.taken_back
        ]
    if record.others:
        told["tags"] = [list(each) for each in record.others]
    return told


def _tell_turn(text: str, at: Moment | None, left: timedelta | None) -> dict[str, str]:
    told = {"text": text}
    if at is not None:
        told["at"] = write_moment(at)
    if left is not None:
        told["left"] = write_length(left)
    return told
