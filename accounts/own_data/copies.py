"""What a copy can be of. A kind is defined by the app that has what it is of; a worker builds them all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Export


@dataclass(frozen=True, slots=True)
class Kind:
    """How a copy is written, told of and named."""

    limit: str
    """The action of `accounts.limiting` that asking for one is."""
    mail: str
    """The email that says it is ready, without `_subject.txt`."""
    write: Callable[[Export, datetime], Iterator[str]]
    """Its text, piece by piece."""
    tell: Callable[[Export, datetime], dict[str, Any]]
    """What the email says besides: at least the `url` at which it is to be had."""
    form: Callable[[Export], str]
    """The ending of its file: `json` or `txt`."""


KINDS: dict[str, Kind] = {}
TYPES = {"json": "application/json", "txt": "text/plain; charset=utf-8"}


def define(name: str, kind: Kind) -> None:
    KINDS[name] = kind
