"""Runs the site's processes under one roof: starts them, starts again what dies, and stops all of them.

Each child leads a session of its own, so that Ctrl-C reaches the supervisor alone, which then asks each child's main
process to end; a child dies with its supervisor however that ends.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event
from types import FrameType

from mastery_site.lifeline import die_with_parent

LOOK_EVERY, LOOK_AT_FIRST = 0.2, 0.05
"""Seconds between two looks at the children, and until the site answers."""
ALONE_FOR = 10.0
"""Seconds for which the first child has the machine for itself, unless the site answers before."""
STOP_WITHIN = 15.0
"""Seconds a child has to end by itself before it is killed."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
"""Seconds before a dead child is started again: doubled each time, from the first to the longest."""
HEALTHY_AFTER = 60.0
"""A child that lived this many seconds starts again without delay, as if it had never died."""


class Child:
    """One process: its command, and when it may start again."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name, self.command = name, command
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = self.start_again_at = 0.0
        self.wait = FIRST_WAIT

    def start(self) -> None:
        parent = os.getpid()
        self.started_at = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(parent),
        )

    def look(self, *, say: Callable[[str], object]) -> None:
        """Notices a death and says so; starts again once its wait is over."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.start_again_at:
                self.start()
        elif (status := self.process.poll()) is not None:
            if now - self.started_at > HEALTHY_AFTER:
                self.wait = FIRST_WAIT
            self.kill()
            self.process, self.start_again_at = None, now + self.wait
            say(f"The {self.name} process ended ({explain_status(status)}); it starts again in {self.wait:.0f} s.")
            self.wait = min(self.wait * 2, LONGEST_WAIT)

    def ask_to_end(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def end(self, *, until: float) -> None:
        """Waits until this instant of the monotonic clock, then kills what is left of the child's session."""
        if self.process:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=max(until - time.monotonic(), 0.01))
            self.kill()
            self.process.wait()

    def kill(self) -> None:
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def explain_status(status: int) -> str:
    """An exit status in words."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


class Supervisor:
    """Runs children until it is told to stop by SIGINT, SIGTERM or SIGHUP."""

    def __init__(self, children: Sequence[Child], *, say: Callable[[str], object]) -> None:
        self.children, self.say = children, say
        self.stopping = Event()

    def run(self, *, is_up: Callable[[], bool], when_up: Callable[[], object]) -> None:
        """Calls `when_up` once `is_up` says that the site answers; returns when all children have ended.

        The first child is the one that answers; the others start after it, so that they do not slow it down.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        told, alone_until = False, time.monotonic() + ALONE_FOR
        try:
            while not self.stopping.wait(LOOK_EVERY if told else LOOK_AT_FIRST):
                up = told or is_up()
                for child in self.children if up or time.monotonic() > alone_until else self.children[:1]:
                    child.look(say=self.say)
                if up and not told:
                    told = True
                    when_up()
        finally:
            self._end_all()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self.stopping.is_set():  # asked twice: at once
            for child in self.children:
                child.kill()
        self.stopping.set()

    def _end_all(self) -> None:
        for child in self.children:
            child.ask_to_end()
        until = time.monotonic() + STOP_WITHIN
        for child in self.children:
            child.end(until=until)


def python(*arguments: str) -> list[str]:
    """The command that runs a module with this very Python."""
    return [sys.executable, "-m", *arguments]
