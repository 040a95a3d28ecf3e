"""Counts the opponents whom a rank asks for: different ones, who were established when a long game with them ended.

Whoever makes up accounts that hand each other points would have to play long games with six of them, and to make each
of those established in such games first.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, F, Q

from engine import glicko
from games.models import RatingEntry
from games.rating.deciding import LONG, Standing

ENOUGH = 6
"""So many different opponents a rank asks for; no more are counted."""


def is_of_rank(entry: RatingEntry, game: Standing) -> bool:
    """Whether a game that has just ended counts, is long and was against somebody established."""
    return not entry.why and game.ply >= LONG and entry.opponent_deviation <= glicko.ESTABLISHED


def count_opponents(user_ids: Collection[int], *, slug: str) -> dict[int, int]:
    """How many different opponents of such games these players have had, up to `ENOUGH`. One query."""
    entries = RatingEntry.objects.counting().filter(user__in=user_ids, ruleset_slug=slug).order_by()
    long = entries.filter(opponent_deviation__lte=glicko.ESTABLISHED, game__ply__gte=LONG)
    opponent = Count("game__seats__user", filter=~Q(game__seats__user=F("user")), distinct=True)
    found: dict[int, int] = dict(long.values_list("user").annotate(met=opponent))
    return {user_id: min(found.get(user_id, 0), ENOUGH) for user_id in user_ids}
