"""How people of a simulation log in by codes from emails: at once or later, in another browser, twice, by a wrong one;
and that nobody is let in but by the right one."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from django.utils import timezone

from tests.account.log_ins import Code, confirm_by_app
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.world import GRAIN

if TYPE_CHECKING:
    from tests.simulation.world import World

A_DAY = 0.15
"""How often, a day, each person asks for a code."""
LET_IN = "A code from an email lets in whoever asked for it, once, soon, and in the same browser"


class Entering:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"log-ins {world.seed}")

    def live_a_day(self, person: Person) -> None:
        if self.rng.random() >= A_DAY:
            return
        if self.rng.random() < 0.1:
            confirm_by_app(person.user)
        log_ins, known = self.world.log_ins, len(self.world.log_ins.codes)
        log_ins.ask(person.user, (person.user.pk, 0), now=timezone.now())
        for code in log_ins.codes[known:]:
            later = self.rng.choice((0, 0, 1, 3)) * GRAIN
            self.world.plan(timezone.now() + later, partial(self.enter, person, code))

    def enter(self, person: Person, code: Code) -> None:
        """Once or twice; now and then it is mistyped, or typed elsewhere, before."""
        if person.is_gone:
            return
        tries = [self.rng.choice(("changed", "elsewhere"))] if self.rng.random() < 0.4 else []
        for how in (*tries, "right", *(["right"] if self.rng.random() < 0.3 else [])):
            where = (person.user.pk, int(how == "elsewhere"))
            confirms = self.rng.random() < 0.7
            if self.world.log_ins.enter(code, where, now=timezone.now(), changed=how == "changed", confirms=confirms):
                self.world.visit(person)


def check_log_ins(world: World) -> Finding:
    return Finding(LET_IN, sum(world.log_ins.done.values()), list(world.log_ins.faults))
