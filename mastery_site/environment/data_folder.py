"""The data folder: makes it, closes it to other users, and keeps keys in it."""

import functools
import os
import stat
from contextlib import suppress
from pathlib import Path

from core.drafts import publish

QUEUE_FOLDERS = ("messages", "control", "processed")


def keep_private(data_dir: Path) -> str:
    """Makes the data folder, or closes an existing one to other users. Lets only the owner read what this process
    writes.

    Returns a sentence that says what is wrong, or an empty text.
    """
    os.umask(0o077)
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        found = data_dir.stat()
        if found.st_mode & stat.S_ISVTX:  # a folder like /tmp: closing it would lock out all other users
            return f"The data folder {data_dir} is shared by the users of this machine. Name one of its own."
        if stat.S_IMODE(found.st_mode) != 0o700:
            data_dir.chmod(0o700)
    except PermissionError:
        return f"The data folder {data_dir} cannot be closed to others: it belongs to another user."
    except OSError as error:
        return f"The data folder {data_dir} cannot be written: {error.strerror or error}."
    return ""


def close_to_others(data_dir: Path) -> None:
    """Removes the rights of other users to the files of the data folder, which older versions of the site left
    readable.

    It leaves files of other owners as they are. Raises OSError.
    """
    for folder, _, files in os.walk(data_dir):
        for path in (Path(folder), *(Path(folder) / name for name in files)):
            try:
                found = path.lstat()
                if found.st_mode & 0o077 and found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode):
                    path.chmod(found.st_mode & 0o700)
            except FileNotFoundError:
                continue  # a file of the queue, taken meanwhile


@functools.cache
def make_folders(data_dir: Path) -> str:
    """Makes the data folder and its subfolders. Returns a sentence that says what is wrong, or an empty text."""
    try:
        for name in QUEUE_FOLDERS:
            (data_dir / "queue" / name).mkdir(parents=True, exist_ok=True)
        (data_dir / "static").mkdir(exist_ok=True)  # whitenoise complains of a folder that is not there
        draft = data_dir / f".writable.{os.getpid()}"
        draft.write_bytes(b"x" * 4096)  # a full disk still makes empty files
        draft.unlink()
    except OSError as error:
        return f"The data folder {data_dir} cannot be written: {error.strerror or error}."
    return ""


def read_kept(path: Path) -> str:
    """Reads a key that the embedded site of this folder stored, even if the site is no longer embedded; empty if there
    is none."""
    try:
        return path.read_text().strip()
    except (OSError, ValueError):
        return ""


def keep(path: Path, secret: str) -> str:
    """Returns what the file holds. If there is no file yet, it is made and holds `secret`."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secret)
        try:
            with suppress(FileExistsError):  # the first of two starters wins
                publish(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text().strip()
