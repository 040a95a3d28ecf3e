"""A page of a list of games: which rows it has, in which order, read as the columns of `listed.Listed`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, F, QuerySet, When
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce

from games.models import Game, GameQuerySet
from games.reading.listed import columns_of, with_places, with_players
from games.reading.sight import Sight

PAGE = 50
"""Games on a page."""


def select_rows(
    games: GameQuerySet,
    *,
    sight: Sight,
    over: bool,
    order: Sequence[Any],
    player_id: Any = None,
    reader_id: Any = None,
    now: Any = None,
    latest: Any = None,
    size: int = PAGE,
    page: int = 1,
) -> QuerySet[Game, tuple[Any, ...]]:
    """The columns of a page of these games and of one more; numbers and times may be values that are given later."""
    is_mine = sight is Sight.OWN
    found: QuerySet[Game] = games
    if is_mine and not over:
        found = with_places(with_players(found), reader=reader_id, now=now, latest=latest)
    keys = found.order_by(*(order if player_id is None else sort_by_itself(order))).values("pk")
    wanted = Game.objects.filter(pk__in=keys[size * (page - 1) : size * page + 1])  # of no other game more is read
    columns = columns_of(
        name_players(wanted, player=player_id),
        reader=reader_id if is_mine else None,
        now=now if is_mine and not over else None,
        latest=latest,
    )
    return columns.order_by(*order)


def sort_by_itself(order: Sequence[Any]) -> list[Any]:
    """The same order, written so that no index of all games has it.

    PostgreSQL would otherwise look for one player's games by going through everybody's in that order, and read millions
    where theirs are old. Sorting ten thousand takes it less time than drawing a page.
    """
    first, *rest = order
    if isinstance(first, str):
        first = OrderBy(F(first.removeprefix("-")), descending=first.startswith("-"))
    if isinstance(first, OrderBy):
        column = first.expression
        first = OrderBy(Coalesce(column, column), descending=first.descending, nulls_last=first.nulls_last)
    return [first, *rest]


def name_players(games: QuerySet[Game], *, player: Any = None) -> QuerySet[Game]:
    """Games `with_players`, and in a list of one player's games with the name of the `opponent`."""
    games = with_players(games)
    if player is None:
        return games
    names = F("first__user__username"), F("second__user__username")
    return games.annotate(opponent=Case(When(first__user=player, then=names[1]), default=names[0]))
