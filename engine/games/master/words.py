"""What MASTER tells besides turns: the throw before the game, a side that has one Master left, and the endings."""

from __future__ import annotations

from collections.abc import Mapping

from engine.words import Ending, Said, Sentence

ONE_MASTER_LEFT = Sentence("one_master_left", "{side} has one Master left.")
THROWN = Sentence("thrown", "{first} threw {high}, {second} threw {low}: {first} plays {side} and moves first.")
SHOWING = Sentence("showing", "showing {face}")
SHOW = Sentence("show", "Show {face}")
TIED = Sentence("tied", "Both threw {number}. {then}")
TERMINATIONS: Mapping[str, Ending] = {
    "masters_lost": Ending(
        Sentence("masters_lost", "{loser} lost both Masters."),
        mine=Sentence("masters_lost_mine", "You ({side}) lost both Masters."),
        theirs=Sentence("masters_lost_theirs", "{name} ({side}) lost both Masters."),
    ),
    "no_legal_turn": Ending(
        Sentence("no_legal_turn", "{loser} had no legal turn."),
        mine=Sentence("no_legal_turn_mine", "You ({side}) had no legal turn."),
        theirs=Sentence("no_legal_turn_theirs", "{name} ({side}) had no legal turn."),
    ),
}


def tell_throws(opening: str, *, first: str, second: str, side: str) -> Said:
    """The throws before the game, `3-3 4-2`, with ties first; the higher throw plays this side."""
    throws = [sorted(map(int, pair.split("-"))) for pair in opening.split()]
    low, high = throws[-1]
    told = THROWN(first=first, high=high, second=second, low=low, side=side)
    for tie in reversed([low for low, high in throws if low == high]):
        told = TIED(number=tie, then=told)
    return told
