"""The games of a person for staff, newest first, in pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Prefetch, QuerySet

from accounts.models import User
from core.indexed import find_by_letters
from games import telling
from games.models import Game, Seat
from moderation.signals.contract import OPPONENT

PAGE = 20
"""How many games a page of the list shows."""
FIRST = 8
"""How many games the page of a report or a person shows."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as a line of the list. `outcome` is the person's, such as “lost”, and is empty while the game goes on."""

    game: Game
    side: str
    opponent: User | None
    outcome: str
    how: str
    """How the game ended, as a sentence."""


def find_seats(person: User, *, opponent: str = "", timed_out: bool = False) -> QuerySet[Seat]:
    """Returns the person's seats, if asked for only against the player of this name, and only in games lost on time."""
    seats = Seat.objects.filter(user=person).select_related("game")
    if opponent:
        named = find_by_letters(User.objects.all(), "username", opponent).values("pk")
        seats = seats.filter(OPPONENT, game__seats__user__in=named)
    if timed_out:
        seats = seats.filter(game__termination="time", game__winner=1 - F("side"))
    return seats.prefetch_related(Prefetch("game__seats", Seat.objects.select_related("user")))


def list_newest(person: User) -> list[Played]:
    """Returns the first rows of the list. Makes two queries."""
    return describe(find_seats(person).order_by("-pk")[:FIRST])


def describe(seats: Iterable[Seat]) -> list[Played]:
    """Returns the lines for seats that `find_seats` has found."""
    return [_describe(seat) for seat in seats]


def _describe(seat: Seat) -> Played:
    game = seat.game
    opponent = next((each.user for each in game.seats.all() if each.pk != seat.pk), None)
    side = game.ruleset.sides[seat.side]
    if not game.is_over:
        return Played(game, side, opponent, "", "")
    outcome = telling.tell_outcome(seat.side, winner=game.winner, termination=game.termination)
    how = telling.tell_result(game.ruleset, winner=game.winner, termination=game.termination)
    return Played(game, side, opponent, outcome, how)
