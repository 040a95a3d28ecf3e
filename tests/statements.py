"""Which statements each test executes on SQLite, so that PostgreSQL is asked a few tests that execute all of them.

Two statements count as one if they differ in the length of a list, in how many rows they write or in what they skip:
`WHERE id IN (1, 2)` is `WHERE id IN (1)`. They are two if one of them has values that databases treat differently.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import blake2b
from heapq import heappop, heappush
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models.sql.compiler import SQLCompiler

FOLDER = Path(__file__).resolve().parent.parent / ".pytest_cache" / "statements"
BASE = 0.01
"""Seconds that any test takes at least, so that of two quick ones the one with more statements is taken."""
LONG = 255
LARGE = 2**31
ODDITIES = NOTHING, NOT_ASCII, LONG_TEXT, NUL, LARGE_NUMBER = 1, 2, 4, 8, 16
"""Of values, as sums."""
REPEATED = (
    (re.compile(r"\((%s(?:, ?%s)+)\)"), "(%s)"),
    (re.compile(r"(\([^()]*\))(?:, ?\1)+"), r"\1"),
    (re.compile(r"( WHEN \([^()]*\) THEN \S+)(?: WHEN \([^()]*\) THEN \S+)+"), r"\1"),
    (re.compile(r"\b(LIMIT|OFFSET) \d+"), r"\1 1"),
)
OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN")
ALIKE = ("iexact", "contains", "icontains", "startswith", "istartswith", "endswith", "iendswith")
"""Lookups that SQLite asks by the same words."""


class Executed(NamedTuple):
    """What a test did on SQLite."""

    seconds: float
    statements: frozenset[str]


Record = dict[str, Executed]
"""By the name of the test."""


def list_oddities(values: Any) -> int:
    """The sum of those that its values have."""
    odd = 0
    for value in values or ():
        kind = type(value)
        if kind is str:
            if not value.isascii():
                odd |= NOT_ASCII
            if len(value) > LONG:
                odd |= LONG_TEXT
            if "\0" in value:
                odd |= NUL
        elif kind is int:
            if not -LARGE <= value < LARGE:
                odd |= LARGE_NUMBER
        elif value is None:
            odd |= NOTHING
    return odd


@cache
def name_statement(sql: str, odd: int) -> str:
    """A short name, the same for all statements that count as one; empty for those that only begin or end something."""
    if sql.startswith(OF_TRANSACTIONS):
        return ""
    for repeated, once in REPEATED:
        sql = repeated.sub(once, sql)
    return blake2b(f"{odd} {sql}".encode(), digest_size=8).hexdigest()


@contextmanager
def telling_apart() -> Iterator[None]:
    """Says in a comment of the statement what SQLite leaves out: which rows are locked, and whether case counts."""
    form, words, patterns = SQLCompiler.as_sql, DatabaseWrapper.operators, DatabaseWrapper.pattern_ops

    def form_with_lock(compiler: SQLCompiler, *args: Any, **options: Any) -> tuple[str, Any]:
        sql, values = form(compiler, *args, **options)
        query = compiler.query
        if query.select_for_update:
            how = (query.select_for_update_nowait, query.select_for_update_skip_locked, query.select_for_no_key_update)
            sql += f" /* locks {sorted(query.select_for_update_of)} {how} */"
        return sql, values

    def add_names(told: dict[str, str]) -> dict[str, str]:
        return {name: f"{text} /* {name} */" if name in ALIKE else text for name, text in told.items()}

    SQLCompiler.as_sql = form_with_lock
    DatabaseWrapper.operators, DatabaseWrapper.pattern_ops = add_names(words), add_names(patterns)
    yield
    SQLCompiler.as_sql, DatabaseWrapper.operators, DatabaseWrapper.pattern_ops = form, words, patterns


class Recorder:
    """A plugin: notes the statements of each test that PostgreSQL may be asked, and writes them down at the end.

    With pytest-xdist each worker hands its own to the first process, which writes one file.
    """

    def __init__(self, file: Path, *, notes: Callable[[pytest.Item], bool]) -> None:
        self.file, self.notes = file, notes
        self.record: Record = {}
        self.now: set[tuple[str, int]] = set()
        self.stack = ExitStack()

    def pytest_sessionstart(self) -> None:
        self.file.unlink(missing_ok=True)
        self.stack.enter_context(telling_apart())
        self.stack.enter_context(self.listening())

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Also to connections that threads open, and to those whose queries a test counts."""
        execute = CursorWrapper._execute_with_wrappers

        def execute_and_note(cursor: CursorWrapper, sql: str, values: Any, many: bool, executor: Callable) -> Any:
            if many:
                values = list(values)
                self.now.update((sql, list_oddities(row)) for row in values)
            else:
                self.now.add((sql, list_oddities(values)))
            return execute(cursor, sql, values, many, executor)

        CursorWrapper._execute_with_wrappers = execute_and_note
        yield
        CursorWrapper._execute_with_wrappers = execute

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now, began = set(), perf_counter()
        told = yield
        if self.notes(item):
            names = frozenset(name_statement(*executed) for executed in self.now) - {""}
            self.record[item.nodeid] = Executed(round(perf_counter() - began, 4), names)
        return told

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.record |= unpack(getattr(node, "workeroutput", {}).get("statements", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.stack.close()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["statements"] = pack(self.record)
        else:
            write(self.file, self.record)


def pack(record: Record) -> dict[str, Any]:
    """As plain values, in which each statement is named once."""
    names = sorted(frozenset().union(*(executed.statements for executed in record.values())))
    numbers = {name: number for number, name in enumerate(names)}
    tests = {
        test: [executed.seconds, [numbers[name] for name in sorted(executed.statements)]]
        for test, executed in record.items()
    }
    return {"names": names, "tests": tests}


def unpack(packed: dict[str, Any]) -> Record:
    names = packed.get("names", [])
    return {
        test: Executed(seconds, frozenset(names[number] for number in numbers))
        for test, (seconds, numbers) in packed.get("tests", {}).items()
    }


def write(file: Path, record: Record) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(pack(record)))
    part.replace(file)


def read(file: Path) -> Record:
    """Nothing where there is no such file."""
    return unpack(json.loads(file.read_text())) if file.exists() else {}


def choose(record: Record, *, executed: Iterable[str] = ()) -> list[str]:
    """Cheap tests of these that together execute each statement that is not yet executed. The same for the same record.

    The next is always the one that executes most of the others in a second. As each one taken leaves less to the
    others, what was worked out of one before is at most too good, and is only worked out again for the best.
    """
    executed = frozenset(executed)
    left = frozenset().union(*(one.statements for one in record.values())) - executed
    heap = [(-math.inf, test) for test in sorted(record)]
    chosen = []
    while left:
        _, test = heappop(heap)
        worth = len(record[test].statements & left) / (record[test].seconds + BASE)
        if worth and heap and (-worth, test) > heap[0]:
            heappush(heap, (-worth, test))
        elif worth:
            chosen.append(test)
            left -= record[test].statements
    return list(leave_out_needless({test: record[test] for test in chosen}, executed=executed))


def leave_out_needless(record: Record, *, executed: Iterable[str]) -> Record:
    """Without those of which others execute all that they do, the dearest first: they were taken before the others."""
    times = Counter([*executed, *(name for one in record.values() for name in one.statements)])
    for test in sorted(record, key=lambda test: -record[test].seconds):
        if all(times[name] > 1 for name in record[test].statements):
            times.subtract(record[test].statements)
            record = {other: one for other, one in record.items() if other != test}
    return record
