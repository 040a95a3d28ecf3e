"""How time left, controls and weekends read."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games import telling
from games.clock import DAY, GRACE, Bank, Days, Reserve, Unlimited
from tests.rows import each_row

START = datetime(2027, 3, 27, 12, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
TICK = timedelta(microseconds=1)

durations = st.timedeltas(min_value=timedelta(0), max_value=400 * DAY)


@each_row(
    ("left", "words"),
    [
        (2 * DAY + 3 * HOUR + 59 * MINUTE + 59 * SECOND, "2 days 3 hours"),
        (DAY + HOUR, "1 day 1 hour"),
        (DAY + 59 * MINUTE, "1 day"),
        (DAY, "1 day"),
        (DAY - TICK, "23 hours 59 minutes"),
        (2 * HOUR, "2 hours"),
        (HOUR + MINUTE, "1 hour 1 minute"),
        (HOUR - TICK, "59 minutes"),
        (MINUTE, "1 minute"),
        (MINUTE - TICK, "less than a minute"),
        (TICK, "less than a minute"),
        (timedelta(0), "no time"),
        (-GRACE, "no time"),
    ],
)
def test_the_time_left_is_rounded_down(left, words):
    assert telling.remaining(START + left, now=START) == words


def test_no_deadline_has_no_time_left_to_show():
    assert telling.remaining(None, now=START) == ""


@given(durations)
def test_the_time_left_never_reads_longer_than_it_is(left):
    units = {"day": DAY, "hour": HOUR, "minute": MINUTE}
    words = telling.remaining(START + left, now=START)
    pairs = words.split() if words[0].isdigit() else []
    shown = sum(
        (int(n) * units[unit.rstrip("s")] for n, unit in zip(pairs[::2], pairs[1::2], strict=True)), timedelta(0)
    )
    assert shown <= left < shown + (HOUR if left >= DAY else MINUTE)


@each_row(
    ("control", "words"),
    [
        (Days(1), "1 day per turn"),
        (Days(3), "3 days per turn"),
        (Bank(), "a time bank of 3 days, plus 1 day per turn, up to 7 days"),
        (Bank(5, 0, 5), "a time bank of 5 days, plus nothing per turn, up to 5 days"),
        (Reserve(3, 10), "3 days per turn, plus a reserve of 10 days"),
        (Reserve(1, 1), "1 day per turn, plus a reserve of 1 day"),
        (Unlimited(), "no time limit"),
    ],
)
def test_a_control_is_described_in_words(control, words):
    assert telling.describe_control(control) == words
