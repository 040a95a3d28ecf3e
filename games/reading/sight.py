"""Which games of a player somebody may see: one of three ways to read, so that queries are prepared for each."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import GameQuerySet

Reader = User | AnonymousUser | None
NOBODY = 0
"""No user has this id."""


class Sight(Enum):
    OWN = auto()
    """The reader may see all of these games, which are their own."""
    MEMBER = auto()
    """The reader may see public games, and private ones in which they play."""
    VISITOR = auto()
    """The reader may see public games only."""

    def narrow(self, games: GameQuerySet, reader_id: Any) -> GameQuerySet:
        """The games of these that the reader may see. The reader’s number may be one that is given later."""
        if self is Sight.OWN:
            return games
        return games.public() if self is Sight.VISITOR else games.public_or_of(reader_id)


def sight_of(reader: Reader, *, person_id: int | None) -> Sight:
    """How this reader sees the games of that person, or of anybody."""
    if reader is None or not reader.is_authenticated:
        return Sight.VISITOR
    return Sight.OWN if reader.pk == person_id else Sight.MEMBER


def number_of(reader: Reader) -> int:
    """The reader’s number; that of nobody for a visitor."""
    return (reader and reader.pk) or NOBODY
