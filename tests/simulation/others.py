"""What people of a simulation do about each other: they block, mute, end both, and report."""

from __future__ import annotations

from random import Random

from django.utils import timezone

from accounts.conduct import blocks
from moderation import reports
from tests.simulation.people import Person
from tests.simulation.world import Block, World

A_DAY = 0.06
"""How often, a day, somebody does anything about another."""


class Others:
    """Draws lots of its own, so that it changes nothing of what else a seed brings until somebody is blocked."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"others {world.seed}")

    def live_a_day(self, person: Person) -> None:
        if self.rng.random() >= A_DAY:
            return
        other = self.rng.choice([each for each in self.world.people.values() if each is not person])
        both = (person.user.pk, other.user.pk)
        match self.rng.choice(("block", "mute", "end", "end", "report")):
            case "report":
                reports.make(person.user, about=other.user, matter="words", text="See for yourselves.")
            case "end":
                blocks.end(person.user, other.user)
                self.end_block(both)
            case do:
                blocks.make(person.user, other.user, mute=do == "mute")
                self.end_block(both)
                if do == "block":
                    self.world.blocks.append(Block(both, timezone.now()))

    def end_block(self, both: tuple[int, int]) -> None:
        for block in self.world.blocks:
            if block.both == both:
                block.until = block.until or timezone.now()
