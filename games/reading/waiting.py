"""Which games wait for a player, in the order of their queue."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from core.prepared import PreparedQuery
from games.models import Game
from games.models.queue import MARGIN

MOST = 100
"""Games that are counted; more are shown as 99+."""


@dataclass(frozen=True)
class Waiting:
    """The games that wait for a player and are not snoozed, the next one first."""

    games: list[int]

    @property
    def count(self) -> str:
        """The number as a title shows it; empty for none."""
        return "99+" if len(self.games) >= MOST else str(len(self.games) or "")

    def find_next(self, *, but: int = 0) -> int | None:
        """The first, other than the game that the player comes from."""
        return next((pk for pk in self.games if pk != but), None)


@PreparedQuery
def find_waiting(user_id: int, now: object, latest: object) -> QuerySet[Game, tuple[int]]:
    """Prepared, since every page of a game asks it for its player."""
    return Game.objects.in_queue(user_id, now=now, latest=latest).values_list("pk")[:MOST]


def list_waiting(user_id: int) -> Waiting:
    now = timezone.now()
    return Waiting([pk for (pk,) in find_waiting(user_id, now, now + MARGIN)])
