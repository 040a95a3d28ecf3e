"""Decides whether a rated game counts, and why not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from core.prepared import PreparedQuery
from engine.contract import Side
from games.models import WITHOUT_RESULT, RatingEntry, Seat, Turn

Why = RatingEntry.Why
FEWEST_PLIES = 2
"""With fewer, a side has not moved."""
LONG = 10
"""A game resigned before so many plies is resigned early; one of as many says who is worth a rank."""
MOST_EARLY = 5
"""So many games resigned early count, of the same two in a ruleset."""
ON_TIME = "time"
RESIGNED = "resignation"
SUSPENSION = "suspension"
NEVER = datetime.max.replace(tzinfo=UTC)


class Standing(NamedTuple):
    """A rated game as it stands."""

    game_id: int
    slug: str
    ply: int
    ended_at: datetime | None
    winner: int | None
    termination: str
    declined_at: datetime | None = None
    taken_out_at: datetime | None = None
    has_entries: bool = False
    """Whether it has ended before."""
    users: tuple[int, int] = (0, 0)
    """The ids of the players, by side."""

    @property
    def is_lost_on_time(self) -> bool:
        return self.termination == ON_TIME and self.winner is not None

    @property
    def is_resigned_early(self) -> bool:
        return self.termination == RESIGNED and self.ply < LONG

    @property
    def loser(self) -> int:
        """Returns the player who lost. The game must have a winner."""
        assert self.winner is not None
        return self.users[Side(self.winner).other]

    def score_of(self, user_id: int) -> float:
        if self.winner is None:
            return 0.5
        return 1.0 if self.users[self.winner] == user_id else 0.0


def find_why(game: Standing, *, serial: bool, early: bool) -> str:
    """Why the game does not count; empty where it does. `serial` and `early` are what was decided when it ended.

    A loss on time alone can be `serial` or left out by its winner, and only what was resigned `early`: what staff
    adjudicate counts as decided.
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
    if serial and game.is_lost_on_time:
        return Why.SERIAL
    return Why.EARLY if early and game.is_resigned_early else ""


def is_declined(game: Standing) -> bool:
    """Whether the winner has left out this end of the game, on time; one that was reopened may end anew."""
    at, ended_at = game.declined_at, game.ended_at
    return game.is_lost_on_time and at is not None and ended_at is not None and at >= ended_at


def have_resigned_early(game: Standing) -> bool:
    """Whether as many games of the two as may count were resigned early before this one. One query."""
    one, other = game.users
    found = RatingEntry.objects.of(one, game.slug).counting().exclude(game=game.game_id)
    early = found.filter(game__termination=RESIGNED, game__ply__lt=LONG, game__seats__user=other)
    return len(early.values_list("pk")[:MOST_EARLY]) == MOST_EARLY


def was_here(user_id: int, *, since: datetime, until: datetime = NEVER) -> bool:
    """Whether somebody has visited the site since, or by then played a turn by hand in any game. One query."""
    return bool(find_here(user_id, since, until))


@PreparedQuery
def find_here(user_id: int, since: datetime, until: datetime) -> QuerySet[User, tuple[int]]:
    """Prepared, since the sweep asks it for each standing game that is lost on time."""
    played = have_played(OuterRef("pk"), since=since, within=since, until=until)
    return User.objects.filter(Q(last_visit_at__gt=since) | played, pk=user_id).values_list("pk")


def have_played(user: Any, *, since: Any, within: Any, until: Any = None) -> Exists:
    """Whether a user has played a turn by hand since, in any game, and `until` then. `within` is the first instant as a
    query within names it."""
    own = Turn.objects.filter(game=OuterRef("game"), side=OuterRef("side"), armed=False, played_at__gt=within)
    own = own if until is None else own.filter(played_at__lte=until)
    going_on = Seat.objects.filter(Q(game__ended_at=None) | Q(game__ended_at__gt=since), user=user)
    return Exists(going_on.filter(Exists(own)))
