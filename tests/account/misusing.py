"""What the site could do wrong with days of vacation that are used by themselves, done on purpose."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from functools import partial
from unittest import mock

from accounts.models import User, Vacation
from accounts.time_off import vacation

DAY = timedelta(days=1)


@contextmanager
def using_no_days() -> Iterator[None]:
    with mock.patch("games.play.running_out.extend_automatically"):
        yield


@contextmanager
def taking_days(take: Callable[..., Vacation | None]) -> Iterator[None]:
    with mock.patch("games.play.vacation.take_day", take):
        yield


def take_day_twice(user: User, *, at: datetime, now: datetime) -> Vacation | None:
    taken = vacation.take_day(user, at=at, now=now)
    if taken:
        user.vacation_balance -= DAY
        user.save(update_fields=["vacation_balance"])
    return taken


def take_day_against_will(user: User, *, at: datetime, now: datetime) -> Vacation | None:
    user.vacation_automatic = True
    return vacation.take_day(user, at=at, now=now)


MISUSES: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "no day is ever used": using_no_days,
    "each day is charged twice": partial(taking_days, take_day_twice),
    "days are used against the player's will": partial(taking_days, take_day_against_will),
}
"""What the site could do wrong with days that are used by themselves. None of it did anything to an invariant while the
accounts believed the site in this."""
