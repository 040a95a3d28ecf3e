"""What staff of a simulation do, in the middle of whatever people do: to people, and to the clocks of their games."""

from __future__ import annotations

from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.simulation.people import HOUR, Person
from tests.simulation.world import World

A_DAY = 0.08
"""How often, a day, staff do anything about somebody."""
ON_PEOPLE = ("note", "warn", "mute", "bar", "bar_reports", "suspend", "end_sessions")
ON_GAMES = ("pause", "resume", "take_back", "void", "adjudicate")


class Staff:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"staff {world.seed}")
        self.moderator: User | None = None

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        if self.rng.random() >= A_DAY:
            return
        match self.rng.choice(("person", "person", "game", "undo")):
            case "person":
                self.act_on_person(person)
            case "game":
                self.act_on_game(person)
            case _:
                self.undo(person)

    def make_order(self, **answers: Any) -> Order:
        if self.moderator is None:
            self.moderator = User.objects.create_superuser("Ada", "ada@simulation.invalid")
        return Order(self.moderator, timezone.now(), "Seen it.", "Read the rules.", "C1", answers=answers)

    def act_on_person(self, person: Person) -> None:
        until, games = timezone.now() + self.rng.choice((5, 30, 100)) * HOUR, self.rng.choice(("go_on", "lost", "void"))
        order = self.make_order(until=until, which="barred", games=games)
        name = self.rng.choice(ON_PEOPLE)
        acting.perform(find_action(name), User.objects.get(pk=person.user.pk), order=order)
        if name == "end_sessions" or (name == "suspend" and games != "go_on"):  # logged out, also where push arrives
            person.endpoint = ""
            person.note(timezone.now(), push=False)
        row = LoggedAction.objects.exclude(person=None).latest("pk")
        if row.restriction_id is not None:
            self.world.laid.append((row.restriction_id, timezone.now()))

    def act_on_game(self, person: Person) -> None:
        timed = Game.objects.active().of(person.user).exclude(deadline_at=None)
        game, name = timed.order_by("pk").first(), self.rng.choice(ON_GAMES)
        if game is None:
            return
        until = timezone.now() + self.rng.choice((20, 60)) * HOUR
        acting.perform(find_action(name), game, order=self.make_order(until=until, winner="draw", turns=1))
        if name in ("pause", "resume"):
            paused = name == "pause"
            self.world.diary.note(game.pk, "staff_pause" if paused else name, until if paused else None)

    def undo(self, person: Person) -> None:
        """What ended games stays: who lifts that reopens them, of which the diary knows nothing."""
        rows = LoggedAction.objects.filter(person=person.user, game=None).exclude(action="suspend").order_by("-pk")
        found = next((row for row in rows if acting.may_undo(row)), None)
        if found is not None:
            acting.undo(found, order=self.make_order())


def find_action(name: str) -> Any:
    return registry.find(name)
