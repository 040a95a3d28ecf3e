"""A small site to which anything happens in any order; after each step everything must hold.

For a longer look, by a seed of its own that is printed: `FAULT_ROUNDS_STATEFUL=2000 pytest -n 0 -s tests/stateful`;
`STATEFUL_SEED=7` gives that of an earlier one again.
"""

import os
from random import SystemRandom
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults.conftest import repeat
from tests.stateful.machine import Machine
from tests.stateful.people import sign_up

pytestmark = pytest.mark.long

USUAL = 5
"""Examples; in the usual run always the same ones."""
STEPS = 40


def choose_seed(rounds: int) -> int:
    given = os.environ.get("STATEFUL_SEED")
    return int(given) if given else 1 if rounds == USUAL else SystemRandom().randrange(10**6)


def test_whatever_happens_in_whatever_order(db):
    Machine.users = sign_up()
    rounds = repeat("STATEFUL", USUAL)
    number = choose_seed(rounds)
    print(f"{rounds} rounds by seed {number}")
    run_state_machine_as_test(seed(number)(Machine), settings=choose_settings(rounds))


def choose_settings(rounds: int, **more: Any) -> settings:
    return settings(
        max_examples=rounds,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        **more,
    )
