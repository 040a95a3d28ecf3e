"""The file of a backup: gzipped lines of JSON, which fit into both SQLite and PostgreSQL.

The first line says what the file is, when it was made, which migrations it knows and how many rows of each model it
has. After it comes a line for each model with its columns, followed by a line for each of its rows.
"""

import gzip
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from io import TextIOWrapper
from itertools import count
from pathlib import Path
from typing import IO, Any

from django.utils import timezone

from core.drafts import publish
from mastery_site import VERSION
from mastery_site.backup import rows
from mastery_site.backup.rows import BackupError, Table
from notifications.channels.push import vapid

FORMAT = "correspondence-games-backup-1"
PIECE = 1 << 20
"""Bytes that are read at a time."""
LONGEST_LINE = 1 << 24
"""Characters. A row of this site has a few thousand. A line without an end would fill the memory."""
MOST_ROWS = 1 << 63
NAME = re.compile(r"[a-z0-9_]{1,100}\.[a-z0-9_]{1,100}")
"""The name of a table or a migration. Error messages contain these names; no other text of a file reaches a
terminal."""

KEY = re.compile(r"[A-Za-z0-9_-]{0,100}")
VERSION_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){2}")


@dataclass(frozen=True)
class Header:
    """What the first line says."""

    format: str
    made_at: str
    migrations: list[str]
    counts: dict[str, int]
    version: str = ""
    """The version of the site that made the backup, such as 1.2.3; empty in older backups, which do not name it."""
    push_key: str = ""
    """The public key by which browsers knew that site. Empty if the site had no key, or in older backups, which do not
    name it."""

    def tell_when(self) -> str:
        """Formats the parsed time, never the original text: Python's parser accepts any character in place of the T."""
        return f"{datetime.fromisoformat(self.made_at):%Y-%m-%d %H:%M:%S} UTC"


Tell = Callable[[int], object]
"""A function that is called with a number of rows."""


def write(target: Path | IO[bytes], *, using: str, start: Tell, advance: Tell) -> dict[str, int]:
    """Writes every row into a new file, which only its owner may read and which appears when it is complete. Or writes
    into a file that is already open, such as standard output.

    Returns the counts. It calls `start` with the total number of rows, and `advance` with how many more were written.
    Raises BackupError, OSError.
    """
    if isinstance(target, Path):
        return _write_file(target, using=using, start=start, advance=advance)
    with rows.snapshot(using), _zipped(target) as file:
        counts = rows.count_rows(using)
        start(sum(counts.values()))
        now, key = timezone.now().isoformat(), vapid.public_key() if vapid.is_set_up() else ""
        header = Header(FORMAT, now, rows.list_migrations(using), counts, VERSION, key)
        file.write(json.dumps(asdict(header)) + "\n")
        for table in rows.read_tables(using):
            _write_table(file, table, advance=advance)
    target.flush()
    return counts


def _write_file(path: Path, *, using: str, start: Tell, advance: Tell) -> dict[str, int]:
    if path.exists():
        raise BackupError(f"{path} is there already; a backup never writes over another.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            counts = write(raw, using=using, start=start, advance=advance)
            os.fsync(raw.fileno())
        publish(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return counts


@contextmanager
def _zipped(raw: IO[bytes]) -> Iterator[IO[str]]:
    """Opens a gzip stream whose header holds no file name: the name of a draft or of standard output helps no
    reader."""
    with gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw) as zipped, TextIOWrapper(zipped, "utf-8") as file:
        yield file


def _write_table(file: IO[str], table: Table, *, advance: Tell) -> None:
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=rows.json_default).encode
    file.write(encode({"table": table.label, "fields": table.fields}) + "\n")
    number = 0
    for number, row in enumerate(table.rows, start=1):
        file.write(encode(row) + "\n")
        if number % rows.CHUNK == 0:
            advance(rows.CHUNK)
    advance(number % rows.CHUNK)


@contextmanager
def opened(source: Path | IO[bytes], *, name: str) -> Iterator[tuple[Header, Iterator[Table]]]:
    """Yields the header and the tables, which must be read one after the other. Raises BackupError, OSError.

    It first reads a file to its end: the rows of a damaged file may look right until its checksum at the end does not
    fit. A stream can be read only once, so the caller must read its tables in one transaction.
    """
    try:
        if isinstance(source, Path):
            _verify(source)
        with gzip.open(source, "rt", encoding="utf-8") as file:
            lines = _parse(file)
            yield _read_header(name, next(lines, None)), _read_tables(lines)
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise BackupError(f"{name} is no backup, or a damaged one: {error}.") from error


def _verify(path: Path) -> None:
    with gzip.open(path) as file:
        while file.read(PIECE):
            pass


def _parse(file: IO[str]) -> Iterator[Any]:
    """Yields the value of each line. Raises BackupError if a line is too long or is not JSON."""
    for number in count(1):
        line = file.readline(LONGEST_LINE)
        if not line:
            return
        if len(line) == LONGEST_LINE:
            raise BackupError(f"This is no backup, or a damaged one: line {number:,} does not end.")
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:  # nested too deeply, or a number with thousands of digits
            raise BackupError(f"This is no backup, or a damaged one: line {number:,} is no JSON ({error}).") from error


def _read_header(name: str, said: Any) -> Header:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise BackupError(f"{name} is no backup of this site.")
    match said:
        case {"format": str(), "made_at": str(), "migrations": list(names), "counts": dict(counts)} if (
            said.keys() <= {"version", "format", "made_at", "migrations", "counts", "push_key"}
            and _is_version(said.get("version", ""))
            and _is_key(said.get("push_key", ""))
            and _is_utc(said["made_at"])
            and all(map(_is_name, (*names, *counts)))
            and all(type(number) is int and 0 <= number < MOST_ROWS for number in counts.values())
        ):
            return Header(**said)
    raise BackupError(f"{name} is a damaged backup: its first line does not say what it holds.")


def _is_utc(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() == timedelta(0)
    except ValueError:
        return False


def _is_version(text: Any) -> bool:
    return isinstance(text, str) and (not text or VERSION_NUMBER.fullmatch(text) is not None)


def _is_key(text: Any) -> bool:
    return isinstance(text, str) and KEY.fullmatch(text) is not None


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and NAME.fullmatch(name) is not None


def _read_tables(lines: Iterator[Any]) -> Iterator[Table]:
    """Yields the tables. The caller must read all rows of a table before it asks for the next one."""
    following: list[dict[str, Any]] = []

    def read_rows() -> Iterator[list[Any]]:
        for value in lines:
            if isinstance(value, dict):
                following.append(value)
                return
            yield value

    for _ in read_rows():
        raise BackupError("The backup begins with rows of no table.")
    while following:
        match following.pop():
            case {"table": label, "fields": list(fields)} if _is_name(label):
                yield Table(label, fields, read_rows())
            case head:
                raise BackupError(f"The backup is damaged: {json.dumps(head)[:80]} is the head of no table.")
