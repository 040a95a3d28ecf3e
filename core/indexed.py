"""Expressions that both PostgreSQL and SQLite can index, and searches by such an index."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import CharField, DateField, Func, QuerySet

Q = TypeVar("Q", bound=QuerySet[Any])
LAST = "\U0010ffff"
"""Sorts after every other character where texts are compared byte by byte."""


class Letters(Func):
    """A text in lower case, compared byte by byte, so that an index can find its beginning whatever the collation."""

    function = "LOWER"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template='%(function)s(%(expressions)s) COLLATE "C"', **context)


class UtcDay(Func):
    """The day of an instant in UTC."""

    template = "(%(expressions)s AT TIME ZONE 'UTC')::date"
    arity = 1
    output_field = DateField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="SUBSTR(%(expressions)s, 1, 10)", **context)


def find_by_letters(rows: Q, column: str, letters: Any) -> Q:
    """The rows whose text in this column equals this one, ignoring case, by an index on its `Letters`. A text that is
    given later must be given in lower case."""
    return rows.alias(letters=Letters(column)).filter(letters=letters.lower() if isinstance(letters, str) else letters)


def find_by_first_letters(rows: Q, column: str, letters: str) -> Q:
    """The rows whose text in this column starts like this, ignoring case, by an index on its `Letters`."""
    first = letters.lower()
    return rows.alias(letters=Letters(column)).filter(letters__gte=first, letters__lt=first + LAST)
