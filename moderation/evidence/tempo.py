"""How long somebody's last turns took, and at which hours they were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, OuterRef, Subquery

from accounts.models import User
from games.models import Seat, Turn
from games.models.clock import ClockChange

MOST = 200
"""So many of somebody's last turns are looked at."""
GAMES = 200
"""So many of their games, the newest, in which these turns are looked for."""
BEGAN_AGAIN = (ClockChange.Kind.TAKEN_BACK, ClockChange.Kind.REOPENED)
"""What starts a turn again, besides the turn before it."""
STEPS = (
    (timedelta(minutes=1), "< 1 min", "under 1 minute"),
    (timedelta(minutes=10), "10 min", "1 to 10 minutes"),
    (timedelta(hours=1), "1 h", "10 minutes to 1 hour"),
    (timedelta(hours=6), "6 h", "1 to 6 hours"),
    (timedelta(days=1), "1 day", "6 hours to 1 day"),
    (timedelta(days=3), "3 days", "1 to 3 days"),
    (timedelta.max, "more", "3 days or more"),
)
"""The bars of the histogram, short and in words: a turn is in the first whose time it has not reached."""
HOURS = range(24)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture: what it counts, as it stands below it and in words, and how many."""

    short: str
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Tempo:
    """The last turns of a person, counted. `own_hours` is by the person's clock, and empty where that is UTC."""

    turns: int
    since: datetime | None
    lengths: tuple[Bar, ...]
    utc_hours: tuple[Bar, ...]
    own_hours: tuple[Bar, ...]
    zone: str


def read_tempo(person: User) -> Tempo:
    """The person's last `MOST` turns, in three queries. A turn begins when the one before it is played, when one is
    taken back, or when staff reopen the game; pauses, weekends and vacation count."""
    newest = Seat.objects.filter(user=person).order_by("-pk").values("game_id")[:GAMES]
    mine = Turn.objects.filter(game__in=newest, game__seats__user=person, game__seats__side=F("side"))
    last = list(mine.filter(taken_back_at=None).order_by("-played_at").values_list("pk", flat=True)[:MOST])
    played: list[datetime] = []
    lengths: Counter[str] = Counter()
    for at, began_at in _find_times(last):
        played.append(at)
        lengths[_find_step(max(at - began_at, timedelta()))] += 1
    zone = person.zone
    return Tempo(
        turns=len(played),
        since=min(played, default=None),
        lengths=tuple(Bar(short, label, lengths[label]) for _, short, label in STEPS),
        utc_hours=_count_hours(at.hour for at in played),
        own_hours=_count_hours(at.astimezone(zone).hour for at in played) if person.time_zone != "UTC" else (),
        zone=person.time_zone,
    )


def _find_times(turns: list[int]) -> Iterator[tuple[datetime, datetime]]:
    """When each of these turns was played, and when it began; two queries."""
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


def _find_step(took: timedelta) -> str:
    return next(label for under, _, label in STEPS if took < under)


def _count_hours(hours: Iterable[int]) -> tuple[Bar, ...]:
    counted = Counter(hours)
    shorts = {hour: f"{hour:02}" for hour in HOURS if hour % 3 == 0}
    return tuple(Bar(shorts.get(hour, ""), f"{hour:02}:00 to {hour:02}:59", counted[hour]) for hour in HOURS)
