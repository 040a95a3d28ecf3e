"""What emails about a ladder game say about places: what a win brings, or what the end has brought."""

from __future__ import annotations

from competition import ladder
from core.words import Said, say_all
from games.models import Game


def tell_stake(game: Game, *, reader_id: int) -> Said | str:
    """Tells the stake. It is empty for games that belong to no ladder, and makes no query for them."""
    told = ladder.tell_stake(game.pk, reader_id=reader_id) if game.arranged == Game.Arranged.LADDER else []
    return say_all(*told) if told else ""
