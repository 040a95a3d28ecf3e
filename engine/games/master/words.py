"""What MASTER tells besides turns: the throw before the game, a side that has one Master left, and the endings."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import Ending
from engine.words import Sentence

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
