"""Which of the two runs of the tests, on SQLite and on PostgreSQL, asks what.

On SQLite: everything but what is marked `postgres`. On PostgreSQL: what uses the database in process, but for what
looks at pages alone. `make soak` asks it so, and leaves nothing out.

With `--share`, as in `make test`, a test that uses the database in process is asked of one of them: of a table of cases
the first goes to PostgreSQL and the others to SQLite, what stands in no table or is long to PostgreSQL. Both are asked
what commits, since each locks in its own way, and what forms SQL by its cases. What is marked `soak` has a smaller
version of itself beside it, and waits. So does every case but the first of a table that draws pages in a browser or
starts processes, where `begin_with` has not said how many are asked: each costs a second and more. With `--first`, as
in `make quick`, of each table the first case alone is asked.
"""

from collections.abc import Iterable, Iterator

import pytest
from django.conf import settings

OF_LOOKS = (
    *("accounts/test_pages_under_csp.py", "analysis/test_privacy.py", "browser/", "core/test_json_bodies.py"),
    *("faults/test_forgery.py", "faults/test_policy.py", "faults/test_private_pages.py", "games/lessons/"),
    *("games/pages/", "games/practice/", "moderation/test_rights.py", "site/test_limits_on_pages.py"),
)
"""What looks at the words of pages and mails, at headers, and at who may open what: no fault of a database is found
there. The pages themselves are asked on PostgreSQL by tests/faults, each address, as a visitor, a player and staff; and
what they change is tested where it is changed. Whatever sorts, searches, counts, locks or stores belongs on both."""


OF_THE_DATABASE = (
    *("accounts/test_admin.py", "core/test_prepared.py", "core/test_prepared_writes.py", "faults/test_injection.py"),
    *("games/views/test_lists.py", "site/test_admin_lookups.py"),
)
"""What forms SQL by its cases: how much is written, sorted or looked up, and by what. Both are asked every case."""

SQLITE, POSTGRES = "sqlite", "postgres"


def begin_with(number: int, cases: Iterable[object]) -> list[object]:
    """Cases of which the first so many are asked by `make test`, and the others by `make soak` alone."""
    cases = [case if isinstance(case, tuple) else (case,) for case in cases]
    marks = (pytest.mark.asked, pytest.mark.soak)
    return [pytest.param(*case, marks=marks[place >= number]) for place, case in enumerate(cases)]


def is_on_postgres() -> bool:
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql") or bool(settings.NO_SERVER)


def list_wanted(items: list[pytest.Item], *, shared: bool, first: bool) -> Iterator[pytest.Item]:
    """Those that this run asks; `first`: of each table of cases the first alone."""
    here, met = POSTGRES if is_on_postgres() else SQLITE, set()
    for item in items:
        function = item.nodeid.split("[")[0]
        is_first = function not in met
        met.add(function)
        waits = has_mark(item, "soak") or not (is_first or has_mark(item, "asked") or is_quick(item))
        left_out = (first and not is_first) or ((first or shared) and waits)
        if here in find_databases(item, is_first=is_first, shared=shared) and not left_out:
            yield item


def find_databases(item: pytest.Item, *, is_first: bool, shared: bool) -> set[str]:
    """Of which databases it is asked; `is_first` of the cases of its test."""
    if has_mark(item, "postgres"):
        return {POSTGRES}
    if not uses_the_database(item):
        return {SQLITE}
    if not shared:
        return {SQLITE, POSTGRES}
    if has_mark(item, "long"):
        return {POSTGRES}
    if commits(item) or find_path(item).startswith(OF_THE_DATABASE):
        return {SQLITE, POSTGRES}
    return {POSTGRES if is_first else SQLITE}


def has_mark(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def is_quick(item: pytest.Item) -> bool:
    return not (has_mark(item, "browser") or has_mark(item, "processes"))


def find_path(item: pytest.Item) -> str:
    """From the folder of the tests on."""
    return item.nodeid.removeprefix("tests/")


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(marker and marker.kwargs.get("transaction"))


def uses_the_database(item: pytest.Item) -> bool:
    """In process, and not for looks alone."""
    touches = item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames)
    return bool(touches) and is_quick(item) and not find_path(item).startswith(OF_LOOKS)
