"""Lets time pass: while the site works, or while nothing of it runs."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from accounts.models import Vacation
from games.models import Game, Pause
from notifications.models import Notice, Reminder
from tests.actions import action
from tests.actions.drawing import number_from, one_of, whether
from tests.actions.scene import DAY, HOUR, MINUTE, Scene

LONGEST = 8 * DAY
OFF = (-MINUTE, MINUTE * 0, MINUTE, HOUR)


def find_hours(site: Scene) -> list[datetime]:
    """When the next hour of each player begins at which digests may come, or quiet may begin or end."""
    hours = {0, 8, 17, 18, 20, 22}
    full = site.now.replace(minute=0, second=0, microsecond=0)
    coming = [full + number * HOUR / 2 for number in range(1, 49)]
    return [
        next(at for at in coming if (local := at.astimezone(ZoneInfo(each.zone))).hour in hours and not local.minute)
        for each in site.players
    ]


def of(queryset: QuerySet[Any], field: str) -> Callable[[Scene], list[datetime]]:
    return lambda site: list(queryset.filter(**{f"{field}__gt": site.now}).order_by().values_list(field, flat=True))


EDGES: dict[str, Callable[[Scene], list[datetime]]] = {
    "deadline": of(Game.objects.active(), "deadline_at"),
    "message": of(Notice.objects.open(), "due_at"),
    "reminder": of(Reminder.objects.all(), "due_at"),
    "end of a pause": of(Pause.objects.all(), "until_at"),
    "end of vacation": of(Vacation.objects.all(), "until_at"),
    "hour": find_hours,
}


@action(
    meanwhile=False,
    weight=5,
    length=one_of((2 * MINUTE, 31 * MINUTE, 5 * HOUR, 11 * HOUR, DAY, 2 * DAY, 3 * DAY)),
    rounds=one_of((2, 2, 6, 12)),
)
def wait(site: Scene, *, length, rounds: int) -> None:
    site.pass_time(length, rounds=rounds)


@action(
    meanwhile=False,
    weight=5,
    number=number_from(0, len(EDGES) - 1),
    off=one_of(OFF),
    rounds=one_of((2, 6)),
)
def wait_for(site: Scene, *, number: int, off: timedelta, rounds: int) -> None:
    """Until just before, at or just after the next instant at which something of some sort changes by itself."""
    coming = [min(found) for find in EDGES.values() if (found := [at for at in find(site) if at < site.now + LONGEST])]
    until = coming[number % len(coming)] + off
    if until > site.now:
        site.pass_time(until - site.now, rounds=rounds)


@action(meanwhile=False, length=one_of((12 * MINUTE, 3 * HOUR, 14 * HOUR)), tasks_first=whether)
def be_out_of_reach(site: Scene, *, length, tasks_first: bool) -> None:
    """Nothing of the site runs; then its tasks do, or a player was faster."""
    site.move_to(site.now + length)
    site.reach.broken_off_at = site.now
    if tasks_first:
        site.run_tasks()
