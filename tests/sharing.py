"""Which run of the tests asks what.

`make quick`, by `--ask first`, asks on SQLite the first case of each table of cases. `make test`, by `--ask usual`,
asks most of all tests, on SQLite and then on PostgreSQL; `make rest`, by `--ask rest`, what that leaves for CI: the
files of `LATE`, and of a table on SQLite what comes after its first three cases. `.ci/run` does both. `make soak`
leaves nothing out and asks both databases, as `pytest` does by itself.

On SQLite: everything but what is marked `postgres`. On PostgreSQL: what uses the database in process, but for what
looks at pages alone. All but `make soak` share this: a test that uses the database in process is asked of one of them,
of a table the first case of PostgreSQL and the others of SQLite, what stands in no table or is long of PostgreSQL. Both
are asked what commits, since each locks in its own way, and what forms SQL by its cases. What is marked `soak` has a
smaller version of itself beside it, and waits. So does every case but the first of a table that draws pages in a
browser or starts processes, where `begin_with` has not said how many are asked: each costs a second and more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from django.conf import settings

OF_LOOKS = (
    *("accounts/test_pages_under_csp.py", "analysis/test_privacy.py", "browser/", "core/test_json_bodies.py"),
    *("faults/test_forgery.py", "faults/test_policy.py", "faults/test_private_pages.py", "engine/lessons/"),
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

LATE = (
    "accounts/test_pages_in_browser.py",
    "accounts/test_passkeys.py",
    "browser/test_agreement.py",
    "browser/test_board_access.py",
    "browser/test_built_scripts.py",
    "browser/test_challenge_form.py",
    "browser/test_every",
    "browser/test_fifth_game.py",
    "browser/test_game_layout.py",
    "browser/test_landing.py",
    "browser/test_lessons.py",
    "browser/test_master",
    "browser/test_moderation.py",
    "browser/test_older_pages.py",
    "browser/test_open_page.py",
    "browser/test_practice.py",
    "browser/test_push.py",
    "browser/test_report_from_chat.py",
    "browser/test_touch_in_firefox.py",
    "faults/test_at_once.py",
    "faults/test_broker_down.py",
    "faults/test_database_restart.py",
    "faults/test_disk_full.py",
    "faults/test_every_field.py",
    "faults/test_guessing.py",
    "faults/test_named_commands.py",
    "faults/test_outage.py",
    "faults/test_pgbouncer.py",
    "faults/test_slow_requests.py",
    "faults/test_turn_against_sweep.py",
    "faults/test_two_beats.py",
    "simulation/test_simulation.py",
    "site/test_deploy_files.py::TestTheServicesTogether",
    "site/test_kept_memory.py",
    "site/test_move_data.py",
    "site/test_text_replaced.py",
    "site/test_upgrade.py",
)
"""What would make of nine minutes fourteen: mostly browsers and processes. `make test` keeps what tells the most for
its time: a whole game between two people and one against the computer, the board, a site from its start, and kills."""

FEW = 3
SQLITE, POSTGRES = "sqlite", "postgres"
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
        place = met[function]
        met[function] += 1
        databases = find_databases(item, is_first=place == 0, shared=ask in (USUAL, REST))
        if here in databases and is_wanted(item, place=place, databases=databases, ask=ask):
            yield item


def is_wanted(item: pytest.Item, *, place: int, databases: set[str], ask: str) -> bool:
    """`place` is that among the cases of its test, from 0; `databases` are those that are asked."""
    if ask == ALL:
        return True
    if has_mark(item, "soak") or not (place == 0 or has_mark(item, "asked") or is_quick(item)):
        return False
    if ask == FIRST:
        return place == 0
    is_one_of_many = place >= FEW and databases == {SQLITE} and not has_mark(item, "asked")
    return (ask == REST) == (is_one_of_many or find_path(item).startswith(LATE))


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
