"""Rows written by SQL that is prepared once in a process; see `prepared`. No signals of models are sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from django.db import DatabaseError, DataError, connection
from django.db.models import CharField, Choices, Field, JSONField, Model, TextChoices

from core.prepared import quote_constant

MOST_VALUES = 50
"""Values in one statement: psycopg does not keep statements with more."""
MANY = 20
"""From this many rows on `bulk_create` is faster."""
GIVEN = "%s"
"""Stands in a statement for a value that is passed with it."""
PLAIN = frozenset({int, float, str, bool, type(None)})
"""Types that every database takes unchanged, in every field but JSON fields."""
PLAIN_HERE = {"postgresql": PLAIN | {datetime}}
"""Further types that a database takes unchanged: PostgreSQL takes times with a zone."""


class PreparedUpdate:
    """Writes every column of an existing row. Raises DatabaseError if there is none, DataError for a text too long."""

    def __init__(self, model: type[Model]) -> None:
        self.model, self.fields = model, list_fields(model)
        self.limits = list_limits(self.fields)

    def __call__(self, row: Model) -> None:
        refuse_too_long(row, self.limits)
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [*read_values(row, self.fields, add=False), row.pk])
            if cursor.rowcount != 1:
                raise DatabaseError(f"{row!r} is not in the database")

    def update_all(self, rows: Sequence[Model]) -> None:
        """Several rows at once: PostgreSQL is asked once for all."""
        if len(rows) < 2:
            for row in rows:
                self(row)
            return
        for row in rows:
            refuse_too_long(row, self.limits)
        with connection.cursor() as cursor:
            cursor.executemany(self.sql, [[*read_values(row, self.fields, add=False), row.pk] for row in rows])
            if cursor.rowcount != len(rows):
                raise DatabaseError(f"One of {rows!r} is not in the database")

    @cached_property
    def sql(self) -> str:
        columns = ", ".join(f"{quote(field)} = %s" for field in self.fields)
        return f"UPDATE {quote(self.model)} SET {columns} WHERE {quote(self.model._meta.pk)} = %s"


class PreparedInsert:
    """Inserts rows of one model.

    Duplicates are left out with `ignore_conflicts`, or with `replace_by`, a unique field, written over the existing
    row. `remembers` names fields in which such a row keeps what others of its fields held before. Raises DataError for
    a text too long.
    """

    def __init__(
        self,
        model: type[Model],
        *,
        ignore_conflicts: bool = False,
        replace_by: str = "",
        remembers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.model, self.ignore_conflicts, self.replace_by = model, ignore_conflicts, replace_by
        self.remembers = remembers
        self.fields = list_fields(model)
        self.columns = [(field.attname, field, isinstance(field, JSONField)) for field in self.fields]
        self.limits = list_limits(self.fields)
        self.statement = lru_cache(maxsize=256)(self._write_statement)

    def __call__(self, rows: Sequence[Model]) -> None:
        """Inserts the rows and gives them their keys, except where duplicates are allowed: the database does not tell
        which rows it took."""
        for row in rows:
            refuse_too_long(row, self.limits)
        if len(rows) >= MANY:
            self.model._default_manager.bulk_create(rows, **self.conflicts)
            return
        batch: list[Model] = []
        shapes: list[tuple[str, ...]] = []
        given: list[Any] = []
        for row in rows:
            shape, more = split(row, self.columns)
            if batch and len(given) + len(more) > MOST_VALUES:
                self._insert(batch, shapes, given)
                batch, shapes, given = [], [], []
            batch.append(row)
            shapes.append(shape)
            given += more
        if batch:
            self._insert(batch, shapes, given)

    def _insert(self, rows: Sequence[Model], shapes: Sequence[tuple[str, ...]], given: Sequence[Any]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(self.statement(*shapes), given)
            if not self.conflicts:
                for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                    row.pk, row._state.adding, row._state.db = key, False, connection.alias

    def _write_statement(self, *shapes: tuple[str, ...]) -> str:
        names = ", ".join(map(quote, self.fields))
        rows = ", ".join(f"({', '.join(shape)})" for shape in shapes)
        return f"INSERT INTO {quote(self.model)} ({names}) VALUES {rows} {self._finish()}"

    def _finish(self) -> str:
        if self.ignore_conflicts:
            return "ON CONFLICT DO NOTHING"
        if not self.replace_by:
            return f"RETURNING {quote(self.model._meta.pk)}"
        key = self.model._meta.get_field(self.replace_by)
        news = ", ".join(f"{quote(field)} = {self._find_new(field)}" for field in self.fields if field != key)
        return f"ON CONFLICT ({quote(key)}) DO UPDATE SET {news}"

    def _find_new(self, field: Field[Any, Any]) -> str:
        """What an existing row has in this field from now on."""
        if field.name in self.remembers:
            return f"{quote(self.model)}.{quote(self.model._meta.get_field(self.remembers[field.name]))}"
        return f"EXCLUDED.{quote(field)}"

    @cached_property
    def conflicts(self) -> dict[str, Any]:
        """The arguments for `bulk_create`, which leaves what a row `remembers`; empty where duplicates are an error."""
        if self.ignore_conflicts:
            return {"ignore_conflicts": True}
        others = [field.name for field in self.fields if field.name not in {self.replace_by, *self.remembers}]
        keys = {"unique_fields": [self.replace_by], "update_fields": others}
        return {"update_conflicts": True, **keys} if self.replace_by else {}


def list_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields that are written: every column but the key, which the database gives."""
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def list_limits(fields: Sequence[Field[Any, Any]]) -> list[tuple[str, int]]:
    """The attributes with texts of limited length, and how many characters each may have."""
    return [(field.attname, field.max_length) for field in fields if isinstance(field, CharField) and field.max_length]


