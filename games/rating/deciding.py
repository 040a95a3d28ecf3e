"""Decides whether a rated game counts, and why not."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from core.prepared import PreparedQuery
from engine.contract import Side
from games.models import WITHOUT_RESULT, RatingEntry, Seat, Turn

Why = RatingEntry.Why
FEWEST_PLIES = 2
"""With fewer, a side has not moved."""
ON_TIME = "time"
SUSPENSION = "suspension"


class Standing(NamedTuple):
    """A rated game as it stands."""

    game_id: int
    slug: str
    ply: int
    ended_at: datetime | None
    winner: int | None
    termination: str
    declined_at: datetime | None
    taken_out_at: datetime | None
    has_entries: bool
    """Whether it has ended before."""
    users: tuple[int, int]
    """By side."""

    @property
    def is_lost_on_time(self) -> bool:
        return self.termination == ON_TIME and self.winner is not None

    @property
    def loser(self) -> int:
        """Of a game that somebody has won."""
        assert self.winner is not None
        return self.users[Side(self.winner).other]

    def score_of(self, user_id: int) -> float:
        if self.winner is None:
            return 0.5
        return 1.0 if self.users[self.winner] == user_id else 0.0


def find_why(game: Standing, *, serial: bool) -> str:
    """Why the game does not count; empty where it does. `serial` is what was decided when it ended.

    A loss on time alone can be `serial` or left out by its winner: what staff adjudicate counts as decided.
    """
    if game.ended_at is None:
        return Why.OPEN
    if game.termination in WITHOUT_RESULT:
        return Why.NO_RESULT
    if game.termination == SUSPENSION:
        return Why.SUSPENSION
    if game.taken_out_at is not None:
        return Why.STAFF
    if game.ply < FEWEST_PLIES:
        return Why.SHORT
    if is_declined(game):
        return Why.DECLINED
    return Why.SERIAL if serial and game.is_lost_on_time else ""


def is_declined(game: Standing) -> bool:
    """Whether the winner has left out this end of the game, on time; one that was reopened may end anew."""
    at, ended_at = game.declined_at, game.ended_at
    return game.is_lost_on_time and at is not None and ended_at is not None and at >= ended_at


def was_here(user_id: int, *, since: datetime) -> bool:
    """Whether somebody has visited the site since, or played a turn by hand in any game. One query."""
    return bool(find_here(user_id, since))


@PreparedQuery
def find_here(user_id: int, since: datetime) -> QuerySet[User, tuple[int]]:
    """Prepared, since the sweep asks it for each game that is lost on time."""
    own = Turn.objects.filter(game=OuterRef("game"), side=OuterRef("side"), armed=False, played_at__gt=since)
    going_on = Seat.objects.filter(Q(game__ended_at=None) | Q(game__ended_at__gt=since), user=OuterRef("pk"))
    played = Exists(going_on.filter(Exists(own)))
    return User.objects.filter(Q(last_visit_at__gt=since) | played, pk=user_id).values_list("pk")
