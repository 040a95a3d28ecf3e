"""Which run asks which test, and of which database: `make quick`, `test`, `rest` and `soak`, as docs/tests.md tells.

A simpler split does not serve: either database by itself hides faults that the other shows, as each locks, sorts and
converts in its own way; all tests on both take far longer than the nine minutes of `make test`, and even shared out
they take twice as long, which is why `make rest` has those marked `late`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from django.conf import settings

from tests import slow

LOOKS = ("games/pages/", "games/practice/")
"""Folders that look at pages alone, as if each test in them were marked `looks`."""
FEW = 3
"""Cases of a table that `make test` asks."""
SQLITE, POSTGRES = BOTH = "sqlite", "postgres"
ALL, FIRST, USUAL, REST = ASKED = "all", "first", "usual", "rest"


def begin_with(number: int, cases: Iterable[object]) -> list[object]:
    """Cases of which the first so many are asked by `make test`, and the others by `make soak` alone."""
    cases = [case if isinstance(case, tuple) else (case,) for case in cases]
    marks = (pytest.mark.asked, pytest.mark.soak)
    return [pytest.param(*case, marks=marks[place >= number]) for place, case in enumerate(cases)]


def is_on_postgres() -> bool:
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql") or bool(settings.NO_SERVER)


def list_wanted(items: list[pytest.Item], *, ask: str) -> Iterator[pytest.Item]:
    """Those that this run asks, by one of `ASKED`."""
    here, met = POSTGRES if is_on_postgres() else SQLITE, Counter[str]()
    for item in items:
        function = item.nodeid.split("[")[0]
        if here in find_databases(item, place=met[function], ask=ask) and is_wanted(item, place=met[function], ask=ask):
            yield item
        met[function] += 1


def is_wanted(item: pytest.Item, *, place: int, ask: str) -> bool:
    """`place` is that among the cases of its test, from 0."""
    if ask == ALL:
        return True
    if has_mark(item, "soak") or (place > 0 and not has_mark(item, "asked") and not is_in_process(item)):
        return False
    if ask == FIRST:
        return place == 0 and slow.name_test(item) not in slow.NAMES
    is_one_of_many = place >= FEW and not has_mark(item, "asked")
    left = is_one_of_many and find_databases(item, place=place, ask=ask) == (SQLITE,)
    return (ask == REST) == (left or has_mark(item, "late"))


def find_databases(item: pytest.Item, *, place: int, ask: str) -> tuple[str, ...]:
    """Of which databases it is asked. `make test` and `make rest` share: PostgreSQL has the first case of each test."""
    if has_mark(item, "postgres"):
        return (POSTGRES,)
    if not uses_the_database(item):
        return (SQLITE,)
    if ask in (ALL, FIRST):
        return BOTH
    if has_mark(item, "long"):
        return (POSTGRES,)
    if has_mark(item, "both") or commits(item):
        return BOTH
    return (POSTGRES,) if place == 0 else (SQLITE,)


def has_mark(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def is_in_process(item: pytest.Item) -> bool:
    return not (has_mark(item, "browser") or has_mark(item, "processes"))


def uses_the_database(item: pytest.Item) -> bool:
    """In process, and not for looks alone."""
    touches = has_mark(item, "django_db") or not {"db", "transactional_db"}.isdisjoint(item.fixturenames)
    looks = has_mark(item, "looks") or item.nodeid.removeprefix("tests/").startswith(LOOKS)
    return touches and is_in_process(item) and not looks


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(marker and marker.kwargs.get("transaction"))
