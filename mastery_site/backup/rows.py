"""All rows of a database: read in one snapshot and written in one transaction, as values that JSON can hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, Model
from django.utils.duration import duration_iso_string

from mastery_site.database import versions
from moderation.retention import retention

CHUNK = 1000
"""Rows that are in memory at a time."""
MADE_BY_MIGRATE = {"contenttypes.contenttype", "auth.permission", "auth.group", "auth.group_permissions"}
"""Tables in which `migrate` itself makes rows, even in a new database."""


class BackupError(Exception):
    """A backup cannot be made or restored; `str(error)` is the sentence that says why."""


class Table(NamedTuple):
    """The rows of one model: its label, the names of its columns, and their values in that order."""

    label: str
    fields: list[str]
    rows: Iterable[list[Any]]


def list_models() -> list[type[Model]]:
    """Every model that has a table, including the hidden ones that join two others."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def list_migrations(using: str) -> list[str]:
    """The migrations applied, as `app.name`; empty in a database without tables.

    A squashed one is left out if its last step is there: a database from before it has the same tables.
    """
    applied = MigrationRecorder(connections[using]).applied_migrations().keys()
    names = {(app, name) for app, name in applied if (app, name.partition("_squashed_")[2]) not in applied}
    return sorted(f"{app}.{name}" for app, name in names if app != versions.APP)


def count_rows(using: str) -> dict[str, int]:
    return {model._meta.label_lower: model._base_manager.using(using).count() for model in list_models()}


@contextmanager
def snapshot(using: str) -> Iterator[None]:
    """Everything that is read inside is as of one moment. Other processes can write meanwhile without waiting."""
    connection: Any = connections[using]
    sqlite = connection.vendor == "sqlite"
    connection.ensure_connection()
    usual = connection.transaction_mode if sqlite else None
    try:
        if sqlite:
            connection.transaction_mode = (
                "DEFERRED"  # a reader of the write-ahead log; IMMEDIATE would lock writers out
            )
        with transaction.atomic(using=using):
            if not sqlite:
                connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    finally:
        if sqlite:
            connection.transaction_mode = usual


def read_tables(using: str) -> Iterator[Table]:
    for model in list_models():
        names = [field.attname for field in model._meta.local_concrete_fields]
        rows = model._base_manager.using(using).order_by("pk").values_list(*names).iterator(chunk_size=CHUNK)
        yield Table(model._meta.label_lower, names, map(list, rows))


def replace_all(
    tables: Iterable[Table], *, using: str, expected: Mapping[str, int], advance: Callable[[int], object]
) -> dict[str, int]:
    """Replaces all rows by these, or changes nothing. Returns the counts afterwards.

    Raises BackupError if there are not as many rows as expected, or if the database refuses them. It calls `advance`
    with how many rows were written.
    """
    connection = connections[using]
    with _explained("the database does not take these rows"), retention(using=using):
        _empty(using)
        for table in tables:
            with _explained(f"the rows of {table.label} are not what they should be"):
                _write(table, using=using, advance=advance)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list_models()):
                cursor.execute(statement)
        found = count_rows(using)
        if found != dict(expected):
            wrong = sorted(label for label in {*found, *expected} if found.get(label) != expected.get(label))
            raise BackupError(f"Nothing was changed: the rows of {', '.join(wrong)} are not as many as they should be.")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # the planner knows nothing of the new rows
    return found


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """Turns any error that a value causes in a field or in the database into a BackupError."""
    try:
        yield
    except (DatabaseError, ValidationError, ValueError, TypeError, ArithmeticError) as error:
        why = "; ".join(error.messages) if isinstance(error, ValidationError) else str(error).strip()
        raise BackupError(
            f"Nothing was changed: {what} ({why.splitlines()[0] if why else type(error).__name__})."
        ) from error


def _empty(using: str) -> None:
    connection = connections[using]
    tables = [model._meta.db_table for model in list_models()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables):
            cursor.execute(statement)


def _write(table: Table, *, using: str, advance: Callable[[int], object]) -> None:
    connection = connections[using]
    fields = _find_fields(table)
    meta = fields[0].model._meta
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column or "") for field in fields)
    places = ", ".join(["%s"] * len(fields))
    insert = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})"
    rows = iter(table.rows)
    with connection.cursor() as cursor:
        while chunk := list(islice(rows, CHUNK)):
            if not all(isinstance(row, list) and len(row) == len(fields) for row in chunk):
                raise ValueError(f"a row has not its {len(fields)} values")
            prepared = [
                [
                    field.get_db_prep_save(field.to_python(value), connection)
                    for field, value in zip(fields, row, strict=True)
                ]
                for row in chunk
            ]
            cursor.executemany(insert, prepared)
            advance(len(chunk))


def _find_fields(table: Table) -> list[Field]:
    """Returns the fields of the table. Raises BackupError unless it exists with exactly these columns."""
    known = {model._meta.label_lower: model._meta.local_concrete_fields for model in list_models()}
    fields = {field.attname: field for field in known.get(table.label, ())}
    if not fields or sorted(fields) != sorted(map(str, table.fields)):
        raise BackupError(
            f"Nothing was changed: the site has no table {table.label} with the columns that are told of."
        )
    return [fields[name] for name in table.fields]


def json_default(value: Any) -> str:
    """Returns the text, exact to the microsecond, of a value for which JSON has no type. The field's `to_python` reads
    it."""
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be kept in a backup")
