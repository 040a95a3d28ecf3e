"""Which line of an answer is about which game: by the numbers that the games had in the email that was answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from replies.acting.contract import Asked
from replies.acting.tidying import split_number, tidy
from replies.mails.shapes import asks, names_square

Told = tuple[int, int, int]
"""A game as an email showed it: its id, its revision, and how many turns had been played."""


@dataclass(slots=True)
class Named:
    """A game and what was written for it."""

    told: Told
    line: str
    place: int = 0
    """The number of the game in the list; 0 where the email was about it alone."""
    below: str = ""
    """The line right below that names no game."""
    others: list[str] = field(default_factory=list)
    """What else was written for it, and says something else."""


@dataclass(slots=True)
class Lines:
    named: list[Named] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def read_lines(asked: Asked, listed: list[Told]) -> Lines:
    """Reads the lines of a reply. If the email was about one game, it reads the first line. If it was about several, it
    reads each line that names a game of it. Among the other lines, `unread` keeps those that may have been meant as an
    answer."""
    if not asked.addressed.listed_id:
        return Lines([read_first(asked, listed[0])])
    found = Lines()
    last: Named | None = None
    for line in asked.lines:
        mark, number, rest = split_number(line)
        told = find_told(listed, mark=mark, number=number)
        if told is None:
            if last is not None and number is None:
                last.below = rest
            if number is not None or asks(line) or names_square(line):
                found.unread.append(line)
            last = None
            continue
        last = add(found, told, rest, place=listed.index(told) + 1)
    return found


def read_first(asked: Asked, told: Told) -> Named:
    """The first line, without the number of the game before it."""
    first, below = asked.lines[0], next(iter(asked.lines[1:2]), "")
    mark, number, rest = split_number(first)
    place = asked.addressed.place
    is_its_number = (mark == "" and number == (place or 1)) or number == told[0]
    return Named(told, rest if is_its_number else first, place=place, below=below)


def add(found: Lines, told: Told, line: str, *, place: int) -> Named:
    """Notes what was written for a game, once however often it was written."""
    named = next((each for each in found.named if each.told == told), None)
    if named is None:
        named = Named(told, line, place=place)
        found.named.append(named)
    elif tidy(line) not in map(tidy, (named.line, *named.others)):
        named.others.append(line)
    return named


def find_told(listed: list[Told], *, mark: str, number: int | None) -> Told | None:
    """Finds a game by its place in the list, or by its own number; None if the list has no such game."""
    if number is not None and not mark and 1 <= number <= len(listed):
        return listed[number - 1]
    return next((told for told in listed if told[0] == number), None)
