"""Holds a game back whose time has run out while an answer by email that came in time may still be unread."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from core.prepared import PreparedQuery
from games.models import Heartbeat, Seat
from games.play.heartbeats import LONGEST_SILENCE
from notifications import reply_tokens
from replies.models import Reply


def on_time_running_out(*, game_id: int, until: datetime, now: datetime, **_: Any) -> bool:
    """Until a look into the mailbox that began later has left nothing there, and until what came by then from the
    player was dealt with; for ten minutes at most, as after any silence of the site."""
    return reply_tokens.is_on() and bool(find_reasons(game_id, until, now - LONGEST_SILENCE))


@PreparedQuery
def find_reasons(game_id: int, until: datetime, silent_since: datetime) -> QuerySet[Heartbeat, tuple[datetime]]:
    """One query, prepared, since it is asked for each game that is about to end."""
    looks = Heartbeat.objects.filter(part=Heartbeat.Part.REPLIES, at__lte=until, at__gt=silent_since)
    mover = Seat.objects.filter(game=game_id, side=F("game__side_to_move")).values("user")
    unread = Reply.objects.filter(user__in=mover, done_at=None, arrived_at__lte=until, arrived_at__gt=silent_since)
    return looks.values_list("at").union(unread.values_list("arrived_at"), all=True)
