"""What a game did to the order of its ladder, for staff who are about to change its result: that stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from competition.models import LadderGame
from core.words import Said, Sentence
from games.models import Game

STAYS = Sentence(
    "ladder_stays", "On the ladder, {name} moved from place {last} to place {first} by this game; that stays."
)
LEFT = Sentence("ladder_left", "{name} left the ladder by losing this game on time; that stays.")
UNMOVED = Sentence("ladder_unmoved", "On the ladder this game moved nobody, and no new result will.")
BY_HAND = Sentence("ladder_by_hand", "A place can be set by hand on the page of a person.")
WILL_MOVE = Sentence("ladder_will_move", "This is a ladder game: its result moves players as any other would.")
CHANGES = ("winner", "termination", "ended_at")
"""What of the state of a game is its result."""


def tell_ladder(game: Game, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Said]:
    """What to know of a ladder game whose result changes; nothing of other games, and without a query."""
    if game.arranged != Game.Arranged.LADDER or all(before[name] == after[name] for name in CHANGES):
        return
    row = LadderGame.objects.select_related("challenger", "challenged").get(pk=game.pk)
    if row.settled_at is None:
        yield WILL_MOVE()
        return
    if row.moved_to is not None:
        yield STAYS(name=row.challenger.shown_name, last=row.moved_from, first=row.moved_to)
    if row.left:
        loser = row.challenged if row.challenger_score else row.challenger
        yield LEFT(name=loser.shown_name)
    if row.moved_to is None and not row.left:
        yield UNMOVED()
    else:
        yield BY_HAND()
