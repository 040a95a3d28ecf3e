"""Tests that take long for what they find: `make slow` names them in `slow.txt`, and `make quick` leaves those out."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

LONG = 0.15
"""Seconds of the processor, without what is made for several tests: a busy machine names the same ones."""
LIST = Path(__file__).with_name("slow.txt")
NAMES = set(LIST.read_text().split())
"""One that is gone or has another name does no harm: it is asked."""
KEPT = (
    "tests/core/test_named_fields.py",
    "tests/games/test_architecture.py",
    "tests/games/test_fairness_spends.py",
    "tests/moderation/test_text_fields.py",
    "tests/site/backups/test_backup.py::test_rows_of_every_model_come_back",
    "tests/site/forms/",
    "tests/site/test_apostrophes.py",
    "tests/site/test_dependencies.py",
    "tests/site/test_settings_told.py",
    "tests/site/test_sizes.py",
    "tests/site/test_whole_sentences.py",
    "tests/stateful/test_complete.py",
)
"""Tables that a new field, address or sentence must join: whoever adds one hears it from `make quick`."""
SPENT = defaultdict[str, float](float)
SHARED = "what is made for several tests"


def name_test(item: pytest.Item) -> str:
    """Without the case."""
    return item.nodeid.split("[")[0]


def pytest_configure() -> None:
    """With `-p tests.slow` every test is asked, and timed."""
    NAMES.clear()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef) -> Iterator[None]:
    begun, before = process_time(), SPENT[SHARED]
    try:
        return (yield)
    finally:
        if fixturedef.scope != "function":
            SPENT[SHARED] = before + process_time() - begun  # this is also that of fixtures which it asked for


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    begun, before = process_time(), SPENT[SHARED]
    result: Any = yield
    SPENT[name_test(item)] += process_time() - begun - (SPENT[SHARED] - before)
    return result


def pytest_sessionfinish() -> None:
    long = [name for name, seconds in SPENT.items() if seconds >= LONG and not name.startswith((SHARED, *KEPT))]
    LIST.write_text("".join(f"{name}\n" for name in sorted(long)))