def refuse_too_long(row: Model, limits: Sequence[tuple[str, int]]) -> None:
    """Raises DataError, as PostgreSQL does: SQLite would take any length, and the fault would show too late."""
    for name, most in limits:
        if len(value := getattr(row, name) or "") > most:
            raise DataError(
                f"{row._meta.object_name}.{name} has {len(value)} characters, and {most} are the most: {value}"
            )


def read_values(row: Model, fields: Sequence[Field[Any, Any]], *, add: bool) -> list[Any]:
    """The values of a row as the database takes them."""
    plain = PLAIN_HERE.get(connection.vendor, PLAIN)
    values = []
    for field in fields:
        value = getattr(row, field.attname)
        if isinstance(value, Choices):
            value = value.value
        elif type(value) not in plain or isinstance(field, JSONField):
            value = field.get_db_prep_save(field.pre_save(row, add), connection)
        values.append(value)
    return values


def split(row: Model, columns: Sequence[tuple[str, Field[Any, Any], bool]]) -> tuple[tuple[str, ...], list[Any]]:
    """How each value of a new row is written in a statement, and those that are passed with it: values that recur from
    row to row are part of it. Columns come with their fields, and with whether they hold JSON."""
    plain = PLAIN_HERE.get(connection.vendor, PLAIN)
    shape, given = [], []
    for name, field, is_json in columns:
        value = getattr(row, name)
        written = GIVEN
        if value is None:
            written = "NULL"
        elif value == "" and not is_json:
            written = "''"
        elif type(value) in plain and not is_json:
            given.append(value)
        elif isinstance(value, TextChoices):
            written = str(quote_constant(value.value))
        elif isinstance(value, Choices):
            given.append(value.value)
        else:
            given.append(field.get_db_prep_save(field.pre_save(row, True), connection))
        shape.append(written)
    return tuple(shape), given


def quote(named: Any) -> str:
    """The name of a field's column, or of a model's table."""
    return connection.ops.quote_name(str(named.column) if isinstance(named, Field) else named._meta.db_table)
