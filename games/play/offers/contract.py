"""What a kind of offer says about itself: words, form fields, when it may be made, what accepting it does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

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

    In `asked`, `made`, `asks`, `asks_you` and `detail`, `{name}` stands for what `tell` returns under that name, and
    `{whose}` for whose turn it is: "your" or "their own".
    """

    order: int
    """Its place on the page. Where several offers wait for an answer, the first is named beside the turn."""
    request: str
    """What it is called, after "your" or "the": "offer of a draw"."""

    # On the page of the game
    label: str
    """The label of the button that makes it."""
    hint: str = ""
    """The text above that button, where it is the same in every game."""
    asked: str
    """What the player who may accept it reads."""
    consequence: str
    """The text above the button that accepts it."""
    accept_label: str = "Accept"
    made: str
    """What the player who waits for an answer reads."""
    again: str = "It can be offered again after the next turn."
    """What both players read once it was declined or withdrawn; it follows the name of the player who did so."""
    beside_turn: str
    """One sentence that fits beside "Your turn." on a small phone, so that it does not push Confirm down."""

    # What a player reads who has just ...
    has_offered: str
    has_accepted: str
    has_declined: str
    has_withdrawn: str = "Your offer is withdrawn."
    has_played_on: str = ""
    """What the player whose turn declined it reads; empty where that needs no words."""

    # In messages, after the opponent's name
    asks: str
    asks_you: str = ""
    """The words of `asks` in the text of an email, where they differ."""
    detail: str = ""
    """One more sentence."""
    lapse: str = "The offer expires when you move."
    asked_before: str
    """The words in the list of notifications, where the offer may have been answered since."""
    declined: str = ""
    """What the player whose offer was declined reads; empty where they are not told."""

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

    def tell_hint(self, game: Game) -> str:
        """The text above the button that makes it."""
        return self.hint

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
        """Why the open offer cannot be accepted any more; empty where it can."""
        return ""

    def find_next(self, game_id: int) -> int | None:
        """The number of the game that accepting it led to, where it leads to another game."""
        return None

    def tell(self, terms: Terms, *, tell_instant: Callable[[datetime], str]) -> dict[str, str]:
        """What its words need to know of an offer, by name; `tell_instant` writes an instant as is usual at that
        place."""
        return {}

    def tell_reader(
        self, game: Game, terms: Terms, *, reader: Side, tell_instant: Callable[[datetime], str]
    ) -> dict[str, str]:
        """All that its words need for one player of the game."""
        whose = "your" if game.side_to_move == reader else "their own"
        return {**self.tell(terms, tell_instant=tell_instant), "whose": whose}
