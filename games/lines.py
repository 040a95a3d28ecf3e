"""A line of turns on a board with no game behind it: how a form or an address names one, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.limiting.limits import LONG_LINE
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from core.numbers import read_number
from engine import registry
from engine.contract import BadOption, BadPosition, IllegalMove, Outcome, Position, RuleError, Ruleset
from games.telling import tell_result
from games.words.illegal import say_error
from games.words.page import TURN_AT_FAULT
from games.words.results import DRAWN_ON_BOARD

LONGEST_POSITION = 300
LONGEST_LINE = 60_000
"""Characters of the text of a line."""
MOST_TURNS = 1000
BESIDE_TURNS = re.compile(r"\[.*\]|\(.*\)|1-0|0-1|1/2-1/2|[-*]")
"""What a record holds besides its turns, as whole lines: tags, turns taken back, the result."""
COMMENT = re.compile(r"\s\{[^{}]*\}$")


@dataclass
class Line:
    """A first position and the turns from it: `positions` has one more than `turns`. `fault` says what was wrong."""

    ruleset: Ruleset
    positions: list[Position]
    turns: list[str] = field(default_factory=list)
    ply: int = 0
    fault: str = ""
    rest: str = ""
    """Turns that were typed and not understood, kept as they were typed."""

    @property
    def position(self) -> Position:
        return self.positions[self.ply]

    def play(self, text: str) -> None:
        """Plays on from the shown position; a turn other than the next one replaces the rest. Raises IllegalMove."""
        move = self.position.canonical(text)
        if self.turns[self.ply : self.ply + 1] != [move]:
            after = self.position.play(move)
            self.turns[self.ply :] = [move]
            self.positions[self.ply + 1 :] = [after]
        self.ply += 1

    def undo(self) -> None:
        """Takes back the turn that led to the shown position, and all turns after it."""
        self.ply = max(0, self.ply - 1)
        del self.turns[self.ply :], self.positions[self.ply + 1 :]


def find_ruleset(slug: str) -> Ruleset:
    try:
        return registry.get(slug)
    except LookupError:
        raise Http404 from None


def read_line(ruleset: Ruleset, given: Mapping[str, str]) -> Line:
    """The line in a form or an address, as far as it can be understood."""
    fault: RuleError | None = None
    names = {option.name for option in ruleset.options if not option.multiple}
    try:
        start = ruleset.start(**{name: given[name] for name in names if given.get(name)})
    except BadOption as error:
        start, fault = ruleset.start(), error
    if text := given.get("position", "")[:LONGEST_POSITION].strip():
        try:
            start = ruleset.read(text)
        except BadPosition as error:
            fault = error
    line = Line(ruleset, [start], fault=str(fault or ""))
    read_turns(line, given.get("turns", "")[:LONGEST_LINE])
    ply = read_number(given.get("ply", ""))
    line.ply = len(line.turns) if ply is None else min(ply, len(line.turns))
    return line


def spend_long(request: HttpRequest, given: Mapping[str, str]) -> None:
    """Counts a long line before it is played out: a thousand turns take a tenth of a second, and anybody may send
    it. Raises Refusal: too_often."""
    if len(given.get("turns", "")) > LONG_LINE:
        with transaction.atomic():
            spend("long_line", now=timezone.now(), sender=request.user.pk, origin=hash_networks(request))


def read_turns(line: Line, text: str) -> None:
    """Plays turns that semicolons or new lines separate, numbered or not, up to the first that is not legal; those of a
    record, too."""
    lines = [line.strip() for line in re.split("[\r\n]+", text)]
    turns = [COMMENT.sub("", line) for line in lines if not BESIDE_TURNS.fullmatch(line)]
    chunks = [chunk.strip() for line in turns for chunk in line.split(";")]
    chunks = [re.sub(r"^\d+\.+\s*", "", chunk) for chunk in chunks if chunk]
    for number, chunk in enumerate(chunks):
        try:
            if number == MOST_TURNS:
                raise IllegalMove("too_many", "The practice board takes up to {most} turns.", most=MOST_TURNS)
            line.play(chunk)
        except IllegalMove as error:
            line.fault = line.fault or str(TURN_AT_FAULT(number=number + 1, fault=say_error(error)))
            line.rest = "; ".join(chunks[number:])
            return


def write_query(line: Line, *, given: Mapping[str, str], ply: int | None = None) -> dict[str, str]:
    """What a form or an address must contain to show the line again."""
    query = {option.name: given.get(option.name, "") for option in line.ruleset.options if not option.multiple}
    query |= {"position": given.get("position", "")[:LONGEST_POSITION].strip(), "turns": "; ".join(line.turns)}
    if ply is not None and ply != len(line.turns):
        query["ply"] = str(ply)
    query["flip"] = "1" if given.get("flip") else ""
    return {name: value for name, value in query.items() if value}


def write_preview_query(position: Position, *, flipped: bool, theirs: bool = False) -> str:
    """What the script adds to the address of a preview, besides the turn; `theirs` says that the opponent plays it."""
    query = {"position": position.text(), "flip": "1" if flipped else "", "theirs": "1" if theirs else ""}
    return urlencode({name: value for name, value in query.items() if value})


def tell_outcome(ruleset: Ruleset, outcome: Outcome | None) -> str:
    """How the game has ended on the board: 'Dark won: Light lost its last Master.'"""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return str(DRAWN_ON_BOARD())
    return tell_result(ruleset, winner=outcome.winner, termination=outcome.termination)
