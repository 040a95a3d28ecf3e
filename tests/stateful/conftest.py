"""A machine that is told step by step what to do."""

from datetime import UTC, datetime

import pytest

from games import clock
from notifications.models import Mode
from tests.actions import find_action
from tests.stateful.deeds import ROOMS, Deed
from tests.stateful.machine import Machine
from tests.stateful.people import sign_up
from tests.stateful.post import TAKEN

BEGINS = datetime(2026, 6, 9, 15, tzinfo=UTC)
WEEK = clock.Days(7)


class Told:
    """A machine that is told what to do: `told.wait(...)` is that action, and everything must hold after it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def open(
        self,
        *,
        mail: str = TAKEN,
        control: clock.Control = WEEK,
        vacation: int = 0,
        days: int = 30,
        rated: bool = False,
    ) -> None:
        """Alice is to move in a game with Boris; `mail` is how hers fares, `days` what each has of vacation."""
        habits = [{"mode": Mode.EACH, "mail": way, "device": False, "days": days} for way in (mail, TAKEN, TAKEN)]
        terms = {"pair": (0, 1), "control": control, "weekends": False, "vacation": vacation, "rated": rated}
        self.machine.open(BEGINS, tuple(habits), ROOMS, **terms)
        self.machine.holds()

    def __getattr__(self, name: str):
        action = find_action(name)

        def act(**drawn) -> None:
            action.act(self.machine.site, **drawn)
            self.machine.holds()

        return act

    def meanwhile(self, about: str, name: str, /, **drawn) -> None:
        action = find_action(name)
        self.machine.happen(Deed(action, drawn, about))


@pytest.fixture
def told(db):
    Machine.users = sign_up()
    machine = Machine()
    yield Told(machine)
    machine.teardown()
