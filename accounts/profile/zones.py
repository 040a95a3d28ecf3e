"""Time zones: which we know, how they are offered, and learning one from the browser."""

from datetime import UTC, date, datetime, time
from functools import cache, lru_cache
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from accounts.words import done, refusals
from core.form_errors import invalid
from core.words import TIME, tell_moment

FALLBACK = "UTC"
_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known_zones() -> frozenset[str]:
    """Every name in the time zone database. It is read once, since it consists of some six hundred files."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    if name not in known_zones():
        raise invalid(refusals.TIME_ZONE(name=name[:64]))


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name, or UTC: a name may vanish from the database, and no page may fail because of it."""
    return ZoneInfo(name if name in known_zones() else FALLBACK)


def begin_day(day: date, *, zone: ZoneInfo) -> datetime:
    """The first instant of a local day; where its midnight is skipped, the instant of the skip."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)


def offer_zones(now: datetime, *, present: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Choices for a select: areas, and in each its zones with their time at `now`; `present` is always among them."""
    minute = now.replace(second=0, microsecond=0)
    known = present not in known_zones() or _is_offered(present)
    others = [FALLBACK] if known else sorted({FALLBACK, present})
    return [("Universal", [(name, _label(name, minute)) for name in others]), *_offer_areas(minute)]


def _is_offered(name: str) -> bool:
    area, _, place = name.partition("/")
    return area in _AREAS and bool(place)


@lru_cache(maxsize=1)
def _offer_areas(minute: datetime) -> tuple[tuple[str, list[tuple[str, str]]], ...]:
    """Kept for the minute, since to tell the time in 490 zones takes 16 ms."""
    names = sorted(filter(_is_offered, known_zones()))
    areas = groupby(names, key=lambda name: name.partition("/")[0])
    return tuple((area, [(name, _label(name, minute)) for name in members]) for area, members in areas)


def _label(name: str, now: datetime) -> str:
    place = name.partition("/")[2] or name
    place = place.replace("_", " ").replace("/", ", ")
    return str(done.ZONE_LABEL(place=place, time=tell_moment(now, form=TIME, zone=ZoneInfo(name))))
