"""Runs the machine for so many examples by a seed."""

from typing import Any
from unittest import mock

from hypothesis import HealthCheck, seed, settings
from hypothesis.internal.conjecture.engine import ConjectureRunner
from hypothesis.stateful import run_state_machine_as_test

from tests.stateful.machine import Machine
from tests.stateful.people import sign_up

STEPS = 40
STEPS_OF_SEARCH = 80
"""What takes several deeds one after another comes more than twice as often in twice as many."""


def run_machine(*, examples: int, by: int, steps: int, **more: Any) -> None:
    """Of six examples Hypothesis makes five by copying parts of one, and so in the same rooms: here each is new."""
    Machine.users = sign_up()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **more,
    )
    with mock.patch.object(ConjectureRunner, "generate_mutations_from", return_value=None):
        run_state_machine_as_test(seed(by)(Machine), settings=chosen)
