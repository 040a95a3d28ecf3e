"""What a turn did, in whole sentences: for who played it, for the other player, and for whoever watches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

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
        return Happened(self, tuple(arguments.items()))


class Happened(NamedTuple):
    """Something that a turn did. It holds no words, so that it may be kept for readers of any language."""

    what: Happening
    arguments: tuple[tuple[str, object], ...]

    def tell(self, reader: Reader) -> Said:
        """The sentence for a reader."""
        sentence: Sentence = getattr(self.what, reader.value)
        return sentence(**dict(self.arguments))


PLAYED = Happening(
    Sentence("turn_played_mover", "You played {turn}."),
    Sentence("turn_played_other", "{mover} played {turn}."),
    Sentence("turn_played_watcher", "{mover} played {turn}."),
    Sentence("turn_played_planner", "You will play {turn}."),
)
"""What is told of a turn of a ruleset that does not tell its turns."""


def tell(ruleset: Ruleset, before: Position, move: str, after: Position) -> tuple[Happened, ...]:
    """What a turn, in canonical text, did, in the order of its parts; its text where the position before it is not the
    one that it was played in, as where the row of a game was mended by hand."""
    tell_turn = getattr(ruleset, "tell", None)
    try:
        if tell_turn is not None:
            return tuple(tell_turn(before, move, after))
    except KeyError:
        pass
    return (PLAYED(turn=move, mover=ruleset.sides[before.turn]),)


def choose_reader(side: Side | int | None, *, mover: Side | int) -> Reader:
    """As whom a player of this side reads of a turn, None for somebody who only watches."""
    if side is None:
        return Reader.WATCHER
    return Reader.MOVER if side == mover else Reader.OTHER
