"""Queries whose SQL is prepared once in a process; docs/prepared.md says why, when to use it, and what it gains.

It depends on names that Django does not promise to keep; `tests/core/test_private_names.py` checks each of them. Each
use says who asks it so often.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Func, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError

WRITTEN_TIME = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d(\.\d+)?)?)?|\d\d:\d\d(:\d\d(\.\d+)?)?")


class Slot(Expression):
    """Stands in a query for a value that is given later, or for one of a list of values."""

    def __init__(self, place: int, index: int | None = None) -> None:
        super().__init__()
        self.place, self.index = place, index

    def take(self, given: Sequence[Any]) -> Any:
        """Its value among those that were given."""
        value = given[self.place]
        return value if self.index is None else value[self.index]

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class Unforeseen(Func):
    """A value that PostgreSQL does not look at when it plans.

    It keeps a prepared plan only while that seems no dearer than plans made for each value, which it may never find of
    a large query; then making plans takes longer than the answer. A plan that knows no values seems as dear as it is.
    """

    template = "(SELECT %(expressions)s)"


class Statement(NamedTuple):
    """What is the same each time the query is asked."""

    model: type[Model]
    sql: str
    parameters: list[Any]
    """Slots, and the few values that SQL has no plain word for."""
    converters: list[tuple[int, list[Callable[..., Any]], Any]]
    """By column, the functions that turn its value into that of the field."""
    attributes: list[str]
    """The attributes of the model for the first columns; empty where rows stay tuples."""
    locks: bool
    """Whether it locks the rows that it finds."""
    related: list[Any]
    """Fills in the related models, as `select_related` asks."""


Sizes = tuple[int | None, ...]
"""For each value, the length of its list; None for a single one."""


class PreparedQuery:
    """`make(*values, **shape)`, a function that gives a query set, asked with other values each time.

    The values are numbers, texts and times, or tuples of them, for `pk__in` and the like (for a foreign key
    `user__pk__in`). A tuple is filled up with its last value to a length of 2, 4, 8 …, so that there are few
    statements; an empty one finds nothing. `shape` are the few constants that decide which query it is, as whether its
    reader is a visitor; a statement is prepared for each.

    It takes filters, slices, `select_related` and `values_list`; not what asks more than one query or depends on a
    value other than through SQL: no prefetching. Of annotations it gives those that `values_list` names. What would go
    wrong unseen is refused: a time that `make` itself has read, which would stay the same for ever, and a value None,
    which finds nothing (TypeError); rows to be locked outside a transaction, on every database
    (TransactionManagementError).
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self.make = make
        self.single: Sizes = (None,) * make.__code__.co_argcount
        self.find_statement = lru_cache(maxsize=64)(self._find_statement)

    def __call__(self, *values: Any, **shape: Hashable) -> list[Any]:
        given, sizes = values, self.single
        if tuple in map(type, values):
            if () in values:
                return []
            given = tuple([_pad(value) if type(value) is tuple else value for value in values])
            sizes = tuple([len(value) if type(value) is tuple else None for value in given])
        statement = self.find_statement(sizes, **shape)
        if statement.locks and not connection.in_atomic_block:
            raise TransactionManagementError(f"{self.make.__qualname__} locks rows, and there is no transaction")
        if None in values:
            raise TypeError(f"{self.make.__qualname__} is asked with None, which equals nothing in SQL")
        given = tuple([_write_time(value) if isinstance(value, date) else value for value in given])
        with connection.cursor() as cursor:
            filled = [one.take(given) if isinstance(one, Slot) else one for one in statement.parameters]
            cursor.execute(statement.sql, filled)
            rows = cursor.fetchall()
        if statement.converters:
            rows = [_convert(row, statement.converters) for row in rows]
        return [_make_model(row, statement) for row in rows] if statement.attributes else rows

    def _find_statement(self, sizes: Sizes, **shape: Hashable) -> Statement:
        slots = [
            Slot(place) if size is None else tuple([Slot(place, index) for index in range(size)])
            for place, size in enumerate(sizes)
        ]
        found = self.make(*slots, **shape)
        compiler = found.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if frozen := [parameter for parameter in parameters if _is_time(parameter)]:
            raise TypeError(f"{self.make.__qualname__} must be given its times, and has {frozen} of its own")
        sql, parameters = write_constants(sql, parameters)
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        models = compiler.klass_info if issubclass(found._iterable_class, ModelIterable) else None
        columns = [compiler.select[place][0] for place in models["select_fields"]] if models else []
        # The stubs describe Django 6, where it takes one more.
        related = get_related_populators(models, compiler.select, DEFAULT_DB_ALIAS) if models else []  # type: ignore[call-arg]
        return Statement(
            found.model,
            sql,
            parameters,
            [(place, functions, column) for place, (functions, column) in converters.items()],
            [column.target.attname for column in columns],
            found.query.select_for_update,
            related,
        )


def _pad(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, and the last one again until their number is a power of two."""
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))


def _make_model(row: Sequence[Any], statement: Statement) -> Model:
    made = statement.model.from_db(DEFAULT_DB_ALIAS, statement.attributes, row[: len(statement.attributes)])
    for relation in statement.related:
        relation.populate(row, made)
    return made


def write_constants(sql: str, parameters: Sequence[Any]) -> tuple[str, list[Any]]:
    """Writes the texts and numbers that never change into the SQL; the statement, and the parameters that are left.

    PostgreSQL keeps a plan for a prepared statement only if that costs no more than one made for the values at hand.
    While a constant is a parameter it may be anything, so that no partial index fits, and each page has its plan made
    anew.
    """
    left: list[Any] = []

    def write(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%%"
        value = next(values)
        if (constant := quote_constant(value)) is None:
            left.append(value)
        return constant or "%s"

    values = iter(parameters)
    return re.sub("%[s%]", write, sql), left


def quote_constant(value: Any) -> str | None:
    """A text or a number as SQL that goes through `execute`; None for anything else."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return str(int(value))
    return "'" + str(value).replace("'", "''").replace("%", "%%") + "'" if isinstance(value, str) else None


def _write_time(value: date) -> Any:
    """As the database takes it."""
    ops = connection.ops
    return ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else ops.adapt_datefield_value(value)


def _is_time(parameter: Any) -> bool:
    """Whether it is an instant, a day or an hour of the day; SQLite is given them written out."""
    return isinstance(parameter, date | time) or (
        isinstance(parameter, str) and bool(WRITTEN_TIME.fullmatch(parameter))
    )


def _convert(row: tuple[Any, ...], converters: list[tuple[int, list[Callable[..., Any]], Any]]) -> list[Any]:
    values = list(row)
    for place, functions, column in converters:
        for convert in functions:
            values[place] = convert(values[place], column, connection)
    return values
