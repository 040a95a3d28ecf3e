"""Runs all examinations at once, each in a thread of its own, so that a dead or silent server does not delay the
others."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connections

from core.concealing import conceal
from mastery_site.doctor.contract import Asked, Examination, Line, describe
from mastery_site.doctor.registry import KINDS

LONGEST_SAID, LONGEST_ABOUT = 400, 100


@dataclass(frozen=True, slots=True)
class Found:
    """A line in the form that is shown: without secrets, and on one line."""

    name: str
    about: str
    ok: bool
    said: str
    seconds: float


@dataclass(slots=True)
class Run:
    """One examination that is running."""

    kind: Examination
    asked: Asked
    began: float = field(default_factory=time.monotonic)
    found: list[Found] = field(default_factory=list)
    thread: threading.Thread | None = None

    def start(self) -> None:
        self.thread = threading.Thread(target=self._work, name=self.kind.name, daemon=True)
        self.thread.start()

    def wait(self) -> list[Found]:
        """Waits for the examination, and returns what it found before its patience ran out."""
        if self.thread is None:
            return []
        self.thread.join(max(0.0, self.began + self.kind.patience - time.monotonic()))
        found = list(self.found)
        if self.thread.is_alive():
            found.append(self._tell(Line(False, f"No answer within {self.kind.patience:.0f} seconds.")))
        return found

    def try_alone(self) -> list[Found]:
        """Runs this examination without the others."""
        self.start()
        return self.wait()

    def _work(self) -> None:
        try:
            if self.kind.is_set():
                for line in self.kind.examine(self.asked):
                    self.found.append(self._tell(line))
        except Exception as error:
            self.found.append(self._tell(Line(False, describe(error))))
        finally:
            connections.close_all()

    def _tell(self, line: Line) -> Found:
        about, said = clean(line.about, longest=LONGEST_ABOUT), clean(line.said, longest=LONGEST_SAID)
        return Found(self.kind.name, about, line.ok, said, round(time.monotonic() - self.began, 2))


def examine(asked: Asked) -> Iterator[Found]:
    """Yields what each examination found, in their order."""
    with keeping_silent():
        runs = [Run(kind, asked) for kind in KINDS.all()]
        for run in runs:
            run.start()
        for run in runs:
            yield from run.wait()


@contextmanager
def keeping_silent() -> Iterator[None]:
    """Turns logging off. Libraries log errors that they also raise, and the lines already tell them."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def clean(text: str, *, longest: int) -> str:
    """Returns the text as one line that a terminal shows unchanged."""
    shown = "".join(sign if sign.isprintable() else " " for sign in conceal(text))
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
