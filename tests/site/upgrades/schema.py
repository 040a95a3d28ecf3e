"""What a database is made of, to be compared: tables, columns, indexes, constraints, triggers and functions.

The order of columns does not count: a migration puts a new one at the end.
"""

import re
import sqlite3
from pathlib import Path

import psycopg

CATALOGUES = (
    "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity "
    "FROM information_schema.columns WHERE table_schema = 'public'",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",  # NOT NULL, of which columns tell
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)

WORD = re.compile(r"""'[^']*'|"[^"]*"|[\w.]+|[^\w\s]""")
"""Of SQL: what is quoted, a name or number, or a sign."""


def read_postgres(url: str) -> list[tuple]:
    with psycopg.connect(url) as session:
        return sorted((row for asked in CATALOGUES for row in session.execute(asked)), key=repr)


def read_sqlite(path: Path) -> list[tuple]:
    """The words of each statement, in the order of the alphabet."""
    with sqlite3.connect(path) as session:
        rows = session.execute("SELECT type, tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    session.close()
    return sorted((kind, table, name, *sorted(WORD.findall(sql))) for kind, table, name, sql in rows)
