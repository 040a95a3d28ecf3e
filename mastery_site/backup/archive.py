"""The file of a backup: gzipped lines of JSON, which fits into either kind of database.

The first line says what the file is, when it was made, which migrations it knows and how many rows of each model it
has. Then comes a line for each model with its columns, and under it a line for each row.
"""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from django.utils import timezone

from mastery_site.backup import rows
from mastery_site.backup.rows import Table, Unfit

FORMAT = "correspondence-games-backup-1"
PIECE = 1 << 20
"""Bytes read at once."""


@dataclass(frozen=True)
class Header:
    """What the first line says."""

    format: str
    made_at: str
    migrations: list[str]
    counts: dict[str, int]


Tell = Callable[[int], object]
"""Is told a number of rows."""


def write(path: Path, *, using: str, start: Tell, advance: Tell) -> dict[str, int]:
    """Keeps every row in a new file that its owner alone may read. Returns the counts. Raises Unfit, OSError.

    `start` is told how many rows there are, `advance` how many more were written. The file appears when it is whole.
    """
    if path.exists():
        raise Unfit(f"{path} is there already; a backup never writes over another.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with rows.snapshot(using), _create(draft) as file:
            counts = rows.count_rows(using)
            start(sum(counts.values()))
            header = Header(FORMAT, timezone.now().isoformat(), rows.list_migrations(using), counts)
            file.write(json.dumps(asdict(header)) + "\n")
            for table in rows.read_tables(using):
                _write_table(file, table, advance=advance)
        os.link(draft, path)  # refuses, where another has made the file meanwhile
    finally:
        draft.unlink(missing_ok=True)
    return counts


@contextmanager
def _create(path: Path) -> Iterator[IO[str]]:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as file:
            yield file
        raw.flush()
        os.fsync(raw.fileno())


def _write_table(file: IO[str], table: Table, *, advance: Tell) -> None:
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=rows.carry).encode
    file.write(encode({"table": table.label, "fields": table.fields}) + "\n")
    number = 0
    for number, row in enumerate(table.rows, start=1):
        file.write(encode(row) + "\n")
        if number % rows.CHUNK == 0:
            advance(rows.CHUNK)
    advance(number % rows.CHUNK)


@contextmanager
def opened(path: Path) -> Iterator[tuple[Header, Iterator[Table]]]:
    """What the file says of itself, and its tables, to be read one after the other. Raises Unfit, OSError.

    It is read through first: what a damaged one says may look like rows until its checksum at the end.
    """
    try:
        _verify(path)
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield _read_header(path, file.readline()), _read_tables(file)
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Unfit(f"{path} is no backup, or a damaged one: {error}.") from error


def _verify(path: Path) -> None:
    with gzip.open(path) as file:
        while file.read(PIECE):
            pass


def _read_header(path: Path, line: str) -> Header:
    said = json.loads(line)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise Unfit(f"{path} is no backup of this site.")
    return Header(**said)


def _read_tables(file: IO[str]) -> Iterator[Table]:
    """Each table's rows must have been read before the next table is asked for."""
    following: list[dict[str, Any]] = []

    def read_rows() -> Iterator[list[Any]]:
        for line in file:
            value = json.loads(line)
            if isinstance(value, dict):
                following.append(value)
                return
            yield value

    for _ in read_rows():
        raise Unfit("The backup begins with rows of no table.")
    while following:
        head = following.pop()
        yield Table(head["table"], head["fields"], read_rows())
