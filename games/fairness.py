"""Whether a position stands on the board of a running game; the site then tells nobody what is good in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import QuerySet

from engine.contract import Position, Ruleset
from engine.symmetry import canonical_key, list_places
from games.models import Game, Turn

FROM_PLY = 8
"""Positions of fewer turns belong to openings, which everybody may study, also during games of their own."""
NEAR = 8
"""So many pieces stand on other squares after two turns, at most. Two games are further apart after ten turns: of
random ones of each game none came nearer than twelve."""


def list_running(ruleset: Ruleset) -> QuerySet[Game]:
    return Game.objects.active().filter(ruleset_slug=ruleset.slug, ply__gte=FROM_PLY)


def stands(ruleset: Ruleset, positions: Iterable[Position]) -> bool:
    """Whether any of these positions, or its image, stands in a running game of this ruleset after `FROM_PLY` turns or
    more.

    One query, by an index. Two positions are the same where a rule of repetition says so, whichever turns led to them,
    or where a symmetry of the game makes one of the other (`canonical_key`).
    """
    return bool(find_standing(ruleset, (canonical_key(ruleset, position) for position in positions)))


def find_standing(ruleset: Ruleset, keys: Iterable[str]) -> frozenset[str]:
    """Those of these canonical keys that stand in a running game, as `stands` tells; all of them while a running game
    is still without its key."""
    return _find(list_running(ruleset), frozenset(keys))


def _find(running: QuerySet[Game], keys: frozenset[str]) -> frozenset[str]:
    found = frozenset(running.filter(canonical_key__in={*keys, ""}).values_list("canonical_key", flat=True))
    return keys if "" in found else found


def has_led_to_one(game: Game) -> bool:
    """Whether a position of this game stands in another, as `stands` tells; in two queries."""
    keys = list_keys(game.ruleset, Turn.objects.filter(game=game, taken_back_at=None))
    return bool(_find(list_running(game.ruleset).exclude(pk=game.pk), keys))


def list_keys(ruleset: Ruleset, rows: QuerySet[Any]) -> frozenset[str]:
    """The canonical keys of rows that store one beside the text of a position. One query, and one more where rows are
    still without it."""
    keys = frozenset(rows.values_list("canonical_key", flat=True))
    if "" not in keys:
        return keys
    texts = rows.filter(canonical_key="").values_list("position_text", flat=True)
    return keys - {""} | {canonical_key(ruleset, ruleset.read(text)) for text in texts}


def is_near_own(ruleset: Ruleset, positions: Iterable[Position], *, players: Collection[int]) -> bool:
    """Whether a running game of one of these players stands so near to one of the positions, or to its image, that
    whatever is good there is good to know here.

    It is told by where the pieces stand, not by the turns between: else a piece put elsewhere, or the other side to
    move, would do for asking. One query.
    """
    mine = list_running(ruleset).filter(seats__user__in=players).values_list("position_text", flat=True).distinct()
    images = [image for text in mine for image in list_places(ruleset, ruleset.read(text))]
    here = [next(list_places(ruleset, position)) for position in positions] if images else []
    return any((image ^ places).bit_count() <= NEAR for places in here for image in images)
