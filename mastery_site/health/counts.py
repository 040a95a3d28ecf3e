"""How much there is on the site: games, players, notices by state, and how much waits in each queue.

Each query uses an index, or reads players only. Everything is counted at most once a minute, however often it is asked
for.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import NamedTuple

from celery import current_app
from django.conf import settings
from django.db.models import Count, Q

from accounts.models import User
from computers.models import Review, Thought
from games.models import Game
from mastery_site.schedule import list_queues
from notifications.models import Notice
from records.models import Animation

DAY = timedelta(days=1)
KEPT = 60.0
"""Seconds for which the counts are cached."""
PATIENCE = {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 2}
"""How long to wait for the broker, in seconds."""


class Counts(NamedTuple):
    games: dict[str, int]
    """Running games, and games that have ended."""
    players: dict[str, int]
    """People with an account, how many of them were here within a day, and guests."""
    notices: dict[str, int]
    """Notices by state: those that wait, and those that were closed within a day."""
    waiting: dict[str, int]
    """Rows of work for the computers and for drawing animations, and the messages in each queue."""


class _Last:
    """The last counts, and when they were taken by this process's monotonic clock."""

    counts: Counts | None = None
    at = 0.0


def count(now: datetime) -> Counts:
    """Counts everything in eight queries and asks the queues, at most once a minute.

    Raises whatever the database and the broker raise.
    """
    if _Last.counts is None or time.monotonic() - _Last.at >= KEPT:
        waiting = {**count_work(), **count_messages()}
        _Last.counts = Counts(count_games(), count_players(now), count_notices(now), waiting)
        _Last.at = time.monotonic()
    return _Last.counts


def forget() -> None:
    _Last.counts = None


def count_games() -> dict[str, int]:
    """Counts in two queries, each of which uses a partial index. A single query would read every game."""
    return {"running": Game.objects.active().count(), "ended": Game.objects.ended().count()}


def count_players(now: datetime) -> dict[str, int]:
    person = Q(kind=User.Kind.PERSON, is_active=True)
    return User.objects.aggregate(
        people=Count("pk", filter=person),
        people_here_in_a_day=Count("pk", filter=person & Q(last_visit_at__gt=now - DAY)),
        guests=Count("pk", filter=Q(kind=User.Kind.GUEST)),
    )


def count_notices(now: datetime) -> dict[str, int]:
    closed = Notice.objects.filter(closed_at__gt=now - DAY).values_list("state").annotate(number=Count("pk"))
    return {**dict.fromkeys(Notice.State.values, 0), **dict(closed), "waiting": Notice.objects.open().count()}


def count_work() -> dict[str, int]:
    return {
        "turns_of_computers": Thought.objects.count(),
        "analyses": Review.objects.unfinished().count(),
        "animations": Animation.objects.filter(made_at=None, fault="").count(),
    }


def count_messages() -> dict[str, int]:
    """How many messages of each queue no worker has taken yet."""
    options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
    with current_app.connection_for_write(transport_options=options) as broker:
        channel = broker.default_channel
        return {f"queue_{queue.name}": channel.queue_declare(queue.name).message_count for queue in list_queues()}
