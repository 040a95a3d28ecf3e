"""Which of the two runs of the tests, on SQLite and on PostgreSQL, asks what.

On SQLite: everything but what is marked `postgres`. On PostgreSQL: what uses the database in process, but for what
looks at pages alone. With `--share`, as in `make test`, less is asked twice: what is long belongs to PostgreSQL, the
stricter of the two, and of a table of cases all but the first to SQLite, the quicker. Without it, as in `make soak`,
nothing is left out of either.
"""

from collections.abc import Iterator

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


def is_on_postgres() -> bool:
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql") or bool(settings.NO_SERVER)


def list_wanted(items: list[pytest.Item], *, shared: bool) -> Iterator[pytest.Item]:
    """Those that this run asks."""
    met: set[str] = set()
    for item in items:
        if is_on_postgres():
            if runs_on_postgres(item) and not (shared and get_function(item) in met and is_quick_case(item)):
                met.add(get_function(item))
                yield item
        elif not item.get_closest_marker("postgres") and not (shared and is_long(item) and runs_on_postgres(item)):
            yield item


def get_function(item: pytest.Item) -> str:
    """The test's name without its case."""
    return item.nodeid.split("[")[0]


def find_path(item: pytest.Item) -> str:
    """From the folder of the tests on."""
    return item.nodeid.removeprefix("tests/")


def is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


def is_quick_case(item: pytest.Item) -> bool:
    """Whether the other run asks it too, and nothing of it commits: locks are PostgreSQL's own."""
    kept = is_long(item) or item.get_closest_marker("postgres") or commits(item)
    return not (kept or find_path(item).startswith(OF_THE_DATABASE))


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(marker and marker.kwargs.get("transaction"))


def runs_on_postgres(item: pytest.Item) -> bool:
    if item.get_closest_marker("postgres"):
        return True
    touches = item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames)
    elsewhere = any(item.get_closest_marker(name) for name in ("browser", "processes"))
    return bool(touches) and not elsewhere and not find_path(item).startswith(OF_LOOKS)
