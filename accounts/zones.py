"""Time zones: which we know, how they are offered, and learning one from the browser."""

from datetime import UTC, date, datetime, time
from functools import cache
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError

FALLBACK = "UTC"
_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known_zones() -> frozenset[str]:
    """Every name in the time zone database. It is read once, since it consists of some six hundred files."""
    return frozenset(available_timezones())


def unknown_zone_sentence(name: str) -> str:
    return f"“{name[:64]}” isn’t a time zone we know."


def validate_time_zone(name: str) -> None:
    if name not in known_zones():
        raise ValidationError(unknown_zone_sentence(name), code="time_zone")


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name, or UTC: a name may vanish from the database, and no page may fail because of it."""
    return ZoneInfo(name if name in known_zones() else FALLBACK)


def begin_day(day: date, *, zone: ZoneInfo) -> datetime:
    """The first instant of a local day; where its midnight is skipped, the instant of the skip."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)


def offer_zones(now: datetime, *, present: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Choices for a select: areas, and in each its zones with their time at `now`; `present` is always among them."""
    names = sorted(name for name in known_zones() if name.partition("/")[0] in _AREAS and "/" in name)
    groups = [
        (area, [(name, _label(name, now)) for name in members])
        for area, members in groupby(names, key=lambda name: name.partition("/")[0])
    ]
    others = [FALLBACK] if present in names or present not in known_zones() else sorted({FALLBACK, present})
    return [("Universal", [(name, _label(name, now)) for name in others]), *groups]


def _label(name: str, now: datetime) -> str:
    place = name.partition("/")[2] or name
    return f"{place.replace('_', ' ').replace('/', ', ')}: {now.astimezone(ZoneInfo(name)):%H:%M}"
