"""What was new to a player at the end of a game: facts, such as a first win. Each kind is a file in `kinds/`.

All of them are asked for by one query, and only where the game itself may be such a first.
"""

from __future__ import annotations

from functools import cache

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from core.prepared import PreparedQuery
from core.words import Said
from engine.kinds import Kinds
from games.firsts.contract import Asked, End, First, name_moment
from games.models import Game, Seat
from games.reading.ratings import Rated
from games.reading.seats import read_seats

FIRSTS = Kinds("games.firsts.kinds", First)
MOST_TOLD = 2


def tell_firsts(game: Game, mine: Seat, *, rated: Rated | None, ratings: bool) -> tuple[Said, ...]:
    """What was new to the player of this seat; `ratings` says whether they see ratings. One query, or none."""
    if not game.has_result:
        return ()
    counts = rated is not None and not rated.why
    end = End(game, mine, read_seats(game)[1 - mine.side], rated.entries[mine.user_id] if rated and counts else None)
    kinds = tuple(kind for kind in FIRSTS.all() if (ratings or not kind.of_ratings) and kind.may_be(end))
    if not kinds:
        return ()
    rating = end.entry.rating if end.entry and end.entry.rating else 0.0
    asked = Asked(game.pk, mine.user_id, end.other.user_id, game.ruleset_slug, name_moment(end), game.ply, rating)
    found = _prepare(tuple(kind.name for kind in kinds))(*asked)
    return tuple([kind.tell(end) for kind, is_new in zip(kinds, found[0], strict=True) if is_new][:MOST_TOLD])


@cache
def _prepare(names: tuple[str, ...]) -> PreparedQuery:
    """Prepared for each combination, since every page of a finished game asks one of them."""

    def ask(
        game: int, player: int, other: int, ruleset: str, ended_at: object, ply: int, rating: float
    ) -> QuerySet[Game, tuple[bool, ...]]:
        asked = Asked(game, player, other, ruleset, ended_at, ply, rating)
        found = {
            name: ExpressionWrapper(Q(FIRSTS.get(name).is_new(asked)), output_field=BooleanField()) for name in names
        }
        return Game.objects.filter(pk=game).annotate(**found).values_list(*found)

    return PreparedQuery(ask)
