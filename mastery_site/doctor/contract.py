"""What an examination of `manage.py doctor` says of itself: a file of `kinds/` with an instance named `kind`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Asked:
    """What the operator wants."""

    to: str = ""
    """Whom the email of the test goes to; nobody where it is empty."""
    at_once: bool = False
    """Whether to log in also where a log-in was refused and the next one waits."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one part answered, as far as possible in its own words."""

    ok: bool
    said: str
    about: str = ""
    """Which of several, such as a host."""


class Examination(ABC):
    """Nothing in it need care for secrets, for exceptions or for other examinations: `running` does."""

    name: ClassVar[str]
    order: ClassVar[int] = 50
    patience: ClassVar[float] = 30.0
    """Seconds after which it is left alone. Each connection has a shorter time of its own."""

    def is_set(self) -> bool:
        """Whether the site has this part; no line tells of one that it has not."""
        return True

    @abstractmethod
    def examine(self, asked: Asked) -> Iterator[Line]:
        """A line for each thing that was tried. An exception is a line, too, that says what it says."""


def describe(error: BaseException) -> str:
    """An exception by its own words, or its name where it has none; the words of what caused it, if it has."""
    if said := str(error).strip():
        return said
    cause = error.__cause__ or error.__context__
    return describe(cause) if cause and str(cause).strip() else type(error).__name__
