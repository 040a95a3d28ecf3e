"""Quiet hours against the local clock, minute by minute, in zones of every sort."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.profile.zones import known_zones
from notifications.timing import QuietHours

MINUTE = timedelta(minutes=1)
ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe"]
ZONES += ["Antarctica/Troll", "America/Santiago", "Pacific/Chatham", "Africa/Casablanca", "America/St_Johns"]
CHANGES = [datetime(2026, 3, 8, tzinfo=UTC), datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)]

hours = st.integers(0, 23)
quiet_hours = st.builds(QuietHours, hours, hours, st.sampled_from(ZONES).map(ZoneInfo)).filter(
    lambda quiet: quiet.begins != quiet.ends
)
instants = st.builds(
    lambda day, minutes: day + timedelta(minutes=minutes),
    st.sampled_from(CHANGES),
    st.integers(-1500, 3000) | st.integers(-100_000, 300_000),
)


def is_quiet(quiet, instant):
    """By the words of the setting: the hours counted one by one from the first to the last."""
    hour, wanted = quiet.begins, set()
    while hour != quiet.ends:
        wanted.add(hour)
        hour = (hour + 1) % 24
    return instant.astimezone(quiet.zone).hour in wanted


@given(quiet_hours, instants)
def test_they_are_the_hours_of_the_local_clock(quiet, instant):
    assert quiet.hold(instant) == is_quiet(quiet, instant)


@given(quiet_hours, instants)
def test_they_end_at_the_first_minute_that_is_not_quiet(quiet, instant):
    ends = quiet.end_after(instant)
    assert not is_quiet(quiet, ends)
    at = instant.replace(second=0, microsecond=0) + MINUTE
    if ends == instant:
        assert not is_quiet(quiet, instant)
    else:
        while at < ends:
            assert is_quiet(quiet, at)
            at += MINUTE


@given(quiet_hours, instants)
def test_they_began_at_the_first_minute_of_all_that_is_quiet(quiet, instant):
    if quiet.hold(instant):
        begins = quiet.begin_before(instant)
        assert not is_quiet(quiet, begins - MINUTE)
        at = begins
        while at <= instant:
            assert is_quiet(quiet, at)
            at += MINUTE


def test_quiet_hours_from_22_to_7_follow_the_local_clock_when_it_changes():
    quiet = QuietHours(22, 7, ZoneInfo("Europe/Berlin"))
    assert quiet.end_after(datetime(2026, 10, 24, 20, tzinfo=UTC)) == datetime(2026, 10, 25, 6, tzinfo=UTC)
    assert quiet.begin_before(datetime(2026, 10, 25, 5, 59, tzinfo=UTC)) == datetime(2026, 10, 24, 20, tzinfo=UTC)
    assert quiet.end_after(datetime(2026, 3, 28, 22, tzinfo=UTC)) == datetime(2026, 3, 29, 5, tzinfo=UTC)


@pytest.mark.parametrize("year", [2026, 2027])
def test_the_clocks_of_all_zones_are_set_by_quarters_of_an_hour(year):
    for name in known_zones():
        for month in range(1, 13):
            offset = datetime(year, month, 15, tzinfo=ZoneInfo(name)).utcoffset()
            assert offset % timedelta(minutes=15) == timedelta(), name
