"""Has a face made of what somebody sent, by a process of its own: one at a time on this machine."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from accounts.words import faces as words
from core.refusal import Refusal

MOST_BYTES = 5_000_000
"""Of the file that is sent."""
LONGEST = 30
"""Seconds that one may take, on a busy machine."""
WAIT = 5
"""Seconds to wait for the one before; then the sender is asked to try again."""
LOCK = os.path.join(tempfile.gettempdir(), f"faces-{os.getuid()}.lock")
"""A file that whoever makes one has locked. The system unlocks it where a process is killed."""
EVERY = 0.05
"""Seconds between two looks."""
MAKING = (sys.executable, "-m", "accounts.faces.making")
FAULTS = {
    "unreadable": words.UNREADABLE,
    "too_many_pixels": words.TOO_MANY_PIXELS,
    "too_few_pixels": words.TOO_FEW_PIXELS,
    "animated": words.ANIMATED,
}


def make_square(content: bytes) -> bytes:
    """The face as WebP. Raises Refusal: too_large, unreadable, too_many_pixels, too_few_pixels, animated, busy."""
    if len(content) > MOST_BYTES:
        raise Refusal(words.TOO_LARGE(), status=422)
    with be_alone():
        try:
            made = subprocess.run(MAKING, input=content, capture_output=True, timeout=LONGEST, cwd=settings.BASE_DIR)
        except subprocess.TimeoutExpired:
            raise Refusal(words.UNREADABLE(), status=422) from None
    if made.returncode:  # also where the system ended it: too much memory, too long, a fault of a decoder
        raise Refusal(FAULTS.get(made.stdout.decode("ascii", "replace"), words.UNREADABLE)(), status=422)
    return made.stdout


@contextmanager
def be_alone() -> Iterator[None]:
    """Waits until no other face is being made. Raises Refusal: busy."""
    until = time.monotonic() + WAIT
    file = os.open(LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise Refusal(words.BUSY(), status=503) from None
                time.sleep(EVERY)
        yield
    finally:
        os.close(file)
