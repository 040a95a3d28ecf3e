"""When a turn is late."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.clock import DAY, GRACE
from tests.rows import each_row

START = datetime(2027, 3, 27, 12, tzinfo=UTC)
MINUTE, TICK = timedelta(minutes=1), timedelta(microseconds=1)

instants = st.timedeltas(min_value=-3000 * DAY, max_value=30_000 * DAY).map(START.__add__)


@each_row(
    ("after", "late"),
    [(-DAY, False), (timedelta(0), False), (GRACE, False), (GRACE + TICK, True), (GRACE + DAY, True)],
)
def test_a_turn_is_late_strictly_after_deadline_and_grace(after, late):
    assert clock.is_late(START, now=START + after) is late


def test_without_a_deadline_nothing_is_late():
    assert not clock.is_late(None, now=START)


@given(instants, st.timedeltas(min_value=-3 * MINUTE, max_value=3 * MINUTE))
def test_the_sweep_and_the_move_path_draw_the_line_at_the_same_instant(deadline, after):
    now = deadline + after
    assert clock.is_late(deadline, now=now) == (deadline < clock.due_before(now))
