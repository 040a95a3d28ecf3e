"""Checks that the machine finds faults that the site once had when they are put back: else it proves nothing.

Not found by pytest itself, as it takes minutes: `make soak` runs it. `FAULT_ROUNDS_PUT_BACK` is the most examples, and
`STATEFUL_SEED=2 pytest -q -s -n 0 tests/stateful/search_put_back.py -k 12` searches for one of them by another seed.
In which example each was found, of eighty steps, and after how many seconds of a processor, in November 2026:

| fault | rooms | seed 1 | seed 2 | seed 3 |
|---|---|---|---|---|
| 9 | all | 6, 5 s | 4, 4 s | 6, 5 s |
| 11 | `STATEFUL_ROOMS=away,offers` | 38, 35 s | 67, 71 s | 32, 27 s |
| 12 | all | 50, 46 s | 101, 124 s | 44, 42 s |
| 13 | all | 114, 146 s | 74, 84 s | 141, 190 s |
| 19a | `STATEFUL_ROOMS=offers,settings,staff` | 14, 47 s | | |
| 19b | `STATEFUL_ROOMS=offers,settings,staff` | 6, 17 s | | |
| 19c | `STATEFUL_ROOMS=offers` | not in 250 s | | |
"""

import os
import time

import pytest
from hypothesis import Phase

from tests.faults.conftest import repeat
from tests.stateful.machine import Machine
from tests.stateful.put_back import FAULTS
from tests.stateful.running import STEPS_OF_SEARCH, run_machine

MOST = 2000
"""Examples in which a fault is to be found."""


@pytest.mark.parametrize("number", FAULTS)
def test_a_fault_that_is_put_back_is_found(db, monkeypatch, number):
    """By itself, in whichever example it comes to it: the first that fails ends the search, and nothing is shrunk."""
    made, by, asked = Machine.__init__, int(os.environ.get("STATEFUL_SEED", 1)), 0

    def make(self: Machine) -> None:
        nonlocal asked
        asked += 1
        made(self)

    monkeypatch.setattr(Machine, "__init__", make)
    most = repeat("PUT_BACK", MOST)
    began = time.process_time()
    try:
        with FAULTS[number].put_back():
            only = {"phases": [Phase.generate], "report_multiple_bugs": False}
            run_machine(examples=most, by=by, steps=STEPS_OF_SEARCH, **only)
    except AssertionError as seen:
        print(f"fault {number} by seed {by}: in example {asked}, {time.process_time() - began:.0f} s: {seen}")
        if FAULTS[number].seen not in str(seen):
            pytest.fail("It is another.")
    else:
        pytest.fail(f"fault {number} by seed {by}: not in {asked} examples, {time.process_time() - began:.0f} s")
