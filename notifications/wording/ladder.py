"""What emails of a ladder game say of places: what a win brings, or what the end has brought."""

from __future__ import annotations

from competition import ladder
from core.words import Said, say_all
from games.models import Game


def tell_stake(game: Game, *, reader_id: int) -> Said | str:
    """Empty for games that are none of a ladder, for which nothing is asked."""
    told = ladder.tell_stake(game.pk, reader_id=reader_id) if game.arranged == Game.Arranged.LADDER else []
    return say_all(*told) if told else ""
