"""Which files of a month's games are to be written: one a ruleset and month that is over, once the owner of the site
has set a licence for records.

Whatever changes what a file holds raises a number in its row, in the transaction that makes the change. A worker writes
the file by the number that it read before the games, so that nothing that is committed meanwhile is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import TruncMonth
from django.utils import timezone

from core.each import do_each
from core.leases import Lease
from engine import registry
from games.events import Result
from games.models import Game
from records import bulk_files
from records.models import Licence, MonthOfGames

LEASE = Lease(timedelta(minutes=30), at="leased_at")


def is_on() -> bool:
    return bool(settings.RECORDS_LICENCE)


def find_month(at: datetime) -> date:
    """The first day of the month, of UTC."""
    return at.astimezone(UTC).date().replace(day=1)


def list_months(first: date, last: date) -> Iterator[date]:
    """Both included."""
    while first <= last:
        yield first
        first = (first + timedelta(days=31)).replace(day=1)


def mark(months: Q) -> None:
    """Has the files of these months written anew. Months without a row are written in any case once they are over."""
    MonthOfGames.objects.filter(months).update(changes=F("changes") + 1)


def mark_games_of(user_id: int) -> None:
    """All months in which a game of this person ended."""
    if not is_on():
        return
    ended = Game.objects.ended().filter(seats__user=user_id, private=False).order_by()
    months = ended.annotate(month=TruncMonth("ended_at", tzinfo=UTC)).values_list("ruleset_slug", "month").distinct()
    for slug, month in months:
        mark(Q(ruleset_slug=slug, month=month.date()))


def on_result_changed(*, game_id: int, before: Result | None, after: Result | None, **_: Any) -> None:
    """A game that ends within the present month costs one query here, which finds no row."""
    if not is_on():
        return
    ended = {find_month(each.ended_at) for each in (before, after) if each is not None}
    slug = Game.objects.filter(pk=game_id).values("ruleset_slug")
    mark(Q(ruleset_slug__in=slug, month__in=ended))


def on_publicity_changed(*, game_id: int, **_: Any) -> None:
    """Staff have hidden a game, or show it again."""
    if is_on() and (ended_at := Game.objects.values_list("ended_at", flat=True).get(pk=game_id)):
        slug = Game.objects.filter(pk=game_id).values("ruleset_slug")
        mark(Q(ruleset_slug__in=slug, month=find_month(ended_at)))


def on_names_changed(*, user_id: int, **_: Any) -> None:
    """An account is closed, or its owner wants to be named in such files, or no more."""
    mark_games_of(user_id)


def write_due(*, now: datetime | None = None) -> int:
    """Writes the files of each month that is over and whose files lack something; returns of how many months.

    Without a licence there are none: what was written before is deleted.
    """
    at = now or timezone.now()
    if not is_on():
        return 1 if bulk_files.delete_all() else 0
    licence, is_new = Licence.objects.get_or_create(text=settings.RECORDS_LICENCE, defaults={"since": at})
    if is_new:
        MonthOfGames.objects.update(changes=F("changes") + 1)
    add_months(now=at)
    free = MonthOfGames.objects.filter(LEASE.free(at), written__lt=F("changes"))

    def write(pk: int) -> bool:
        if not LEASE.take(free.filter(pk=pk), now=at):
            return False  # another was faster
        row = MonthOfGames.objects.get(pk=pk)
        written = bulk_files.write(row, licence=licence)
        fields = {"written": row.changes, "games": written.games, "files": written.files, "leased_at": None}
        MonthOfGames.objects.filter(pk=pk).update(**fields)
        return True

    due = list(free.order_by("month", "ruleset_slug").values_list("pk", flat=True))
    done = do_each(due, write, fault="The files of the month number %s could not be written").done
    bulk_files.write_manifest(MonthOfGames.objects.filter(games__gt=0).order_by("-month", "ruleset_slug"))
    return done


def add_months(*, now: datetime) -> None:
    """A row for each ruleset and month that is over, since the first game."""
    this = find_month(now)
    last = MonthOfGames.objects.order_by("-month").values_list("month", flat=True).first()
    if last is not None:
        first = (last + timedelta(days=31)).replace(day=1)
    else:
        ended = Game.objects.ended().order_by("ended_at").values_list("ended_at", flat=True).first()
        first = this if ended is None else find_month(ended)
    months = list_months(first, (this - timedelta(days=1)).replace(day=1))
    rows = [
        MonthOfGames(ruleset_slug=ruleset.slug, month=month) for month in months for ruleset in registry.all_rulesets()
    ]
    MonthOfGames.objects.bulk_create(rows, ignore_conflicts=True)
