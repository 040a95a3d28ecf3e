"""Writes the files of a month's games, and the manifest that lists all files. A proxy serves the folder as it is.

Each file appears whole under its name, in place of the one before.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import zstandard
from django.conf import settings

from accounts.models import User
from games.models import Game
from games.reading.seats import Seats, read_seats
from records.making import find_rows, is_licensed, make_from_rows
from records.models import Licence, MonthOfGames
from records.record import Record
from records.words.pages import ANONYMOUS
from records.writing import tell, write_text

BATCH = 200
LEVEL = 10
"""Of compression: smaller by a tenth than the usual 3, at a third of its speed, which still is 50 MB/s."""
PIECE = 1 << 20
"""So many bytes are compressed at a time."""
MANIFEST = "manifest.json"
FORMS = ("ndjson", "txt")
READABLE = 0o644
"""By the proxy, which is another user."""


class Written(NamedTuple):
    games: int
    files: dict[str, dict[str, Any]]


@dataclass
class Target:
    """A file that is being written. It is compressed once all of it is there: its frame says how long it is, with a
    checksum, so that programs that unpack it in one piece know how much room it takes, and whether it is whole."""

    path: Path
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    def __enter__(self) -> Target:
        self.draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        self.file = self.draft.open("wb")
        self.plain = TemporaryFile(dir=self.path.parent)  # without a name: nothing of it stays, whatever happens
        return self

    def write(self, text: str) -> None:
        self.plain.write(text.encode())

    def _pack(self) -> None:
        length = self.plain.tell()
        self.plain.seek(0)
        packing = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compressobj(size=length)
        while piece := self.plain.read(PIECE):
            self._put(packing.compress(piece))
        self._put(packing.flush())

    def _put(self, packed: bytes) -> None:
        self.file.write(packed)
        self.digest.update(packed)
        self.size += len(packed)

    def publish(self) -> dict[str, Any]:
        """Gives the file its name; returns what the manifest says of it."""
        self._pack()
        self.file.flush()
        os.fsync(self.file.fileno())
        self.draft.chmod(READABLE)
        self.draft.replace(self.path)
        return {"bytes": self.size, "sha256": self.digest.hexdigest()}

    def __exit__(self, *error: object) -> None:
        self.plain.close()
        self.file.close()
        self.draft.unlink(missing_ok=True)


def find_folder() -> Path:
    folder = Path(settings.RECORDS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def name_file(row: MonthOfGames, form: str) -> str:
    """Such as `mastery-2026-11.ndjson.zst`."""
    return f"{row.ruleset_slug}-{row.month:%Y-%m}.{form}.zst"


def write(row: MonthOfGames, *, licence: Licence) -> Written:
    """Both files of a month, none of a month without games."""
    folder, count = find_folder(), 0
    with ExitStack() as stack:
        targets = {form: stack.enter_context(Target(folder / name_file(row, form))) for form in FORMS}
        for record in list_records(row, licence=licence):
            targets["ndjson"].write(json.dumps(tell(record), ensure_ascii=False) + "\n")
            targets["txt"].write(("\n" if count else "") + write_text(record))
            count += 1
        if count:
            return Written(count, {form: target.publish() for form, target in targets.items()})
    for form in FORMS:
        (folder / name_file(row, form)).unlink(missing_ok=True)
    return Written(0, {})


def list_records(row: MonthOfGames, *, licence: Licence) -> Iterator[Record]:
    """Of the games that ended within the month, in the order in which they started."""
    first = datetime.combine(row.month, time(), UTC)
    end = datetime.combine((row.month + timedelta(days=31)).replace(day=1), time(), UTC)
    ended = Game.objects.filter(ruleset_slug=row.ruleset_slug, private=False, ended_at__gte=first, ended_at__lt=end)
    keys = list(ended.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        rows = find_rows(batch)
        for game in Game.objects.filter(pk__in=batch).prefetch_related("seats__user").order_by("pk"):
            seats = read_seats(game)
            if is_licensed(game) and not any(seat.user.is_guest for seat in seats):
                yield make_nameless(game, seats, rows.get(game.pk, ()), licence=licence)


def make_nameless(game: Game, seats: Seats, rows: Iterable[Any], *, licence: Licence) -> Record:
    """The record as everybody is told it, without the names of those who do not want to be named, or of both where the
    game began before there was this licence. Then it does not say where the game is, either, since its page has the
    names."""
    late = game.started_at >= licence.since
    names = [tell_player(seat.user, is_named=late) for seat in seats]
    record = make_from_rows(game, rows, reader_id=None, names=names)
    if all(name == seat.user.shown_name for name, seat in zip(names, seats, strict=True)):
        return record
    return replace(record, site="")


def tell_player(user: User, *, is_named: bool) -> str:
    return user.shown_name if is_named and user.named_in_files else str(ANONYMOUS())


def write_manifest(rows: Iterable[MonthOfGames]) -> None:
    """Lists every file there is, the newest month first."""
    folder = find_folder()
    files = [
        {"file": name_file(row, form), "game": row.ruleset_slug, "month": f"{row.month:%Y-%m}", "games": row.games}
        | row.files[form]
        for row in rows
        for form in FORMS
    ]
    content = json.dumps({"licence": settings.RECORDS_LICENCE, "files": files}, indent=1) + "\n"
    path = folder / MANIFEST
    if path.exists() and path.read_text() == content:
        return
    draft = folder / f".{MANIFEST}.{os.getpid()}"
    draft.write_text(content)
    draft.chmod(READABLE)
    draft.replace(path)


def delete_all() -> bool:
    """Deletes every file and what is known of them; whether there were any."""
    folder, there = Path(settings.RECORDS_DIR), MonthOfGames.objects.exists()
    for path in [*folder.glob("*.zst"), *folder.glob(MANIFEST)] if folder.is_dir() else ():
        path.unlink(missing_ok=True)
        there = True
    MonthOfGames.objects.all().delete()
    return there
