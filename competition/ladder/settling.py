"""Does what the end of a ladder game changes on its ladder: once, in the transaction that ends the game."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from competition import events
from competition.events import Leaving
from competition.ladder.order import drop, is_awaited, lock_ladder, place_of, put_before, take_off
from competition.ladder.stakes import find_hindrance
from competition.models import LadderGame, LadderMember
from games.events import Result
from games.models import WITHOUT_RESULT, Game, Seat

ON_TIME = "time"
"""The termination of a game that was lost on time."""
AWAY_FOR = timedelta(days=7)
"""How long a player stays off a ladder after losing a game on time."""

Members = dict[int, LadderMember]
"""The rows of players on a ladder, by user."""


def on_result_changed(*, game_id: int, after: Result | None, arranged: str = "", **_: Any) -> None:
    """Settles a ladder game whose result has changed. The game and its ratings are locked. Makes no query for other
    games."""
    if arranged == Game.Arranged.LADDER:
        settle(game_id, after)


def settle(game_id: int, result: Result | None) -> None:
    """Moves players as the first end of this game requires. A later end, after staff have corrected or undone one,
    moves no one."""
    row = LadderGame.objects.get(pk=game_id)  # no other transaction writes it, since its game is locked
    row.running = result is None
    if result is None or row.settled_at is not None:
        row.save(update_fields=["running"])
        return
    lock_ladder(row.ruleset_slug)
    row.settled_at = result.ended_at
    both = LadderMember.objects.filter(ruleset_slug=row.ruleset_slug, user__in=(row.challenger_id, row.challenged_id))
    both.update(played_at=result.ended_at)  # before they are read: from here on, closing an account cannot delete them
    members = {member.user_id: member for member in both.order_by("pk")}
    row.challenger_score = _find_score(row, result)
    if row.challenger_score == 1:
        _move(row, members, now=result.ended_at)
    if result.termination == ON_TIME and row.challenger_score in (0, 1):
        loser = row.challenged_id if row.challenger_score else row.challenger_id
        _lose_place(row, members.get(loser), now=result.ended_at)
    row.save()
    for member in members.values():
        if member.rank is not None and member.leaving_at is not None and not is_awaited(member):
            take_off(member)


def _find_score(row: LadderGame, result: Result) -> float | None:
    """Returns the challenger's score, or None if the game has no result."""
    if result.termination in WITHOUT_RESULT:
        return None
    if result.winner is None:
        return 0.5
    winner = Seat.objects.values_list("user_id", flat=True).get(game=row.game_id, side=result.winner)
    return float(winner == row.challenger_id)


def _move(row: LadderGame, members: Members, *, now: datetime) -> None:
    """Moves a challenger who has won to the challenged player's place, unless `find_hindrance` returns a reason why
    not."""
    if held := find_hindrance(row, members):
        row.held = held
        return
    challenger, challenged = members[row.challenger_id], members[row.challenged_id]
    row.moved_from, row.moved_to = place_of(challenger), place_of(challenged)
    put_before(challenger, challenged)
    events.ladder_moved.send(
        sender=LadderGame,
        ruleset_slug=row.ruleset_slug,
        game_id=row.game_id,
        winner_id=row.challenger_id,
        first=row.moved_to,
        last=row.moved_from,
        now=now,
    )


def _lose_place(row: LadderGame, member: LadderMember | None, *, now: datetime) -> None:
    """Takes a player who lost on time off the ladder. They may not join again for a while, even if they had left
    before."""
    if member is None:  # the account is closed
        return
    member.rejoin_at = now + AWAY_FOR
    member.save()
    if member.rank is not None:
        row.left = True
        drop(member, why=Leaving.LOST_ON_TIME, now=now, game_id=row.game_id)
