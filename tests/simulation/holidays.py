"""People of a simulation who take vacation, and those of them who come back early."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.time_off import vacation
from tests.simulation.people import Person
from tests.simulation.world import World

DAY = timedelta(days=1)


class Holidays:
    def __init__(self, world: World) -> None:
        self.world, self.rng = world, world.rng

    def go_away(self, person: Person) -> None:
        """Takes vacation, at once or ahead, of as many days as there are, and does not play within it."""
        now = timezone.now()
        from_at = now if self.rng.random() < 0.5 else next_midnight(person, now + DAY * self.rng.randrange(1, 5))
        until_at = from_at + DAY * self.rng.randrange(1, 9)
        person.user.refresh_from_db()
        with self.world.asking():  # too little in the balance, or away already
            booked = vacation.book(person.user, from_at=from_at, until_at=until_at)
            self.world.times.go_away(person.user.pk, (from_at, until_at))
            if from_at == now:
                person.away_until = until_at
            if self.rng.random() < 0.3:
                early = person.find_awake(from_at + self.rng.random() * (until_at - from_at), self.rng)
                self.world.plan(early, partial(self.come_back, person, booked.pk, (from_at, until_at)))

    def come_back(self, person: Person, booked: int, span: tuple[datetime, datetime]) -> None:
        """Ends vacation before its time."""
        with self.world.asking():
            vacation.end(person.user, vacation_id=booked)
            self.world.times.come_back(person.user.pk, span)
            person.away_until = min(person.away_until, timezone.now())


def next_midnight(person: Person, at: datetime) -> datetime:
    """The instant at which the next local day begins."""
    local = at.astimezone(ZoneInfo(person.setting.zone)) + DAY
    return local.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(at.tzinfo)
