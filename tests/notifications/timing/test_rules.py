"""What each mode lets through, and when."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from notifications.models import Mode
from notifications.timing import GAP, QuietHours, TimingPreferences, Urgency, decide
from tests.notifications.timing.test_quiet_hours import instants, quiet_hours
from tests.rows import each_row

NOON = datetime(2026, 6, 10, 12, tzinfo=UTC)
MIDNIGHT = NOON + timedelta(hours=12)
NIGHT = QuietHours(22, 7, ZoneInfo("UTC"))
MINUTE = timedelta(minutes=1)


@each_row("mode", Mode)
def test_each_mode_lets_through_what_it_says(mode):
    let_through = {
        sort for sort in Urgency if decide(sort, preferences=TimingPreferences(mode=mode), now=NOON).due_at == NOON
    }
    every = set(Urgency) - {Urgency.DIGEST}
    assert (
        let_through
        == {
            Mode.EACH: every,
            Mode.ONCE: every,
            Mode.DAILY: every - {Urgency.TURN} | {Urgency.DIGEST},
            Mode.TWICE: every - {Urgency.TURN} | {Urgency.DIGEST},
            Mode.URGENT: {Urgency.REMINDER, Urgency.LAPSING, Urgency.EXEMPT},
            Mode.OFF: {Urgency.EXEMPT},
        }[mode]
    )


@given(
    st.sampled_from(Urgency), st.sampled_from(Mode), st.none() | quiet_hours, instants,
    st.none() | st.integers(0, 3000), st.none() | st.integers(0, 3000), st.none() | st.integers(0, 3000),
)  # fmt: skip
def test_only_requested_messages_and_reminders_that_would_come_too_late_leave_in_quiet_hours(
    sort, mode, quiet, now, sent, visited, left
):
    def ago(number):
        return None if number is None else now - number * MINUTE

    deadline = None if left is None else now + left * MINUTE
    verdict = decide(
        sort,
        preferences=TimingPreferences(mode=mode, quiet=quiet),
        now=now,
        deadline=deadline,
        sent_at=ago(sent),
        visited_at=ago(visited),
    )
    if verdict.due_at is None:
        assert verdict.why
        return
    assert verdict.due_at >= now
    if quiet and quiet.hold(verdict.due_at) and sort is not Urgency.EXEMPT:
        assert sort is Urgency.REMINDER
        assert deadline <= quiet.end_after(now)
    if sort is Urgency.TURN and mode in (Mode.EACH, Mode.ONCE) and sent is not None:
        assert verdict.due_at - ago(sent) >= GAP
    if sort is Urgency.REMINDER and deadline and verdict.due_at > now:
        assert verdict.due_at < deadline


def test_turns_that_come_within_half_an_hour_of_a_mail_wait_for_its_end():
    verdict = decide(Urgency.TURN, preferences=TimingPreferences(), now=NOON, sent_at=NOON - 10 * MINUTE)
    assert verdict.due_at == NOON + 20 * MINUTE


def test_an_end_of_the_half_hour_at_night_is_the_morning():
    at = MIDNIGHT - 2 * 60 * MINUTE - 10 * MINUTE
    verdict = decide(Urgency.TURN, preferences=TimingPreferences(quiet=NIGHT), now=at, sent_at=at - 10 * MINUTE)
    assert verdict.due_at == MIDNIGHT + 7 * 60 * MINUTE


@each_row(("visited", "goes"), [(None, False), (60, False), (20, False), (13, True), (3, True)], ids=str)
def test_once_means_until_a_visit_after_the_mail_or_just_before_it(visited, goes):
    """A visit is noted once in five minutes: one that was noted just before the mail may have lasted.

    A reader who is on the site then is told no sooner than one who wants a mail for each turn.
    """
    visited_at = None if visited is None else NOON - visited * MINUTE
    preferences = TimingPreferences(mode="once")
    verdict = decide(Urgency.TURN, preferences=preferences, now=NOON, sent_at=NOON - 10 * MINUTE, visited_at=visited_at)
    assert verdict.due_at == (NOON + 20 * MINUTE if goes else None)
    assert decide(Urgency.TURN, preferences=preferences, now=NOON, visited_at=visited_at).due_at == NOON
