"""Checks whether the database answers and accepts changes."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
from django.db import connection

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.models import LastRun

PATIENCE = 5
"""The most seconds for making a connection, and for each of the database's answers."""
CHANGE = f"UPDATE {LastRun._meta.db_table} SET ended_at = ended_at WHERE task = ''"
"""Changes nothing, but a read-only database refuses it."""


class Database(Examination):
    name = "database"
    order = 10

    def examine(self, asked: Asked) -> Iterator[Line]:
        if connection.vendor == "postgresql":
            with closing(connect()) as server:
                (version,) = server.execute("SELECT version()").fetchone()
                server.execute(CHANGE)
            yield Line(True, f"{str(version).partition(' on ')[0]} answers and takes changes.")
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT sqlite_version()")
            (version,) = cursor.fetchone()
            cursor.execute(CHANGE)
        yield Line(True, f"SQLite {version} takes changes in {connection.settings_dict['NAME']}.")


def connect() -> Any:
    """Makes a separate connection. The pool that processes share would report that it has none, not what the server
    said."""
    told = connection.get_connection_params() | {"connect_timeout": PATIENCE}
    server = psycopg.connect(**told, autocommit=True)
    server.execute(f"SET statement_timeout = {PATIENCE * 1000}")
    return server


kind = Database()
