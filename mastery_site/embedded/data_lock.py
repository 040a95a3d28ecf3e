"""The lock of a data folder: only one process at a time may run the embedded site there, or replace its data.

The kernel releases the lock, however that process ends.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

NAME = "up.lock"


class Held(Exception):
    """Another process has the lock; `str(error)` is what that process wrote about itself."""


@contextmanager
def hold(folder: Path, *, what: str) -> Iterator[IO[str]]:
    """Holds the lock of this folder, and writes `what` for any process that finds the lock taken. Raises Held,
    OSError."""
    with (folder / NAME).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Held(lock.read().strip() or "it is just starting") from None
        lock.truncate(0)
        lock.write(what)
        lock.flush()
        yield lock
