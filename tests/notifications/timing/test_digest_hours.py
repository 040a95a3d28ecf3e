"""At which instants a local hour has come: once each day, whatever the clocks do."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.timing import CATCH_UP, find_slots, next_digest
from notifications.timing.digest_hours import begin
from tests.notifications.timing.test_quiet_hours import ZONES, instants
from tests.sharing import begin_with

QUARTER = timedelta(minutes=15)
zones = st.sampled_from(ZONES).map(ZoneInfo)


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("month", begin_with(2, [3, 10, 4, 11]))
def test_asked_every_quarter_each_hour_of_each_day_is_found_in_its_time(name, month):
    zone, found = ZoneInfo(name), Counter()
    at = datetime(2026, month, 1, tzinfo=UTC)
    while at.month == month:
        for slot in find_slots(zone, now=at, within=QUARTER):
            found[slot] += 1
            assert timedelta() <= at - begin(slot, zone) < QUARTER
        at += QUARTER
    days = {day for day, _ in found if day.month == month and 1 < day.day < 30}
    assert all(found[day, hour] == 1 for day in days for hour in range(24))


@given(zones, instants)
def test_an_hour_is_found_as_long_as_it_may_be_caught_up(zone, now):
    slots = find_slots(zone, now=now)
    assert len(slots) >= CATCH_UP // timedelta(hours=1) - 2
    assert all(now - CATCH_UP < begin(slot, zone) <= now for slot in slots)


@given(zones, instants, st.lists(st.integers(0, 23), min_size=1, max_size=2))
def test_the_next_digest_is_the_first_of_its_hours_to_come(zone, now, hours):
    at = next_digest(hours, zone=zone, now=now)
    assert now < at <= now + timedelta(hours=26)
    assert any(slot.hour in hours for slot in find_slots(zone, now=at, within=timedelta(seconds=1)))
