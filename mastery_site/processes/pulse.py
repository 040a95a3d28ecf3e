"""Ends a process that lives but does nothing, and shows a program that watches it that it is alive.

A process names its signs of life: functions that say whether a sign was seen since they were last called. A thread
calls them every few seconds. While all signs are there, the thread touches the file that PULSE names, and the
supervisor or a health check watches that file. A process that is stopped, or that holds Python's lock forever, cannot
end itself, but its file is no longer touched. When a sign has been missing for a minute, the thread logs where every
thread is and ends the process, so that it is started again.

Only time in which this thread itself ran is counted: a machine that slept for an hour was not silent.
"""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

LOOK_EVERY = 5.0
"""Seconds between two looks."""
SILENT_FOR = 60.0
"""Seconds without a sign of life after which a process ends."""

WORKS = 0.05
"""Seconds of processor time that show that a thread works. A thread that only wakes up to wait again uses less."""
DATABASE = "django/db/backends/"

Sign = Callable[[], bool]


class Mark:
    """A sign of life that the process gives by calling `note`."""

    def __init__(self) -> None:
        self.noted = False

    def note(self) -> None:
        self.noted = True

    def __call__(self) -> bool:
        noted, self.noted = self.noted, False
        return noted


class Pool:
    """A sign of life from a pool of threads: a thread is free to take a task, or has moved since the last look.

    A busy pool is not stuck: a long task goes from one line to another, or uses the processor. The pool is stuck when
    every thread is still where it was. A thread that waits for the database counts as moving, since a statement may
    take long and a restart would not repair a database that is away.
    """

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.free = Mark()
        self.asked = False
        self.stood: dict[int | None, tuple[object, ...]] = {}

    def __call__(self) -> bool:
        if self.free():
            self.asked = False
        if not self.asked:
            self.asked, self.stood = True, {}
            with suppress(RuntimeError):  # it shuts down and takes no tasks; then only its threads show life
                self.executor.submit(self.free.note)
            return True
        stands = self.find_places()
        moved = not self.stood or any(self.stood.get(name) != place for name, place in stands.items())
        self.stood = stands
        return moved

    def find_places(self) -> dict[int | None, tuple[object, ...]]:
        """Returns, for each thread, every line of its stack from the innermost outwards, and the processor time that it
        has used."""
        frames = sys._current_frames()
        found = {}
        for thread in [*getattr(self.executor, "_threads", ())]:
            name, place, waits = thread.ident, [], False
            frame = frames.get(name)
            while frame is not None:
                place.append((frame.f_code, frame.f_lasti))
                waits = waits or DATABASE in frame.f_code.co_filename
                frame = frame.f_back
            worked = time.clock_gettime(time.pthread_getcpuclockid(name)) if thread.is_alive() else 0
            found[name] = (*place, time.monotonic() if waits else worked // WORKS)
        return found


def watch(*signs: Sign, end: Callable[[], object] | None = None) -> None:
    """Starts to watch these signs in a thread of its own."""
    threading.Thread(target=_look_for_ever, args=(signs, end or end_now), name="pulse", daemon=True).start()


def _look_for_ever(signs: tuple[Sign, ...], end: Callable[[], object]) -> None:
    silence, before = [0.0] * len(signs), time.monotonic()
    while True:
        touch()
        time.sleep(LOOK_EVERY)
        now = time.monotonic()
        passed, before = min(now - before, 2 * LOOK_EVERY), now
        silence = [0.0 if sign() else silent + passed for sign, silent in zip(signs, silence, strict=True)]
        while max(silence) >= SILENT_FOR:
            end()


def touch() -> None:
    if path := os.environ.get("PULSE"):
        with suppress(OSError):  # a full disk is no reason to end
            Path(path).touch()


def end_now() -> None:
    """Logs where every thread is, and ends the process at once. A process that hangs could not shut down in order."""
    print("This process has been silent for a minute and ends itself. Its threads:", file=sys.stderr, flush=True)
    faulthandler.dump_traceback(file=sys.stderr)
    os.kill(os.getpid(), signal.SIGKILL)
