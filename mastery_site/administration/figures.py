"""The day's figures: what happened in the last 24 hours and in the 24 hours before, and what waits now, in ten queries.

Games here are games between people. Games of members against computers have a figure of their own, and guests' games
have none.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from accounts.models import User
from computers.models import Computer
from games import clock
from games.models import Game, Heartbeat, Seat, Turn
from games.outage_detection import TOLD_AFTER
from notifications.models import EMAIL, Notice

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Counted:
    """How often something happened in the last 24 hours, and in the 24 hours before."""

    name: str
    day: int
    day_before: int


@dataclass(frozen=True, slots=True)
class Figures:
    now: datetime
    counted: list[Counted]
    sweep_lag: timedelta
    """How long ago time ran out in the game that has waited longest to be ended; zero if no game waits."""
    queue_age: timedelta
    """How long the oldest notice that is due has waited; zero if no notice waits."""
    waiting: int
    """Notices that are due and not sent."""
    pages_silent_since: datetime | None
    """Since when the probe has not reached the pages; None if it does reach them, or has failed only for a short
    time."""


def count_figures(now: datetime) -> Figures:
    due = Notice.objects.due(now).aggregate(oldest=Min("due_at"), number=Count("pk"))
    late = Game.objects.due(now).aggregate(oldest=Min("deadline_at"))["oldest"]
    mails = Notice.objects.filter(channel=EMAIL, closed_at__gt=now - 2 * DAY)
    computers = Seat.objects.filter(user__in=Computer.objects.values("user"))  # few, among all the players
    played, turns = Exists(computers.filter(game=OuterRef("pk"))), Turn.objects.filter(taken_back_at=None)
    against = Game.objects.filter(played).exclude(seats__user__kind=User.Kind.GUEST)
    people, turns = Game.objects.exclude(played), turns.exclude(Exists(computers.filter(game=OuterRef("game"))))
    return Figures(
        now=now,
        counted=[
            count("Games started", people, field="started_at", now=now),
            count("Games ended", people, field="ended_at", now=now),
            count("Turns played", turns, field="played_at", now=now),
            count("Games against computers", against, field="started_at", now=now),
            count("Emails sent", mails.filter(state=Notice.State.SENT), field="closed_at", now=now),
            count("Emails failed", mails.filter(state=Notice.State.FAILED), field="closed_at", now=now),
        ],
        sweep_lag=now - (late + clock.GRACE) if late else timedelta(),
        queue_age=now - due["oldest"] if due["oldest"] else timedelta(),
        waiting=due["number"],
        pages_silent_since=Heartbeat.objects.filter(part=Heartbeat.Part.NO_WEB, at__lte=now - TOLD_AFTER)
        .values_list("at", flat=True)
        .first(),
    )


def count(name: str, rows: QuerySet, *, field: str, now: datetime) -> Counted:
    """Counts the rows whose `field` lies in each of the two days. It reads only rows of those two days."""
    since = {f"{field}__gt": now - DAY}
    before = {f"{field}__gt": now - 2 * DAY, f"{field}__lte": now}
    counted = rows.filter(**before).aggregate(day=Count("pk", filter=Q(**since)), total=Count("pk"))
    return Counted(name, day=counted["day"], day_before=counted["total"] - counted["day"])
