"""How long a person's last turns took, and at which hours they were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Seat, Turn
from games.models.clock import ClockChange
from moderation.words import decisions as words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST = 200
"""The most turns of a person that are looked at. These are their last ones."""
GAMES = 200
"""The most games of a person in which these turns are looked for. These are the newest ones."""
BEGAN_AGAIN = (ClockChange.Kind.TAKEN_BACK, ClockChange.Kind.REOPENED)
"""What restarts the time of a turn, besides the turn before it."""
STEPS = (
    (timedelta(minutes=1), _("< 1 min"), _("under 1 minute")),
    (timedelta(minutes=10), _("10 min"), _("1 to 10 minutes")),
    (timedelta(hours=1), _("1 h"), _("10 minutes to 1 hour")),
    (timedelta(hours=6), _("6 h"), _("1 to 6 hours")),
    (timedelta(days=1), _("1 day"), _("6 hours to 1 day")),
    (timedelta(days=3), _("3 days"), _("1 to 3 days")),
    (timedelta.max, _("more"), _("3 days or more")),
)
"""The bars of the histogram: their upper limit, and a short and a long label. A turn belongs to the first bar whose
limit is above its time."""
HOURS = range(24)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture: the label below it, what it counts in words, and the number."""

    short: StrOrPromise
    label: StrOrPromise
    number: int


@dataclass(frozen=True, slots=True)
class Tempo:
    """Counts of a person's last turns. `own_hours` are in the person's time zone, and empty if that is UTC."""

    turns: int
    since: datetime | None
    lengths: tuple[Bar, ...]
    utc_hours: tuple[Bar, ...]
    own_hours: tuple[Bar, ...]
    zone: str


def read_tempo(person: User) -> Tempo:
    """Counts the person's last `MOST` turns in three queries. A turn begins when the one before it is played, when
    turns are taken back, or when staff reopen the game. Pauses, weekends and vacation count as time taken."""
    newest = Seat.objects.filter(user=person).order_by("-pk").values("game_id")[:GAMES]
    mine = Turn.objects.filter(game__in=newest, game__seats__user=person, game__seats__side=F("side"))
    last = list(mine.filter(taken_back_at=None).order_by("-played_at").values_list("pk", flat=True)[:MOST])
    played: list[datetime] = []
    lengths: Counter[int] = Counter()
    for at, began_at in _find_times(last):
        played.append(at)
        lengths[_find_step(max(at - began_at, timedelta()))] += 1
    zone = person.zone
    return Tempo(
        turns=len(played),
        since=min(played, default=None),
        lengths=tuple(Bar(short, label, lengths[place]) for place, (_under, short, label) in enumerate(STEPS)),
        utc_hours=_count_hours(at.hour for at in played),
        own_hours=_count_hours(at.astimezone(zone).hour for at in played) if person.time_zone != "UTC" else (),
        zone=person.time_zone,
    )


def _find_times(turns: list[int]) -> Iterator[tuple[datetime, datetime]]:
    """Yields when each of these turns was played, and when it began. Makes two queries."""
    before = Turn.objects.filter(game=OuterRef("game"), ply=OuterRef("ply") - 1, taken_back_at=None)
    rows = Turn.objects.filter(pk__in=turns).annotate(began_at=Subquery(before.values("played_at")[:1]))
    found = list(rows.values_list("game_id", "played_at", "began_at", "game__started_at"))
    again: dict[int, list[datetime]] = {}
    changes = ClockChange.objects.filter(game__in={row[0] for row in found}, kind__in=BEGAN_AGAIN)
    for game, changed_at in changes.values_list("game_id", "changed_at"):
        again.setdefault(game, []).append(changed_at)
    for game, played_at, began_at, started_at in found:
        later = (each for each in again.get(game, ()) if each <= played_at)
        yield played_at, max((began_at or started_at, *later))


def _find_step(took: timedelta) -> int:
    """Returns the index of the bar in `STEPS`."""
    return next(place for place, (under, *_told) in enumerate(STEPS) if took < under)


def _count_hours(hours: Iterable[int]) -> tuple[Bar, ...]:
    counted = Counter(hours)
    shorts = {hour: f"{hour:02}" for hour in HOURS if hour % 3 == 0}
    return tuple(
        Bar(shorts.get(hour, ""), str(words.HOUR(start=f"{hour:02}:00", end=f"{hour:02}:59")), counted[hour])
        for hour in HOURS
    )
