"""What a kind of offer says about itself: words, form fields, when it may be made, what accepting it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar

from core.words import Said, Sentence
from engine.contract import Side
from games.models import Game
from games.play.act import Act

Terms = dict[str, Any]
"""What is stored of an offer, as JSON: the `side` that made it, and whatever else its kind needs."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form by which an offer is made; `attributes` are those of the input in HTML."""

    name: str
    label: str
    attributes: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    value: str = ""


class OfferKind(ABC):
    """A kind of offer, of which one at most is open in a game.

    What is said of it are whole sentences; the arguments of `hint`, `asked`, `made`, `asks…`, `why_asked` and `detail`
    are what `tell` returns, those of the others are named beside them.
    """

    order: int
    """Its place on the page. Where several offers wait for an answer, the first is named beside the turn."""

    # On the page of the game
    label: Sentence
    """The label of the button that makes it."""
    hint: Sentence | None = None
    """The text above that button."""
    asked: Sentence
    """What the player who may accept it reads."""
    consequence: Sentence
    """The text above the button that accepts it."""
    accept_label: Sentence
    made: Sentence
    """What the player who waits for an answer reads."""
    beside_turn: Sentence
    """One sentence that fits beside "Your turn." on a small phone, so that it does not push Confirm down."""
    rests: Sentence | None = None
    """When the next may be made, after turn `ply`: of a kind that waits several plies."""

    # What a player reads who has just ...
    has_offered: Sentence
    has_accepted: Sentence
    has_declined: Sentence
    has_withdrawn: Sentence
    has_played_on: Sentence | None = None
    """What the player whose turn declined it reads; None where that needs no words."""

    # What both read once it was declined or withdrawn, with when another may be made
    i_withdrew: Sentence
    they_withdrew: Sentence
    i_declined: Sentence
    they_declined: Sentence
    not_open: Sentence
    """The same of an offer of which version 1.0.0 kept no more."""

    # Refusals, by their codes
    already_offered: Sentence
    """The opponent has offered the same."""
    asked_lately: Sentence | None = None
    """Another may be made after turn `ply`: of a kind that waits several plies."""
    another_stands: Sentence | None = None
    """It stands in the way of another: of a kind that stands alone."""
    no_offer: Sentence
    refused_in: ClassVar[Mapping[str, Sentence]] = MappingProxyType({})
    """Games in which it is neither shown nor made, by what they come from (`Game.Arranged`), and what is said there."""

    # In the list of turns, with the `name` of who did it
    told_made: Sentence
    told_withdrawn: Sentence
    told_declined: Sentence
    told_accepted: Sentence

    # In notifications, with `who` offers it
    asks: Sentence
    """The heading of the email."""
    asks_subject: Sentence
    """Its subject, with the `game`."""
    asks_you: Sentence
    """Its first line, with the `ruleset`, and the `side` of who reads it."""
    why_asked: Sentence
    """Why they read it."""
    detail: Sentence | None = None
    """One more sentence."""
    lapse: Sentence
    in_inbox: Sentence
    """The offer may have been answered since."""

    # In notifications to who made it, with `who` declined it; None where they are not told
    declined: Sentence | None = None
    declined_subject: Sentence | None = None
    declined_in_full: Sentence | None = None
    why_declined: Sentence | None = None
    again: Sentence | None = None
    """When another may be made."""

    # When it is made
    after_end: bool = False
    """Whether it is made in a finished game, and not in a running one."""
    is_mutual: bool = False
    """Whether making it accepts an open offer of the other side."""

    # What a turn does to it
    outlasts_own_turn: bool = False
    """Whether it stays open when the side that made it has moved. It never does when the other side has."""
    plies_between: int = 1
    """How many plies a player waits before making another, unless the first was accepted."""
    stands_alone: bool = False
    """Whether no two of these kinds are open at once, of either side: accepting one would undo the other."""
    must_be_seen: bool = True
    """Whether a turn is refused if its page did not show the offer yet, since the turn would decline it."""

    @property
    def name(self) -> str:
        """The name of its file, by which it is stored and addressed."""
        return type(self).__module__.rpartition(".")[2]

    def tell_hint(self, game: Game) -> Said | None:
        """The text above the button that makes it."""
        return self.hint() if self.hint else None

    def list_fields(self, game: Game, *, side: Side, now: datetime) -> Sequence[Field]:
        """The fields of its form; an empty list where there is nothing to choose."""
        return ()

    def read_fields(self, given: Mapping[str, str]) -> dict[str, Any]:
        """What was chosen, from what was filled in. Raises Refusal."""
        return {}

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        """Whether the page shows it, open or to be made. Asks no query."""
        return True

    def settle(self, act: Act, chosen: Mapping[str, Any], *, side: Side) -> Terms:
        """What is stored of an offer that `side` makes in the locked game. Raises Refusal where it may not be made."""
        return {}

    @abstractmethod
    def accept(self, act: Act, terms: Terms) -> None:
        """Does what was agreed on in the locked game, from which the offer has been taken; saves and announces it.

        Raises Refusal before it has written anything.
        """

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        """Why the open offer cannot be accepted any more, for the log; empty where it can."""
        return ""

    def find_next(self, game_id: int) -> int | None:
        """The number of the game that accepting it led to, where it leads to another game."""
        return None

    def find_next_side(self, terms: Terms, *, reader: Side) -> Side | None:
        """The side that this player would have in the game that accepting it leads to, where that is settled."""
        return None

    def tell(self, terms: Terms) -> dict[str, Any]:
        """The arguments of its sentences, from what is stored of an offer: lengths, moments, numbers."""
        return {}

    def choose(self, name: str, terms: Terms, *, is_my_turn: bool) -> Sentence | None:
        """The sentence of that name that fits the offer, and whether it is the turn of the player who reads it."""
        found: Sentence | None = getattr(self, name)
        return found
