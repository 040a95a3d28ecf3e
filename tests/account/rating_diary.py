"""A diary of what ratings depend on: which games began and how they end, who was here, what the winners leave out.

Games are heard of by what is announced; visits, turns played by hand and deeds are written down by who does them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.events import account_closed
from accounts.models import User
from games import clock, events
from games.models import Game, RatedGame, Seat


@dataclass(frozen=True, slots=True)
class Began:
    """A game began: by side who plays; and whether its end counts in on-time figures."""

    game: int
    slug: str
    users: tuple[int, int]
    rated: bool
    on_time: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """A game has this result from now on: it ended, or staff gave it another or an earlier one."""

    game: int
    at: datetime
    winner: int | None
    termination: str
    ply: int


@dataclass(frozen=True, slots=True)
class GoesOn:
    """A game that had ended goes on."""

    game: int


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody visited the site, or played a turn by hand."""

    user: int
    at: datetime


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The winner left a game out of the ratings."""

    game: int
    user: int
    at: datetime


@dataclass(frozen=True, slots=True)
class TakenOut:
    """Staff took a game out of the ratings, or put it back."""

    game: int
    out: bool = True


@dataclass(frozen=True, slots=True)
class Closed:
    """An account was closed."""

    user: int


Happening = Began | Ended | GoesOn | Seen | LeftOut | TakenOut | Closed


class RatingDiary:
    """What has happened, in its order."""

    def __init__(self) -> None:
        self.happenings: list[Happening] = []
        self._begun: set[int] = set()
        self._taken_out: set[int] = set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        heard = (
            (events.turn_started, self.on_turn_started),
            (events.result_changed, self.on_result_changed),
            (account_closed, self.on_account_closed),
        )
        for signal, receiver in heard:
            signal.connect(receiver)
        try:
            yield
        finally:
            for signal, receiver in heard:
                signal.disconnect(receiver)

    def see(self, user_id: int) -> None:
        """Somebody is here, or plays a turn by hand."""
        self.happenings.append(Seen(user_id, timezone.now()))

    def leave_out(self, game_id: int, user_id: int) -> None:
        self.happenings.append(LeftOut(game_id, user_id, timezone.now()))

    def read_taken_out(self) -> None:
        """What staff have taken out or put back since last time, one by one, all of somebody's, or by an appeal."""
        out = set(RatedGame.objects.exclude(taken_out_at=None).values_list("game", flat=True))
        changed = sorted(out ^ self._taken_out)
        self.happenings += [TakenOut(game_id, game_id in out) for game_id in changed]
        self._taken_out = out

    def on_turn_started(self, *, turn: events.StartedTurn, **_: Any) -> None:
        if not turn.ply:
            self._begin(turn.game_id)

    def on_result_changed(self, *, game_id: int, after: events.Result | None, **_: Any) -> None:
        if game_id not in self._begun:
            return  # nobody is rated by it
        if after is None:
            self.happenings.append(GoesOn(game_id))
            return
        ply = Game.objects.values_list("ply", flat=True).get(pk=game_id)
        winner = None if after.winner is None else int(after.winner)
        self.happenings.append(Ended(game_id, after.ended_at, winner, after.termination, ply))

    def on_account_closed(self, *, user_id: int, **_: Any) -> None:
        self.happenings.append(Closed(user_id))

    def _begin(self, game_id: int) -> None:
        """What is frozen on a game at its start; nothing of one that counts nowhere."""
        game = Game.objects.get(pk=game_id)
        seats = Seat.objects.filter(game=game_id).order_by("side").values_list("user", "user__kind")
        (first, kind), (second, other) = seats
        between_people = User.Kind.COMPUTER not in (kind, other)
        on_time = between_people and not game.private and not isinstance(game.clock_control, clock.Unlimited)
        if (game.rated or on_time) and game_id not in self._begun:
            self._begun.add(game_id)
            self.happenings.append(Began(game_id, game.ruleset_slug, (first, second), game.rated, on_time))
