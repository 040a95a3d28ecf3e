"""How people of a simulation find opponents: by standing challenges and on ladders; and what must hold of that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.db.models.signals import post_save
from django.utils import timezone

from competition.ladder import read_places
from competition.models import StandingChallenge, StandingGame
from games.models import Challenge, Game
from tests.account.ladders import find_wrong_places
from tests.account.opponent_checks import find_still_absent, find_waiting, find_wrong_standing, judge_start
from tests.actions import find_action
from tests.simulation.beat import IDLE
from tests.simulation.finding import Finding
from tests.simulation.habits import Habits
from tests.simulation.people import SLOW, Person

if TYPE_CHECKING:
    from tests.simulation.world import World

LOOKS, WAITS = timedelta(hours=6), timedelta(hours=25)
FRIENDS = slice(2, 6)
"""The first of the ladder and three friends: they challenge each other alone there, as often as they can, and play
slowly, so they might close its top."""
SLUG = "mastery"
STANDING = "Standing challenges are listed exactly while they have room and are not paused"
FOUND = "Games are found for those alone who have room, are here, and may play each other"
LADDER = "Everybody stands on a ladder where a second account has them"


class Opponents:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World, habits: Habits) -> None:
        self.world, self.habits, self.rng = world, habits, Random(f"opponents {world.seed}")
        self.looked_at = world.begins
        self.waiting: dict[tuple[int, int], datetime] = {}
        """Since when two that fit have been seen to wait."""

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """On their first day all join a ladder, friends first, and make a standing challenge."""
        post_save.connect(self.on_saved, sender=StandingGame)
        people = list(self.world.people.values())
        self.friends = {person.user.pk: person for person in people[FRIENDS]}
        for person in self.friends.values():
            person.habit = SLOW
            self.world.plan(self.world.begins, partial(self.join, person))
        for person in people:
            first = person.find_awake(timezone.now(), self.rng)
            self.world.plan(first, partial(self.habits.do, find_action("make_standing"), person, people))
            self.world.plan(first, partial(self.join, person))
        try:
            yield
        finally:
            post_save.disconnect(self.on_saved, sender=StandingGame)

    def join(self, person: Person) -> None:
        self.world.act(find_action("join_ladder"), number=person.place, slug=SLUG)

    def on_saved(self, *, instance: StandingGame, created: bool, **_: Any) -> None:
        """Writes down what is wrong with what was agreed on."""
        if created:
            both = [each.challenge for each in (instance.standing, instance.other_standing) if each is not None]
            self.judge(instance, instance.game, both)

    def judge(self, started: StandingGame, game: Game, offered: list[Challenge]) -> None:
        wrong = self.world.misfound
        wrong += judge_start(started, are_severed=self.world.blocks.are_severed, now=timezone.now())
        if any(game.clock_control not in each.controls for each in offered):
            wrong.append(f"game {game.pk} has a time control that nobody asked for")
        if game.vacation_days != min(each.vacation_days for each in offered):
            wrong.append(f"game {game.pk} has {game.vacation_days} days of vacation")

    # --- A day --------------------------------------------------------------------------------------------------
    def live_a_day(self, person: Person) -> None:
        self.look_who_waits()
        if person.user.pk in self.friends:
            self.climb(person)

    def look_who_waits(self) -> None:
        """Nobody waits for more than a day while two who fit and may meet are free: both are looked at by then."""
        now = timezone.now()
        if now < self.looked_at + LOOKS:
            return
        self.looked_at = now
        waiting = set(find_waiting(now))
        self.waiting = {both: self.waiting.get(both, now) for both in waiting}
        late = [both for both, since in self.waiting.items() if now - since > WAITS]
        self.world.misfound += [f"standing challenges {both} fit, and wait since {self.waiting[both]}" for both in late]

    def climb(self, person: Person) -> None:
        """Challenges one of the friends above."""
        places = [place.user_id for place in read_places(SLUG, start=0, most=100)]
        if person.user.pk in places:
            above = places[: places.index(person.user.pk)]
            if found := [pk for pk in above if pk in self.friends]:
                pair = (person.place, self.friends[self.rng.choice(found)].place)
                self.world.act(find_action("challenge_on_ladder"), pair=pair, slug=SLUG)


def check_opponents(world: World) -> list[Finding]:
    ladders, last = sum(len(naive.order) for naive in world.ladders.of.values()), world.ends - 2 * IDLE
    return [
        Finding(STANDING, StandingChallenge.objects.count(), [*find_wrong_standing(), *find_still_absent(last)]),
        Finding(FOUND, StandingGame.objects.count(), list(world.misfound)),
        Finding(LADDER, ladders, list(find_wrong_places(world.ladders))),
    ]
