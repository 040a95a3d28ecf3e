"""Which reminders a deadline brings: in order, before it, and out of quiet hours wherever that can be."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from notifications.timing import ALL, HALF, USUAL, QuietHours, length_of, plan_reminders
from notifications.timing.thresholds import BEFORE_QUIET, HALF_FROM
from tests.notifications.timing.test_quiet_hours import instants, quiet_hours
from tests.rows import each_row

HOUR = timedelta(hours=1)
NOON = datetime(2026, 6, 10, 12, tzinfo=UTC)
NIGHT = QuietHours(22, 7, ZoneInfo("UTC"))

minutes = st.integers(1, 40 * 24 * 60).map(lambda number: timedelta(minutes=number))
thresholds = st.lists(st.sampled_from(ALL), unique=True)
plans = given(
    began=instants,
    allotted=minutes,
    chosen=thresholds,
    quiet=st.none() | quiet_hours,
    passed=st.just(timedelta()) | minutes,
    told=st.none() | st.sampled_from([length_of(name) for name in ALL if name != HALF]),
)


def list_due(plan, deadline):
    return {reminder.threshold: (deadline - reminder.due_at) / HOUR for reminder in plan}


@plans
def test_each_comes_before_the_deadline_in_order_and_not_before_it_could(began, allotted, chosen, quiet, passed, told):
    deadline, now = began + allotted, began + passed
    plan = plan_reminders(began=began, deadline=deadline, thresholds=chosen, quiet=quiet, now=now, told=told)
    dues = [reminder.due_at for reminder in plan]
    assert dues == sorted(set(dues))
    assert all(now <= due < deadline for due in dues)
    assert [reminder.until for reminder in plan] == [*dues[1:], None][: len(plan)]
    lengths = [allotted / 2 if each.threshold == HALF else length_of(each.threshold) for each in plan]
    assert lengths == sorted(lengths, reverse=True)
    assert all(length < allotted for length in lengths)
    assert {reminder.threshold for reminder in plan} <= set(chosen)


@plans
@example(NOON, 3 * 24 * HOUR, list(USUAL), NIGHT, timedelta(), None)
def test_none_comes_in_quiet_hours_unless_turn_and_deadline_lie_in_them(began, allotted, chosen, quiet, passed, told):
    deadline, now = began + allotted, began + passed
    for reminder in plan_reminders(began=began, deadline=deadline, thresholds=chosen, quiet=quiet, now=now, told=told):
        if quiet and quiet.hold(reminder.due_at):
            assert quiet.hold(now)
            assert quiet.begin_before(reminder.due_at) <= now
            assert quiet.end_after(reminder.due_at) >= deadline


@given(instants, minutes, thresholds, quiet_hours)
def test_a_reminder_is_early_only_to_come_before_quiet_hours(began, allotted, chosen, quiet):
    deadline = began + allotted
    for reminder in plan_reminders(began=began, deadline=deadline, thresholds=chosen, quiet=quiet):
        wanted = deadline - (allotted / 2 if reminder.threshold == HALF else length_of(reminder.threshold))
        if reminder.due_at < wanted:
            assert quiet.hold(wanted)
            assert reminder.due_at == max(quiet.begin_before(wanted) - BEFORE_QUIET, began)


@each_row(
    ("hours", "due"),
    [
        (10 * 24, {"half": 120, "24h": 24, "6h": 6, "1h": 1}),
        (72, {"half": 36, "24h": 24, "6h": 6, "1h": 1}),
        (71, {"24h": 24, "6h": 6, "1h": 1}),
        (24, {"6h": 6, "1h": 1}),
        (6, {"1h": 1}),
        (1, {}),
    ],
)
def test_the_usual_reminders_are_those_shorter_than_the_time_allotted(hours, due):
    deadline = NOON + hours * HOUR
    assert list_due(plan_reminders(began=NOON, deadline=deadline), deadline) == due
    assert HALF_FROM == 72 * HOUR


def test_no_deadline_brings_none():
    assert plan_reminders(began=NOON, deadline=None) == []


def test_reminders_due_at_night_become_the_shortest_one_before_it():
    deadline = NOON + timedelta(days=1) - 8 * HOUR  # at four in the morning
    plan = plan_reminders(began=NOON, deadline=deadline, quiet=NIGHT)
    assert [(each.threshold, each.due_at.hour, each.due_at.minute) for each in plan] == [("1h", 21, 55)]


def test_a_turn_that_begins_at_night_is_reminded_of_in_the_morning_or_at_once_where_that_is_too_late():
    began = NOON + 11 * HOUR
    late, early = began + 9 * HOUR, began + 7 * HOUR  # at eight and at six
    assert list_due(plan_reminders(began=began, deadline=late, quiet=NIGHT), late) == {"1h": 1}
    assert list_due(plan_reminders(began=began, deadline=early, quiet=NIGHT), early) == {"6h": 6, "1h": 1}


@each_row(
    ("left", "told", "due"),
    [
        (30, None, {"24h": 24, "6h": 6, "1h": 1}),  # half of it has passed: nobody needs to hear that now
        (20, None, {"24h": 20, "6h": 6, "1h": 1}),
        (20, 24, {"6h": 6, "1h": 1}),
        (5, 24, {"6h": 5, "1h": 1}),
        (5, 6, {"1h": 1}),
        (0.5, None, {"1h": 0.5}),
        (0.5, 1, {}),
    ],
)
def test_when_a_deadline_moves_the_shortest_missed_reminder_comes_at_once_if_it_is_news(left, told, due):
    deadline = NOON + 100 * HOUR
    now = deadline - left * HOUR
    plan = plan_reminders(began=NOON, deadline=deadline, now=now, told=told and told * HOUR)
    assert list_due(plan, deadline) == due
