"""Whether a position stands on the board of a running game; the site then tells nobody what is good in it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from games.engine.contract import Position, Ruleset
from games.models import Game, Turn, fit_key

FROM_PLY = 8
"""Positions of fewer turns belong to openings, which everybody may study, also during games of their own."""
NEAR = 8
"""So many pieces stand on other squares after two turns, at most. Two games are further apart after ten turns: of
random ones of each game none came nearer than twelve."""


def list_running(ruleset: Ruleset) -> QuerySet[Game]:
    return Game.objects.active().filter(ruleset_slug=ruleset.slug, ply__gte=FROM_PLY)


def stands(ruleset: Ruleset, positions: Iterable[Position]) -> bool:
    """Whether any of these positions stands in a running game of this ruleset after `FROM_PLY` turns or more.

    One query, by an index. Two positions are the same where a rule of repetition says so, whichever turns led to them.
    """
    return bool(find_standing(ruleset, map(key_of, positions)))


def find_standing(ruleset: Ruleset, keys: Iterable[str]) -> frozenset[str]:
    """Those of these keys of positions (`key_of`) that stand in a running game, as `stands` tells."""
    found = list_running(ruleset).filter(position_key__in=set(keys))
    return frozenset(found.values_list("position_key", flat=True))


def key_of(position: Position) -> str:
    """By what a position is looked up among those that stand."""
    return fit_key(position.repetition_key())


def has_led_to_one(game: Game) -> bool:
    """Whether a position of this game stands in another, as `stands` tells; in two queries. Where a key is empty, the
    turn is older than keys are."""
    keys = set(Turn.objects.filter(game=game, taken_back_at=None).values_list("position_key", flat=True)) - {""}
    return list_running(game.ruleset).exclude(pk=game.pk).filter(position_key__in=keys).exists()


def is_near_own(ruleset: Ruleset, position: Position, *, player: int) -> bool:
    """Whether a running game of this player's stands so near that whatever is good here is good to know there.

    It is told by where the pieces stand, not by the turns between: else a piece put elsewhere, or the other side to
    move, would do for asking. One query.
    """
    mine = list_running(ruleset).filter(seats__user=player).values_list("position_text", flat=True)
    here = place_pieces(position)
    return any(len(here ^ place_pieces(ruleset.read(text))) <= NEAR for text in mine)


def place_pieces(position: Position) -> frozenset[tuple[str | None, int, str]]:
    """What stands where; which way a piece is turned, or what holds it, is left out."""
    return frozenset((piece.square, int(piece.side), piece.kind) for piece in position.pieces())
