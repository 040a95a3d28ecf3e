"""Does what the start and the end of a game change in the standing challenges that it comes from."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing.room import MOST_RUNNING, count_running, refresh
from competition.words import standing as words
from core.refusal import Refusal
from games import challenges
from games.events import Result
from games.models import Game


def on_challenge_accepting(*, challenge_id: int, user_id: int, now: datetime, **_: Any) -> None:
    """Refuses to accept a standing challenge that has no room, or for a player with too many such games (409: no_room,
    most_running, first_turn). Both players are locked. Makes one query for other challenges."""
    standing = StandingChallenge.objects.filter(challenge=challenge_id).select_related("owner", "challenge").first()
    if standing is None:
        return
    refresh([standing.owner_id], now=now)  # a vacation may have begun within the last minute
    standing.refresh_from_db(fields=["paused"])
    if refusal := find_refusal(standing, user_id=user_id):
        raise refusal


def find_refusal(standing: StandingChallenge, *, user_id: int | None) -> Refusal | None:
    """Returns why a player, or a visitor, can’t accept a standing challenge now, by its row and the running games."""
    running = count_running([standing.owner_id, *([] if user_id is None else [user_id])])
    if standing.paused or standing.ended_at or not running.has_room(standing):
        return Refusal(words.NO_ROOM(name=standing.owner.shown_name))
    if user_id is not None and running.of_player[user_id] >= MOST_RUNNING:
        return Refusal(words.MOST_RUNNING(most=MOST_RUNNING))
    if user_id is not None and user_id in running.unproven:
        return Refusal(words.FIRST_TURN())
    return None


def on_challenge_accepted(*, challenge_id: int, game_id: int, **_: Any) -> None:
    """Stores the game that a player started by accepting a standing challenge, and tells the owner."""
    standing = StandingChallenge.objects.filter(challenge=challenge_id).first()
    if standing is None:
        return
    game = Game.objects.prefetch_related("seats__user").get(pk=game_id)
    (other,) = (seat.user for seat in game.seats.all() if seat.user_id != standing.owner_id)
    note_started(game, standing, other, now=game.started_at)
    events.game_found.send(sender=StandingGame, game_id=game_id, user_ids=[standing.owner_id])


def note_started(
    game: Game,
    standing: StandingChallenge,
    other: User,
    *,
    other_standing: StandingChallenge | None = None,
    now: datetime,
) -> None:
    """Stores a game that a standing challenge has started with another player, or that two of them have started. Both
    players are locked."""
    StandingGame.objects.create(
        game=game, standing=standing, other_standing=other_standing, one_id=standing.owner_id, other=other
    )
    started = [standing.pk, *([other_standing.pk] if other_standing else [])]
    StandingChallenge.objects.filter(pk__in=started).update(waiting_since=now, look_at=now)
    alike = StandingChallenge.objects.standing().filter(challenge__ruleset_slug=game.ruleset_slug)
    alike.filter(owner=standing.owner_id).update(last_opponent=other)
    alike.filter(owner=other).update(last_opponent=standing.owner_id)
    refresh([standing.owner_id, other.pk], now=now)


def on_result_changed(*, game_id: int, after: Result | None, arranged: str = "", **_: Any) -> None:
    """Gives standing challenges room again when a game from them ends. Also makes those of both players due for
    pairing, since the two may meet again. Makes no query for other games."""
    if arranged != Game.Arranged.STANDING:
        return
    found = StandingGame.objects.filter(game=game_id).first()
    if found is None or found.running == (after is None):
        return
    players = (found.one_id, found.other_id)
    challenges.lock_standing(*players)
    StandingGame.objects.filter(game=game_id).update(running=after is None)
    now = timezone.now()
    refresh(players, now=now)
    if after is not None:
        StandingChallenge.objects.with_room().filter(owner__in=players).update(look_at=now)
