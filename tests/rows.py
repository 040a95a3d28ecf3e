"""Tables of cases as one test that names each row that failed: a row costs no set-up and no fixtures of its own."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

import pytest
from django.db import connection, transaction

from tests.clearing import forget

LONGEST = 60
"""Characters that are shown of a value."""
Title = str | Callable[[], str]
"""To show large values takes time, which only a run that asks the row spends."""
Row = tuple[Title, dict[str, Any]]
"""Its title, and its values by name."""
FOLDED: dict[Callable, tuple[list[Row], Callable]] = {}
"""The rows of each test made here, and what is asked of a row."""


def show(value: object) -> str:
    text = getattr(value, "__name__", None) or repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def each_row(
    names: str | Sequence[str], cases: Iterable[Any], *, ids: Iterable[str] | Callable[[Any], str] = show
) -> Callable[[Callable], Callable]:
    """Like `pytest.mark.parametrize`, but the rows are one test and share its fixtures. Two of these multiply.

    Each row begins with what the fixtures put into the database, and with nothing counted of limits.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [read_row(names, case, show=ids if callable(ids) else show) for case in cases]
    if not callable(ids):
        rows = [(title, values) for title, (_, values) in zip(ids, rows, strict=True)]

    def fold(function: Callable) -> Callable:
        inner, asks = FOLDED.get(function, (None, function))
        asked = [join(row, other) for row in rows for other in inner] if inner else rows
        assert asked, "a table without rows asks nothing"

        @wraps(asks)
        def test(subtests: pytest.Subtests, **fixtures: Any) -> None:
            for title, values in asked:
                with subtests.test(tell(title)), begin_anew():
                    asks(**fixtures, **values)

        own = inspect.Parameter("subtests", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        others = [one for name, one in inspect.signature(asks).parameters.items() if name not in asked[0][1]]
        test.__signature__ = inspect.Signature([own, *others])
        FOLDED[test] = asked, asks
        return test

    return fold


def read_row(names: list[str], case: Any, *, show: Callable[[Any], str]) -> Row:
    title, values = None, [case] if len(names) == 1 else case
    if isinstance(case, type(pytest.param())):
        assert not case.marks, f"{case.id or case.values}: a row has no marks of its own"
        title, values = case.id, case.values
    return title or partial(show_all, values, show), dict(zip(names, values, strict=True))


def show_all(values: Sequence[Any], show: Callable[[Any], str]) -> str:
    return ", ".join(show(value) for value in values)


def join(row: Row, other: Row) -> Row:
    return lambda: f"{tell(row[0])}, {tell(other[0])}", row[1] | other[1]


def tell(title: Title) -> str:
    return title() if callable(title) else title


@contextmanager
def begin_anew() -> Iterator[None]:
    """Takes back what the row writes, as a test of its own would."""
    point = transaction.savepoint() if connection.in_atomic_block else None
    try:
        yield
    finally:
        if point:
            transaction.savepoint_rollback(point)
        forget()
