"""Finds a game with its seats and their players, in one query."""

from __future__ import annotations

from django.db.models import QuerySet

from core.numbers import LARGEST
from core.prepared import PreparedQuery
from games.models import Game, Seat


def find_game(pk: int) -> Game | None:
    """The game, whether or not it is private: `games.access` says who may see it."""
    seats = find_seats(pk) if pk <= LARGEST else []
    return keep_seats(seats[0].game, seats) if seats else None


@PreparedQuery
def find_seats(game_id: int) -> QuerySet[Seat]:
    """Prepared, since every page of a game asks it."""
    return Seat.objects.filter(game=game_id).select_related("game", "user").order_by("side")


def keep_seats(game: Game, seats: list[Seat]) -> Game:
    """The game with its seats set, as if they had been prefetched."""
    known = game.seats.all()
    known._result_cache = seats
    game._prefetched_objects_cache = {"seats": known}  # type: ignore[attr-defined]  # where Django looks for them
    for seat in seats:
        seat.game = game
    return game
