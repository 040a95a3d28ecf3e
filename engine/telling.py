"""What a turn did, in whole sentences: for who played it, for the other player, and for whoever watches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.contract import Position, Ruleset, Side
from engine.words import Said, Sentence


class Reader(StrEnum):
    """Who reads of a turn. PLANNER is its mover before it is played."""

    MOVER = "mover"
    OTHER = "other"
    WATCHER = "watcher"
    PLANNER = "planner"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a turn can do: a sentence for each who may read of it, all with the same arguments."""

    mover: Sentence
    other: Sentence
    watcher: Sentence
    planner: Sentence

    def __call__(self, **arguments: object) -> Happened:
        return Happened(self, arguments)


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that a turn did. It holds no words, so that it may be kept for readers of any language."""

    what: Happening
    arguments: Mapping[str, object]

    def tell(self, reader: Reader) -> Said:
        """The sentence for a reader."""
        sentence: Sentence = getattr(self.what, reader.value)
        return sentence(**self.arguments)


PLAYED = Happening(
    Sentence("turn_played_mover", "You played {turn}."),
    Sentence("turn_played_other", "{mover} played {turn}."),
    Sentence("turn_played_watcher", "{mover} played {turn}."),
    Sentence("turn_played_planner", "You will play {turn}."),
)
"""What is told of a turn of a ruleset that does not tell its turns."""


def tell(ruleset: Ruleset, before: Position, move: str, after: Position) -> tuple[Happened, ...]:
    """What a turn, in canonical text, did, in the order of its parts."""
    tell_turn = getattr(ruleset, "tell", None)
    if tell_turn is None:
        return (PLAYED(turn=move, mover=ruleset.sides[before.turn]),)
    return tuple(tell_turn(before, move, after))


def choose_reader(side: Side | int | None, *, mover: Side | int) -> Reader:
    """As whom a player of this side reads of a turn, None for somebody who only watches."""
    if side is None:
        return Reader.WATCHER
    return Reader.MOVER if side == mover else Reader.OTHER
