"""Takes answers that lie as .eml files in a folder of a site without a mail server, where only its owner can write."""

from __future__ import annotations

import logging
import os
import stat
import time
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from replies.incoming import Incoming, Outcome, Way
from replies.mails import parsing
from replies.mails.parsing import MOST_BYTES
from replies.mails.proof import Verdict

logger = logging.getLogger(__name__)

ENDING = ".eml"
REFUSED = "refused"
"""The folder in that one for files that are no mail, too large, or that meet a fault again and again."""
STILL_FOR = 2.0
"""Seconds since a file was last written to: one that is copied there comes piece by piece."""
MOST_FILES = 200
"""Files that one look takes."""
TRIED_FOR = 600.0
"""Seconds since a file was written after which it is put aside if it still meets a fault."""


class NoMail(Exception):
    """Why a file is refused."""


def look() -> int:
    """Takes what lies there, and returns how many files were done with, or refused."""
    folder = settings.REPLIES_DIR
    folder.mkdir(parents=True, exist_ok=True)
    with os.scandir(folder) as entries:
        names = (entry.name for entry in entries if entry.name.endswith(ENDING) and not entry.name.startswith("."))
        found = sorted(names)[:MOST_FILES]
    return sum(take(folder, name) for name in found)


def take(folder: Path, name: str) -> bool:
    """Whether the file is gone from there."""
    path = folder / name
    try:
        raw = read(path)
    except (FileNotFoundError, BlockingIOError):  # gone, or still being written
        return False
    except (NoMail, OSError) as error:
        logger.warning("A file among the answers is refused: %s", error)
        return refuse(path)
    incoming = Incoming(parsing.parse(raw), timezone.now(), Way.FILE, proof=Verdict.PROVEN)
    try:
        from replies import receiving  # with all that reads mails

        outcome = receiving.receive(incoming)
    except Exception:
        logger.exception("A file among the answers met a fault")
        return refuse(path) if is_old(path) else False
    if outcome in (Outcome.IN_HAND, Outcome.LATER):
        return False
    if outcome is Outcome.NOT_OURS:
        logger.warning("A file among the answers is refused: it is sent to none of our addresses")
        return refuse(path)
    path.unlink(missing_ok=True)
    return True


def read(path: Path) -> bytes:
    """The file, if it is a plain one of our own. Raises NoMail, OSError; BlockingIOError while it is being written."""
    opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(opened, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise NoMail("It is no plain file.")
        if found.st_uid != os.geteuid():
            raise NoMail("It belongs to another user.")
        if found.st_size > MOST_BYTES:
            raise NoMail("It is larger than a mail may be.")
        if 0 <= time.time() - found.st_mtime < STILL_FOR:
            raise BlockingIOError
        return file.read(MOST_BYTES)


def is_old(path: Path) -> bool:
    return time.time() - path.lstat().st_mtime > TRIED_FOR


def refuse(path: Path) -> bool:
    """Puts it aside, for its owner to see."""
    aside = path.parent / REFUSED
    aside.mkdir(exist_ok=True)
    try:
        os.replace(path, aside / path.name)
    except OSError as error:
        logger.warning("A file among the answers cannot be put aside: %s", error.strerror)
        return False
    return True
