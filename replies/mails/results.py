"""Reads one Authentication-Results header (RFC 8601), strictly: what could be read in two ways says nothing.

The package `authres` was judged and left out: it skips over broken properties and reads on within them, where a sender
may have put words of his own, and it refuses whole headers for an empty part at their end, which some servers write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LONGEST = 8 * 1024
_VERDICT = re.compile(r"([a-z][a-z0-9-]{0,40})(?:/\d{1,3})?=([a-z]{1,30})")


class Unreadable(Exception):
    """The header is not one of RFC 8601, or could hide something."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one method found, such as `dkim`, `pass` and its properties, all in lower case."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)
    """The properties by name, such as `header.from`, without any name that occurs twice."""


def read_authority(value: str) -> str:
    """Who wrote the header; empty where it does not say so first."""
    try:
        words = next(_split(value[:LONGEST]), [])
    except Unreadable:  # maybe only behind the name
        words = value[:LONGEST].replace(";", " ").split()
    return words[0].strip('"').lower() if words else ""


def read_results(value: str) -> list[Result]:
    """The results of the header, without its authority. Raises Unreadable."""
    if len(value) > LONGEST:
        raise Unreadable
    groups = list(_split(value))
    if not groups or len(groups[0]) > 2 or (len(groups[0]) == 2 and groups[0][1] != "1"):
        raise Unreadable
    return [_read(words) for words in groups[1:] if words and words != ["none"]]


def _read(words: list[str]) -> Result:
    first = _VERDICT.fullmatch(words[0].lower())
    if first is None:
        raise Unreadable
    found: dict[str, str] = {}
    for word in words[1:]:
        name, _, given = word.partition("=")
        name = name.lower()
        found[name] = "" if name in found else _unquote(given).lower()
    return Result(first.group(1), first.group(2), found)


def _unquote(given: str) -> str:
    """The value. One that needs its quotes stays as it is, and so equals no domain."""
    inner = given[1:-1] if len(given) > 1 and given[0] == given[-1] == '"' else given
    return given if re.search(r'[\s"\\;()]', inner) else inner


def _split(value: str) -> Iterator[list[str]]:
    """The words between semicolons, without comments. A quoted string is a part of its word."""
    words: list[str] = []
    word: list[str] = []
    depth, is_quoted, is_escaped = 0, False, False
    for letter in [*value, ";"]:
        if depth:
            if letter in '"\\':
                raise Unreadable  # a sender's own words may stand here, and end the comment for another reader
            depth += (letter == "(") - (letter == ")")
            continue
        if is_quoted:
            word.append(letter)
            is_quoted = is_escaped or letter != '"'
            is_escaped = letter == "\\" and not is_escaped
        elif letter == '"':
            word.append(letter)
            is_quoted = True
        elif letter == ")":
            raise Unreadable
        elif letter in " \t\r\n(;":
            if word:
                words.append("".join(word))
                word = []
            depth += letter == "("
            if letter == ";":
                yield words
                words = []
        else:
            word.append(letter)
    if depth or is_quoted:
        raise Unreadable
