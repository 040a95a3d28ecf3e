"""Which run asks which test, and of which database: `make quick`, `test`, `rest` and `soak`, as docs/tests.md tells.

SQLite is asked everything. PostgreSQL is asked what locks, sorts or commits in its own way, which marks tell, and of
all other tests so many that every statement that one of them executes is executed there, too: `tests/statements.py`
notes them on SQLite and chooses.
"""

from collections import Counter
from collections.abc import Iterable

import pytest
from django.conf import settings

from tests import slow, statements

FEW = 3
"""Cases of a table that `make test` asks."""
ALL, FIRST, USUAL, REST = ASKED = "all", "first", "usual", "rest"


def begin_with(number: int, cases: Iterable[object]) -> list[object]:
    """Cases of which the first so many are asked by `make test`, and the others by `make soak` alone."""
    cases = [case if isinstance(case, tuple) else (case,) for case in cases]
    marks = (pytest.mark.asked, pytest.mark.soak)
    return [pytest.param(*case, marks=marks[place >= number]) for place, case in enumerate(cases)]


def is_on_postgres() -> bool:
    return settings.DATABASES["default"]["ENGINE"].endswith("postgresql") or bool(settings.NO_SERVER)


def list_wanted(items: list[pytest.Item], *, ask: str) -> list[pytest.Item]:
    """Those that this run asks, by one of `ASKED`."""
    met, wanted = Counter[str](), []
    for item in items:
        function = item.nodeid.split("[")[0]
        if is_wanted(item, place=met[function], ask=ask):
            wanted.append(item)
        met[function] += 1
    if is_on_postgres():
        return choose_for_postgres(wanted, ask=ask)
    return [item for item in wanted if not is_for_postgres_alone(item, ask=ask)]


def is_wanted(item: pytest.Item, *, place: int, ask: str) -> bool:
    """`place` is that among the cases of its test, from 0."""
    if ask == ALL:
        return True
    if has_mark(item, "soak") or (place > 0 and not has_mark(item, "asked") and not is_in_process(item)):
        return False
    if ask == FIRST:
        return place == 0 and slow.name_test(item) not in slow.NAMES
    left = place >= FEW and not has_mark(item, "asked") and not is_for_postgres(item)
    return (ask == REST) == (left or has_mark(item, "late"))


def choose_for_postgres(items: list[pytest.Item], *, ask: str) -> list[pytest.Item]:
    """Of these, in `make test` and `make rest`, those for PostgreSQL and few others, which together execute every
    statement. What SQLite has not been asked before is asked."""
    items = [item for item in items if is_for_postgres(item) or uses_the_database(item)]
    if ask not in (USUAL, REST):
        return items
    known = statements.read(record_of(ask))
    before = statements.read(record_of(USUAL)) if ask == REST else {}
    taken = {item.nodeid for item in items if is_for_postgres(item) or item.nodeid not in known}
    executed = [known[name] for name in taken if name in known] + list(before.values())
    left = {item.nodeid: known[item.nodeid] for item in items if item.nodeid not in taken}
    taken.update(statements.choose(left, executed=[name for one in executed for name in one.statements]))
    return [item for item in items if item.nodeid in taken]


def record_of(ask: str) -> statements.Path:
    """Where the run on SQLite writes what it executed."""
    return statements.FOLDER / f"{ask}.json"


def is_for_postgres(item: pytest.Item) -> bool:
    """Whether PostgreSQL is asked it whatever it executes."""
    return has_mark(item, "postgres") or (uses_the_database(item) and (has_mark(item, "both") or commits(item)))


def is_for_postgres_alone(item: pytest.Item, *, ask: str) -> bool:
    """What takes long has enough with one database: the one that shows more."""
    is_long = has_mark(item, "long") and is_for_postgres(item)
    return has_mark(item, "postgres") or (is_long and ask in (USUAL, REST))


def has_mark(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def is_in_process(item: pytest.Item) -> bool:
    return not (has_mark(item, "browser") or has_mark(item, "processes"))


def uses_the_database(item: pytest.Item) -> bool:
    """In process."""
    touches = has_mark(item, "django_db") or not {"db", "transactional_db"}.isdisjoint(item.fixturenames)
    return touches and is_in_process(item)


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return "transactional_db" in item.fixturenames or bool(marker and marker.kwargs.get("transaction"))
