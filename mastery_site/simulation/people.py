"""The players of a simulation: where they live, when they are awake, how soon they answer, what they have set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log
from random import Random

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


@dataclass(frozen=True, slots=True)
class Habit:
    """How a player answers: the usual delay in hours, and how often a turn is forgotten altogether."""

    hours: float
    forgets: float
    takes_off_time: float
    """How often, a day, this player takes some days off."""


PROMPT, STEADY, SLOW, FORGETFUL = Habit(3, 0, 0.01), Habit(14, 0.002, 0.02), Habit(44, 0.01, 0.02), Habit(20, 0.06, 0)
HABITS = (PROMPT, STEADY, STEADY, SLOW, FORGETFUL)


@dataclass(slots=True)
class Person:
    """A player and what the simulation knows of them."""

    user: User
    habit: Habit
    quiet: tuple[int, int] | None
    away_until: datetime

    def answers_at(self, now: datetime, rng: Random) -> datetime | None:
        """When a turn that begins now is answered; None if it is forgotten."""
        if rng.random() < self.habit.forgets:
            return None
        return self.find_awake(max(now, self.away_until) + HOUR * rng.lognormvariate(log(self.habit.hours), 0.8), rng)

    def find_awake(self, at: datetime, rng: Random) -> datetime:
        """`at`, or the next morning if it falls into the night."""
        local = at.astimezone(self.user.zone)
        if WAKES <= local.hour < SLEEPS:
            return at
        hours = (WAKES - local.hour) % 24
        return at + hours * HOUR + timedelta(minutes=rng.randrange(60))


def make_people(number: int, *, rng: Random, start: datetime, move_to: Callable[[datetime], None]) -> list[Person]:
    """Signs players up over the year before `start`, as far back as their off-time began to grow."""
    born = sorted(start - timedelta(days=rng.uniform(1, 300)) for _ in range(number))
    people = []
    for place, at in enumerate(born):
        move_to(at)
        name = f"Player{place}"
        user = User.objects.create_verified(
            name,
            email=f"{name.lower()}@simulation.invalid",
            time_zone=ZONES[place % len(ZONES)],
            weekend=rng.choice(("67", "67", "56", "7")),
            off_time_automatic=rng.random() < 0.7,
        )
        quiet = rng.choice(QUIET)
        Preferences.objects.create(
            user=user,
            mode=rng.choice([*Mode, Mode.EACH, Mode.EACH, Mode.EACH]),
            digest_hour=rng.choice((7, 8, 18)),
            second_digest_hour=20,
            quiet_from=quiet[0] if quiet else None,
            quiet_until=quiet[1] if quiet else None,
        )
        people.append(Person(user, rng.choice(HABITS), quiet, start))
    return people
