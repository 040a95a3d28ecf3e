"""Calendars the slow way: every minute is looked at alone. Also what to draw calendars and instants from."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.clock import Calendar

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

MOMENTS = {
    "Europe/Berlin": ["2027-03-28", "2027-10-31"],
    "America/Havana": ["2027-03-14", "2027-11-07"],  # skips midnight, and has it twice
    "America/Asuncion": ["2023-10-01", "2024-03-24"],  # skips midnight; goes back into the day before
    "Africa/Cairo": ["2027-04-30", "2027-10-29"],
    "Australia/Lord_Howe": ["2027-04-04", "2027-10-03"],  # by half an hour
    "Pacific/Apia": ["2011-12-30", "2027-01-15"],  # had no 30th of December in 2011
    "Asia/Kathmandu": ["2027-06-15"],  # 5:45 from UTC, no summer time
    "UTC": ["2027-06-15"],
}
"""Zones, and days on which their clocks change."""


def is_running(calendar: Calendar, minute: datetime) -> bool:
    """Whether the clock runs in the minute that begins then."""
    if str(minute.astimezone(ZoneInfo(calendar.zone)).isoweekday()) in calendar.weekend:
        return False
    return not any(begins <= minute < ends for begins, ends in calendar.stops)


def measure_slowly(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    ran = timedelta()
    while start < end:
        ran += MINUTE * is_running(calendar, start)
        start += MINUTE
    return ran


def wake_slowly(calendar: Calendar, start: datetime) -> datetime:
    while not is_running(calendar, start):
        start += MINUTE
    return start


def advance_slowly(calendar: Calendar, start: datetime, amount: timedelta) -> datetime:
    while amount:
        amount -= MINUTE * is_running(calendar, start)
        start += MINUTE
    return start


def pick_instants(zone: str, *, unit: timedelta = MINUTE) -> st.SearchStrategy[datetime]:
    """Instants within some days of a change of the zone's clocks, on whole units of UTC."""
    days = [datetime.fromisoformat(day).replace(tzinfo=UTC) for day in MOMENTS[zone]]
    most = 4 * DAY // unit
    return st.builds(lambda day, n: day + n * unit, st.sampled_from(days), st.integers(-most, most))


weekends = st.sets(st.sampled_from("1234567"), max_size=2).map(lambda days: "".join(sorted(days)))


@st.composite
def turns(draw, *, unit: timedelta = MINUTE) -> tuple[Calendar, datetime]:
    """A calendar and an instant from which to count. Its stops may overlap, and be empty."""
    zone = draw(st.sampled_from(sorted(MOMENTS)))
    start = draw(pick_instants(zone, unit=unit))
    lengths = st.integers(0, 3 * DAY // unit)
    begins = st.integers(-2 * DAY // unit, 6 * DAY // unit)
    spans = st.builds(lambda at, length: (start + at * unit, start + (at + length) * unit), begins, lengths)
    return Calendar(draw(weekends), zone, tuple(draw(st.lists(spans, max_size=3)))), start


def durations(*, unit: timedelta = MINUTE, most: timedelta = 5 * DAY) -> st.SearchStrategy[timedelta]:
    return st.integers(0, most // unit).map(lambda n: n * unit)
