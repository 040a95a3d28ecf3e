"""What a kind of offer says about itself: words, fields of its form, when it may be made, what accepting it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.contract import Side
from games.models import Game

Terms = dict[str, Any]
"""What is stored of an offer, as JSON: the `side` that made it, and what else its kind needs."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form by which an offer is made; `attributes` are those of the input in HTML."""

    name: str
    label: str
    attributes: Mapping[str, str | int] = field(default_factory=dict)
    value: str = ""


class OfferKind(ABC):
    """A kind of offer, at most one of which stands in a game.

    In `asked`, `made`, `asks`, `asks_you` and `detail`, `{name}` stands for what `tell` returns by that name, and
    `{whose}` for whose turn it is: "your" or "their own".
    """

    rank: int
    """Its place among the others on the page; of several that wait for an answer the first is named beside the turn."""
    request: str
    """What it is called, behind "your" or "the": "offer of a draw"."""

    # On the page of the game
    label: str
    """Of the button that makes it."""
    hint: str = ""
    """Stands above that button, where it is the same in every game."""
    asked: str
    """To the player who may accept."""
    consequence: str
    """Stands above the button that accepts."""
    accept_label: str = "Accept"
    made: str
    """To the player who waits for an answer."""
    again: str = "It can be offered again after the next turn."
    """To both, once it was declined or withdrawn, behind who did that."""
    beside_turn: str
    """One sentence that fits beside "Your turn." on a small phone, so that it does not push Confirm down."""

    # What a player reads who has just ...
    has_offered: str
    has_accepted: str
    has_declined: str
    has_withdrawn: str = "Your offer is withdrawn."
    has_played_on: str = ""
    """... declined it by playing a turn; empty where that needs no word."""

    # In messages, after the opponent's name
    asks: str
    asks_you: str = ""
    """In the text of an email, where it differs from `asks`."""
    detail: str = ""
    """A sentence of its own."""
    lapse: str = "The offer expires when you move."
    asked_before: str
    """In the list of notifications, where it may have been answered since."""
    declined: str = ""
    """Empty where the player who made the offer is not told that it was declined."""

    # When it is made
    after_end: bool = False
    """Whether it is made in a game that is over, and not in one that goes on."""
    is_mutual: bool = False
    """Whether to make it while the other side's stands is to accept that."""

    # What a turn does to it
    outlasts_own_turn: bool = False
    """Whether it still stands when the side that made it has played. It never does when the other side has."""
    plies_between: int = 1
    """So many plies after a player made one they may make the next, unless it was accepted."""
    stands_alone: bool = False
    """Whether none is made while another of these stands, of either side: accepting the one would undo the other."""
    must_be_seen: bool = True
    """Whether a turn from a page that did not yet show it is refused, since the turn would decline it unseen."""

    @property
    def name(self) -> str:
        """The name of its file, by which it is stored and addressed."""
        return type(self).__module__.rpartition(".")[2]

    def tell_hint(self, game: Game) -> str:
        """What stands above the button that makes it."""
        return self.hint

    def list_fields(self, game: Game, *, side: Side, now: datetime) -> Sequence[Field]:
        """The fields of its form; none where there is nothing to choose."""
        return ()

    def read_fields(self, given: Mapping[str, str]) -> dict[str, Any]:
        """What was chosen, by what was filled in. Raises Refusal."""
        return {}

    def is_shown(self, game: Game, *, side: Side, now: datetime) -> bool:
        """Whether it makes sense on the page, standing or yet to be made. Asks no query."""
        return True

    def settle(self, game: Game, chosen: Mapping[str, Any], *, side: Side, now: datetime) -> Terms:
        """What is stored of an offer that `side` makes on the locked game. Raises Refusal where it may not be made."""
        return {}

    @abstractmethod
    def accept(self, game: Game, terms: Terms, *, now: datetime) -> None:
        """Does what was agreed on the locked game, on which the offer stands no more; saves and announces it.

        Raises Refusal before it has written anything.
        """

    def explain_lapse(self, game: Game, terms: Terms, *, now: datetime) -> str:
        """Why there is nothing left to accept though the offer stands; empty where there is."""
        return ""

    def find_next(self, game_id: int) -> int | None:
        """The number of the game that accepting it in that one led to, where it leads to another."""
        return None

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        """What its words need of an offer, by name; `tell_instant` writes an instant as is usual where they stand."""
        return {}

    def tell_reader(
        self, game: Game, terms: Terms, *, reader: Side, tell_instant: Callable[[datetime], str]
    ) -> dict[str, str]:
        """All that its words need, for a player of the game."""
        whose = "your" if game.side_to_move == reader else "their own"
        return {**self.tell(terms, tell_instant=tell_instant), "whose": whose}
