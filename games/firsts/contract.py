"""What a kind of first says about itself: something that a game was the first to be for one of its players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django.db.models import Exists, F, Q, QuerySet

from core.words import Said
from games.models import WITHOUT_RESULT, Game, RatingEntry, Seat

MOST = 500
"""Games of a player that are looked through. Of one who has more, nothing is told that only all of them could tell."""
SOME = 3
"""Only after so many games is one longer, or a rating higher, than those before."""


@dataclass(frozen=True, slots=True)
class End:
    """A game that is over, with a result, as one of its players sees it."""

    game: Game
    mine: Seat
    other: Seat
    entry: RatingEntry | None
    """What it did to the player's rating; None where it does not count."""

    @property
    def is_won(self) -> bool:
        return self.game.winner == self.mine.side


class Asked(NamedTuple):
    """The values with which the query is asked: the game, its player and their opponent, when it ended, its turns, and
    the player's rating after it (0 where it does not count)."""

    game: Any
    player: Any
    other: Any
    ruleset: Any
    ended_at: Any
    ply: Any
    rating: Any


class First(ABC):
    """A kind. Its name is that of its file."""

    order: int
    """Of several, the two that come first are told."""
    of_ratings: ClassVar[bool] = False
    """Whether it says something about ratings, which some readers have switched off."""

    @property
    def name(self) -> str:
        return type(self).__module__.rpartition(".")[2]

    @abstractmethod
    def may_be(self, end: End) -> bool:
        """Whether the game may be such a first, by itself: only then is the database asked."""

    @abstractmethod
    def is_new(self, asked: Asked) -> Any:
        """The condition on what was before the game. It looks at rows of the player alone, by an index."""

    @abstractmethod
    def tell(self, end: End) -> Said: ...


# --- What was before: by the rows as of this game, whatever the player has done since -----------------------------
def earlier_seats(asked: Asked) -> QuerySet[Seat]:
    """The player's seats in games of the ruleset that ended before, with a result."""
    ended = Seat.objects.filter(user=asked.player, game__ended_at__lt=asked.ended_at)
    return ended.filter(game__ruleset_slug=asked.ruleset).exclude(game__termination__in=WITHOUT_RESULT)


def earlier_wins(asked: Asked) -> QuerySet[Seat]:
    return earlier_seats(asked).filter(game__winner=F("side"))


def earlier_entries(asked: Asked) -> QuerySet[RatingEntry]:
    """The player's rated games of the ruleset that ended before and count."""
    before = Q(ended_at__lt=asked.ended_at) | Q(ended_at=asked.ended_at, game__lt=asked.game)
    return RatingEntry.objects.filter(before, user=asked.player, ruleset_slug=asked.ruleset, why="")


def knows_all(asked: Asked) -> Any:
    """Whether the player has so few games that all are looked through."""
    return ~Exists(Seat.objects.filter(user=asked.player)[MOST : MOST + 1])


def name_moment(end: End) -> datetime:
    assert end.game.ended_at is not None
    return end.game.ended_at
