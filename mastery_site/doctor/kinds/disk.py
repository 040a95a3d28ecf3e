"""Checks whether the folders that the site writes into are writable and have room."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from mastery_site.doctor.contract import Asked, Examination, Line

LEAST_FREE = 200_000_000
"""Bytes. If less is free, the next backup or the next hour of logs may fill the disk."""


class Disk(Examination):
    name = "disk"
    order = 40

    def examine(self, asked: Asked) -> Iterator[Line]:
        yield look(settings.DATA_DIR)
        if settings.RECORDS_LICENCE and not settings.RECORDS_DIR.is_relative_to(settings.DATA_DIR):
            yield look(settings.RECORDS_DIR, may_be_read_only=True)


def look(folder: Path, *, may_be_read_only: bool = False) -> Line:
    """Looks at a folder. If another process writes the folder (`may_be_read_only`), it is enough that the folder
    exists."""
    try:
        if not may_be_read_only or os.access(folder, os.W_OK):
            draft = folder / f".doctor.{os.getpid()}"
            draft.write_bytes(b"x" * 4096)  # a full disk still makes empty files
            draft.unlink()
        room = shutil.disk_usage(folder)
    except OSError as error:
        return Line(False, error.strerror or str(error), about=str(folder))
    told = f"{room.free / 1e9:.1f} GB free of {room.total / 1e9:.1f} GB."
    return Line(room.free >= LEAST_FREE, told, about=str(folder))


kind = Disk()
