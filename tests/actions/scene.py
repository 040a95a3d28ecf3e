"""What every action finds: the players, and all that is kept beside the site while they do what they do.

The small site of the stateful test is one, and the world of the simulator.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from core.refusal import Refusal
from games.models import Game
from tests.account.blocks import Blocks
from tests.account.heard import HeardTimes
from tests.account.judged import Home
from tests.account.ladders import Ladders
from tests.account.log_ins import LogIns
from tests.account.rating_diary import RatingDiary
from tests.account.ratings import Account
from tests.simulation.beat import Beat
from tests.simulation.watching import Watcher

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Kept(NamedTuple):
    """Who has a game of a guest's, and since when."""

    by: int
    at: datetime


class Scene:
    def __init__(self) -> None:
        self.players: Any = []
        """As the test knows them; an action names them by their places."""
        self.faults: list[str] = []
        """What was seen while something happened, and what no later look could find."""
        self.times = HeardTimes(self.find_home)
        self.rating_diary, self.ratings = RatingDiary(), Account()
        self.ladders, self.log_ins, self.blocks = Ladders(), LogIns(), Blocks()
        self.watcher, self.beat = Watcher(), Beat()
        self.laid: list[tuple[int, datetime]] = []
        """What staff laid on players, by its number, and when."""

    @property
    def now(self) -> datetime:
        return timezone.now()

    def find_player(self, pk: int) -> Any:
        return next(player for player in self.players if player.pk == pk)

    def find_home(self, pk: int) -> Home | None:
        return next((player for player in self.players if player.pk == pk), None)

    def find_games(self) -> QuerySet[Game]:
        """Of players; those of guests are played in guests.py."""
        return Game.objects.exclude(seats__user__kind=User.Kind.GUEST)

    def asking(self, name: str = "") -> AbstractContextManager[None]:
        """Whoever does what is called so accepts what the site refuses within."""
        return suppress(Refusal)

    def look_again(self) -> None:
        """Something was done."""

    def visit(self, pk: int) -> None:
        """A page was opened: what the middleware notes."""
        if User.objects.filter(pk=pk, is_active=True).update(last_visit_at=self.now):
            self.rating_diary.see(pk)
            self.ladders.seen[str(pk)] = self.now

    def count_ratings(self) -> None:
        """Takes what has happened since last time into the account of ratings."""
        self.rating_diary.read_taken_out()
        self.ratings.take(self.rating_diary.happenings)
        self.rating_diary.happenings.clear()

    @contextmanager
    def listening(self) -> Iterator[None]:
        with ExitStack() as stack:
            for account in (self.watcher.watching(), self.times.listening(), self.rating_diary.listening()):
                stack.enter_context(account)
            stack.enter_context(self.ladders.listening())
            yield
