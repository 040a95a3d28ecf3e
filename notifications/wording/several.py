"""Mails that list games: turns of several that came within half an hour, and the digest of all that wait."""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Game
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.wording import games, links

logger = logging.getLogger(__name__)

FOLDER = "your_turns"
PICTURED = 4
"""Games whose board is drawn as a picture, the first to run out; the others have theirs in letters."""
LISTED = 30
"""Games in one mail; how many more there are is told in a number."""


def your_turns(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """The turns of a notice and its others that are still to be played; as the one mail it is where that is one."""
    found: list[tuple[Game, Notice]] = []
    for each in (notice, *notice.others):
        each.recipient = notice.recipient
        try:
            found.append((games.load_my_turn(each), each))
        except Dropped:
            continue
    if not found:
        raise Dropped("The turns have passed.")
    if len(found) == 1:
        game, each = found[0]
        return games.describe_game(game, each, now=now)
    return list_games((game for game, _ in found), notice, now=now)


def digest(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Every game that waits for its reader at `now`."""
    if notice.recipient is None:
        raise Dropped("There is nobody to list games for.")
    later = Notice.objects.filter(recipient=notice.recipient, kind=notice.kind, channel=notice.channel)
    good = (Notice.State.WAITING, Notice.State.SENT)
    if later.filter(pk__gt=notice.pk, state__in=good).exists():  # mail was away at the hour of this one
        raise Dropped("A later digest says the same.")
    waiting = Game.objects.waiting_for(notice.recipient).prefetch_related("seats__user")
    if not waiting:
        raise Dropped("No game waits for them.")
    return list_games(waiting, notice, now=now, leave_out=True)


def list_games(waiting: Iterable[Game], notice: Notice, *, now: datetime, leave_out: bool = False) -> dict[str, Any]:
    """The games as their reader sees them, the first to run out first.

    With `leave_out` one that cannot be shown is counted among those that are more, and the others are shown.
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
    return {"games": shown, "count": len(ordered), "more": len(ordered) - len(shown), "link": links.absolute("/")}
