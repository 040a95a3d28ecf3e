"""How people of a simulation find opponents: by standing challenges and on ladders; and what must hold of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.db.models.signals import post_save
from django.utils import timezone

from competition.ladder import read_places
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping
from games import challenges
from games.challenges import Terms as Offered
from games.models import Challenge, Game
from games.terms import Limits
from tests.account.ladders import find_wrong_places
from tests.account.opponent_checks import find_still_absent, find_waiting, find_wrong_standing, judge_start
from tests.simulation.beat import IDLE
from tests.simulation.finding import Finding
from tests.simulation.people import SLOW, Person

if TYPE_CHECKING:
    from tests.simulation.world import World

LOOKS, WAITS = timedelta(hours=6), timedelta(hours=25)
FRIENDS = slice(2, 6)
"""The first of the ladder and three friends: they challenge each other alone there, as often as they can, and play
slowly, so they might close its top."""
A_DAY = 0.5
"""How often, a day, somebody does anything of the kind."""
PRESETS = (("days-3",), ("days-3",), ("days-7", "days-3"), ("bank", "reserve"))
LIMITS = (Limits(), Limits(), Limits(rating_within=100), Limits(established_only=True), Limits(on_time_least=70))
STANDING = "Standing challenges are listed exactly while they have room and are not paused"
FOUND = "Games are found for those alone who have room, are here, and may play each other"
LADDER = "Everybody stands on a ladder where a second account has them"


class Opponents:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"opponents {world.seed}")
        self.looked_at = world.begins
        self.waiting: dict[tuple[int, int], datetime] = {}
        """Since when two that fit have been seen to wait."""

    @contextmanager
    def going_on(self) -> Iterator[None]:
        post_save.connect(self.on_saved, sender=StandingGame)
        self.friends = {person.user.pk for person in list(self.world.people.values())[FRIENDS]}
        for pk in sorted(self.friends):
            self.world.people[pk].habit = SLOW
            self.world.plan(self.world.begins, partial(self.begin, self.world.people[pk], self.join))
        for person in self.world.people.values():
            for do in (self.make, self.join):
                self.world.plan(person.find_awake(timezone.now(), self.rng), partial(self.begin, person, do))
        try:
            with self.world.ladders.listening():
                yield
        finally:
            post_save.disconnect(self.on_saved, sender=StandingGame)

    def on_saved(self, *, instance: StandingGame, created: bool, **_: Any) -> None:
        """Writes down what is wrong with what was agreed on."""
        if created:
            both = [each.challenge for each in (instance.standing, instance.other_standing) if each is not None]
            self.judge(instance, instance.game, both)

    def judge(self, started: StandingGame, game: Game, offered: list[Challenge]) -> None:
        wrong = self.world.misfound
        wrong += judge_start(started, are_severed=self.are_severed, now=timezone.now())
        if any(game.clock_control not in each.controls for each in offered):
            wrong.append(f"game {game.pk} has a time control that nobody asked for")
        if game.vacation_days != min(each.vacation_days for each in offered):
            wrong.append(f"game {game.pk} has {game.vacation_days} days of vacation")

    def are_severed(self, one: int, other: int) -> bool:
        return any(set(block.both) == {one, other} and block.until is None for block in self.world.blocks)

    def begin(self, person: Person, do: Callable[[Person], None]) -> None:
        """On their first day all make a standing challenge and join a ladder."""
        with self.world.asking():
            do(person)

    # --- A day --------------------------------------------------------------------------------------------------
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

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        self.look_who_waits()
        if person.user.pk in self.friends:
            with self.world.asking():
                self.climb(person)
        if self.rng.random() >= A_DAY:
            return
        self.world.visit(person)
        do = self.rng.choice((self.make, self.make, self.change, self.take, self.join, self.climb, self.climb))
        do(person)

    def make(self, person: Person) -> None:
        slug = self.rng.choice(("mastery", "mastery", "master"))
        side = "random" if slug == "master" else self.rng.choice(("random", "random", "first"))
        offered = Offered(
            slug,
            {},
            self.rng.choice(PRESETS),
            side,
            weekends=self.rng.random() < 0.4,
            vacation_days=self.rng.choice((0, 2, 14)),
            rated=self.rng.random() < 0.5,
            limits=self.rng.choice(LIMITS),
        )
        keep, pairs = self.rng.choice((1, 1, 2)), self.rng.random() < 0.9
        made = keeping.make(person.user, terms=offered, keep=keep, pairs=pairs)
        self.world.times.keeps_weekends[made.challenge_id] = offered.weekends

    def change(self, person: Person) -> None:
        found = StandingChallenge.objects.standing().filter(owner=person.user).order_by("pk").first()
        if found is not None:
            do = self.rng.choice((keeping.pause, keeping.resume, keeping.resume, keeping.end))
            do(found.pk, owner=person.user)

    def take(self, person: Person) -> None:
        """One of those that are listed, though it may not be for this player."""
        listed = Challenge.objects.listed(timezone.now()).filter(stands=True).exclude(challenger=person.user)
        if found := list(listed.order_by("pk").values_list("pk", flat=True)):
            challenges.accept(self.rng.choice(found), user=person.user)

    def join(self, person: Person) -> None:
        """Or leaves, now and then."""
        do = self.world.ladders.leave if self.rng.random() < 0.15 else self.world.ladders.join
        do(person.user, "mastery", now=timezone.now())

    def climb(self, person: Person) -> None:
        """Challenges one of those above; friends one of themselves."""
        places = [place.user_id for place in read_places("mastery", start=0, most=100)]
        if person.user.pk in places and (above := places[: places.index(person.user.pk)]):
            found = [pk for pk in above if pk in self.friends] if person.user.pk in self.friends else above[-5:]
            if not found:
                return
            other = self.world.people[self.rng.choice(found)].user
            self.world.ladders.challenge("mastery", challenger=person.user, other=other, now=timezone.now())


def check_opponents(world: World) -> list[Finding]:
    ladders, last = sum(len(naive.order) for naive in world.ladders.of.values()), world.ends - 2 * IDLE
    return [
        Finding(STANDING, StandingChallenge.objects.count(), [*find_wrong_standing(), *find_still_absent(last)]),
        Finding(FOUND, StandingGame.objects.count(), list(world.misfound)),
        Finding(LADDER, ladders, list(find_wrong_places(world.ladders))),
    ]
