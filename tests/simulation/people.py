"""The players of a simulation: where they live, when they are awake, how soon they answer, what they have set."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import log
from operator import itemgetter
from random import Random
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import User
from notifications.models import Mode, Preferences

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Sydney",
    "America/Santiago",
    "Africa/Cairo",
    "Asia/Kolkata",
)
"""Five change their clocks in March or April, in both directions; the sixth never does, and is half an hour off."""
HOUR = timedelta(hours=1)
WAKES, SLEEPS = 8, 23
"""Hours of the local day between which a player does anything."""
QUIET = (None, None, (22, 8), (23, 7), (0, 6))
"""Quiet hours that are drawn from; two in five have none."""
WEEKENDS = ("67", "67", "56", "7")
MODES = (*Mode, Mode.EACH, Mode.EACH, Mode.EACH)


@dataclass(frozen=True, slots=True)
class Habit:
    """How a player answers: the usual delay in hours, and how often a turn is forgotten altogether."""

    hours: float
    forgets: float


PROMPT, STEADY, SLOW, FORGETFUL = Habit(3, 0), Habit(14, 0.002), Habit(44, 0.01), Habit(20, 0.06)
HABITS = (PROMPT, STEADY, STEADY, SLOW, FORGETFUL)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a player has set at a time, and whether mail and push reach them then; no database is asked for it."""

    zone: str
    weekend: str
    mode: str
    quiet: tuple[int, int] | None
    email: bool = True
    push: bool = False

    def is_quiet(self, at: datetime) -> bool:
        if self.quiet is None:
            return False
        begins, ends = self.quiet
        hour = at.astimezone(ZoneInfo(self.zone)).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends


@dataclass(slots=True)
class Person:
    """A player and what the simulation knows of them."""

    user: User
    place: int
    habit: Habit
    settings: list[tuple[datetime, Setting]]
    """Every one there was, from when on; the last holds."""
    visits: list[datetime] = field(default_factory=list)
    endpoint: str = ""
    """Of the browser that takes push messages for them; empty for none."""
    signed_up_at: datetime | None = None
    automatic: bool = True
    """Whether they want days of their vacation used by themselves."""
    leaves_at: datetime | None = None
    """When they leave without a word; most never do."""
    comes_back_at: datetime | None = None
    """Until when they are gone then; for good where there is none."""

    @property
    def is_gone(self) -> bool:
        now = timezone.now()
        is_back = self.comes_back_at is not None and now >= self.comes_back_at
        return self.leaves_at is not None and now >= self.leaves_at and not is_back

    @property
    def setting(self) -> Setting:
        return self.settings[-1][1]

    def log_out(self) -> None:
        """In every browser, also where push arrives."""
        self.endpoint = ""
        self.note(timezone.now(), push=False)

    @property
    def weekend(self) -> str:
        return self.setting.weekend

    @property
    def zone(self) -> str:
        return self.setting.zone

    def setting_at(self, at: datetime) -> Setting:
        """What held at an instant: people act before the tasks of it run."""
        return self.settings[max(bisect_right(self.settings, at, key=itemgetter(0)) - 1, 0)][1]

    def note(self, now: datetime, **changes: object) -> None:
        """Keeps what is set from now on."""
        self.settings.append((now, replace(self.setting, **changes)))  # type: ignore[arg-type]

    def answers_at(self, now: datetime, rng: Random, *, away: Iterable[tuple[datetime, datetime]]) -> datetime | None:
        """When a turn that begins now is answered; None if it is forgotten."""
        if rng.random() < self.habit.forgets:
            return None
        back = max([now, *(until for since, until in away if since <= now)])
        return self.find_awake(back + HOUR * rng.lognormvariate(log(self.habit.hours), 0.8), rng)

    def find_awake(self, at: datetime, rng: Random) -> datetime:
        """`at`, or the next morning if it falls into the night."""
        local = at.astimezone(ZoneInfo(self.setting.zone))
        if WAKES <= local.hour < SLEEPS:
            return at
        hours = (WAKES - local.hour) % 24
        return at + hours * HOUR + timedelta(minutes=rng.randrange(60))


def make_people(number: int, *, rng: Random, start: datetime, move_to: Callable[[datetime], None]) -> list[Person]:
    """Signs players up over the year before `start`, as far back as their vacation began to grow."""
    born = sorted(start - timedelta(days=rng.uniform(1, 300)) for _ in range(number))
    people = []
    for place, at in enumerate(born):
        move_to(at)
        setting = Setting(ZONES[place % len(ZONES)], rng.choice(WEEKENDS), rng.choice(MODES), rng.choice(QUIET))
        people.append(make_person(place, setting, rng=rng, start=start))
    return people


def make_person(place: int, setting: Setting, *, rng: Random, start: datetime) -> Person:
    name, automatic = f"Player{place}", rng.random() < 0.7
    user = User.objects.create_verified(
        name,
        email=f"{name.lower()}@simulation.invalid",
        time_zone=setting.zone,
        weekend=setting.weekend,
        vacation_automatic=automatic,
    )
    quiet = setting.quiet or (None, None)
    Preferences.objects.create(
        user=user,
        mode=setting.mode,
        digest_hour=rng.choice((7, 8, 18)),
        second_digest_hour=20,
        quiet_from=quiet[0],
        quiet_until=quiet[1],
    )
    habit = rng.choice(HABITS)
    return Person(user, place, habit, [(start, setting)], signed_up_at=timezone.now(), automatic=automatic)


def next_midnight(person: Person, at: datetime) -> datetime:
    """The instant at which the next local day begins."""
    local = at.astimezone(ZoneInfo(person.setting.zone)) + timedelta(days=1)
    return local.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(at.tzinfo)
