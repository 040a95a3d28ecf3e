"""What narrows games, as addresses ask for it: the ruleset, and the opponent or one of the players."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from core.indexed import find_by_letters
from engine import registry
from games.models import Game, GameQuerySet, Seat

LONGEST_NAME = 20
"""Characters of a player's name."""


def read_game(asked: Mapping[str, str]) -> str:
    """The ruleset that is asked for; empty for all."""
    slug = asked.get("game", "")
    return slug if any(slug == ruleset.slug for ruleset in registry.all_rulesets()) else ""


def read_opponent(asked: Mapping[str, str]) -> str:
    """A name or its beginning; empty for everybody."""
    return asked.get("opponent", "").replace("\x00", "").strip()[:LONGEST_NAME]


def narrow(games: GameQuerySet, *, asked: Mapping[str, str], player: User | None) -> QuerySet[Game]:
    """These games, filtered by the ruleset and the opponent that the address asks for.

    In a list of one player's games the beginning of the opponent's name is enough; among all games it is the whole name
    of one of the two.
    """
    if slug := read_game(asked):
        games = games.filter(ruleset_slug=slug)
    opponent = read_opponent(asked)
    if player is None:
        if opponent:
            named = find_by_letters(User.objects.all(), "username", opponent).first()
            games = games.of(named) if named else games.none()
        return games
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(user=player)  # one seat of each game is read, not both
    found = games.annotate(opponent=Subquery(others.values("user__username")[:1]))
    return found.filter(Q(opponent__istartswith=opponent)) if opponent else found
