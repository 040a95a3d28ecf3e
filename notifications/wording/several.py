"""What kinds say about several games at once, each as its reader sees it."""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Game
from notifications.models import Notice
from notifications.wording import games, links

logger = logging.getLogger(__name__)

PICTURED = 4
"""How many games have a picture of their board, nearest deadline first. The others have the board as text."""
LISTED = 30
"""How many games an email lists. A number says how many more there are."""


def list_games(waiting: Iterable[Game], notice: Notice, *, now: datetime, leave_out: bool = False) -> dict[str, Any]:
    """Describes the games for their reader, nearest deadline first.

    With `leave_out`, a game that cannot be shown is left out and counts towards `more`.
    """
    far = datetime.max.replace(tzinfo=now.tzinfo)
    ordered = sorted(waiting, key=lambda game: (game.deadline_at or far, game.pk))
    shown: list[dict[str, Any]] = []
    for place, game in enumerate(ordered[:LISTED]):
        try:
            described = games.describe_game(game, notice, now=now, pictured=place < PICTURED)
        except Exception:
            if not leave_out:
                raise
            logger.exception("Game %s cannot be shown in a digest", game.pk)
        else:
            shown.append({**described, "picture_cid": f"board-{game.pk}"})
    return {
        "games": shown,
        "opponents": list(dict.fromkeys(game["opponent"] for game in shown)),  # each once
        "count": len(ordered),
        "more": len(ordered) - len(shown),
        "link": links.absolute("/"),
    }
