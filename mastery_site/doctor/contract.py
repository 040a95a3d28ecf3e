"""What each examination of `manage.py doctor` must offer. It is a file in `kinds/` with an instance named `kind`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Asked:
    """What the operator asked for."""

    to: str = ""
    """Who gets the test email; if empty, none is sent."""
    at_once: bool = False
    """Whether to log in even if a log-in was refused and the next one should wait."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one part answered, in its own words where possible."""

    ok: bool
    said: str
    about: str = ""
    """Which of several things the line is about, such as a host."""


class Examination(ABC):
    """A subclass need not care for secrets, exceptions or other examinations: `running` does that."""

    name: ClassVar[str]
    order: ClassVar[int] = 50
    patience: ClassVar[float] = 30.0
    """Seconds after which the doctor stops waiting for it. Each of its connections has a shorter limit of its own."""

    def is_set(self) -> bool:
        """Whether the site has this part. A part that it does not have gets no line."""
        return True

    @abstractmethod
    def examine(self, asked: Asked) -> Iterator[Line]:
        """Yields a line for each thing that was tried. An exception becomes a line, too, with its text."""


def describe(error: BaseException) -> str:
    """Describes an exception by its text. An exception without text is described by its cause's text, or by its own
    name."""
    if said := str(error).strip():
        return said
    cause = error.__cause__ or error.__context__
    return describe(cause) if cause and str(cause).strip() else type(error).__name__
