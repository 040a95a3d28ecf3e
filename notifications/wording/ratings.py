"""Ratings in notices, for readers who see ratings."""

from __future__ import annotations

from games.models import Game, Seat
from games.reading.ratings import Rated, may_see_ratings
from games.telling.ratings import tell_change, tell_why_not


def tell_rated(game: Game, rated: Rated | None, *, mine: Seat) -> str:
    """Says what a finished rated game did to its reader's rating, or why nothing: “Mastery 1515 → 1639 (+124)”. It is
    empty for other games, and for a reader who has switched ratings off."""
    if rated is None:
        return ""
    if rated.why:
        return tell_why_not(game, why=rated.why)
    return tell_change(rated.changes[mine.user_id], ruleset=game.ruleset.name) if may_see_ratings(mine.user) else ""
