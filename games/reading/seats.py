"""Who plays a game: both seats, and which of them is the reader's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.contract import Side
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Seats:
    """Both seats of a game. Without a reader who plays in it there is no `mine`, and no `other`."""

    first: Seat
    second: Seat
    mine: Seat | None = None

    def __getitem__(self, side: int) -> Seat:
        return self.second if side else self.first

    def __iter__(self) -> Iterator[Seat]:
        return iter((self.first, self.second))

    @property
    def other(self) -> Seat | None:
        """The seat of the reader's opponent."""
        return None if self.mine is None else self[1 - self.mine.side]

    @property
    def has_computer(self) -> bool:
        return self.first.user.is_computer or self.second.user.is_computer

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players, by side, as pages show them."""
        return self.first.user.shown_name, self.second.user.shown_name

    @property
    def usernames(self) -> tuple[str, str]:
        """The names of the players' accounts, by side. A guest's means nothing."""
        return self.first.user.username, self.second.user.username

    def side_of(self, user_id: int | None) -> Side | None:
        return next((Side(seat.side) for seat in self if seat.user_id == user_id), None)


def read_seats(game: Game, *, reader_id: int | None = None) -> Seats:
    """The seats of a game, from what was prefetched, else in a query or two."""
    first, second = sorted(game.seats.all(), key=lambda seat: seat.side)
    mine = next((seat for seat in (first, second) if reader_id and seat.user_id == reader_id), None)
    return Seats(first, second, mine)
