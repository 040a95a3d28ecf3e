"""Nobody loses on time without a message sent half a day before, or after a tenth of the time that there was."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from notifications.timing import (
    ALL,
    FIRST,
    USUAL,
    QuietHours,
    TimingPreferences,
    Urgency,
    add_first,
    decide,
    find_latest,
    foresee_turn,
    is_in_time,
    next_digest,
    plan_reminders,
)
from tests.notifications.timing.test_quiet_hours import instants, quiet_hours
from tests.rows import each_row

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WAIT, RUN = MINUTE, 20 * timedelta(seconds=1)
"""How long the notice of a turn waits, and how often the outbox is looked at."""
BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(22, 7, BERLIN)
EVENING = datetime(2026, 11, 24, 22, 25, tzinfo=BERLIN)
TURNS, REMINDERS, BOTH = {Urgency.TURN}, {Urgency.REMINDER}, {Urgency.TURN, Urgency.REMINDER}

lengths = st.integers(1, 60 * 24).map(lambda number: number * MINUTE) | st.integers(1, 40 * 24).map(HOUR.__mul__)
hours_of_digest = st.lists(st.integers(0, 23), min_size=1, max_size=2, unique=True)


class Reader:
    """A reader with one channel, and the messages about a clock that the functions of `timing` would send them."""

    def __init__(self, mode, quiet=None, thresholds=USUAL, *, on=BOTH, digests=(8,), sent=None, visited=None):
        self.preferences = TimingPreferences(mode, quiet, tuple(thresholds))
        self.zone = quiet.zone if quiet else BERLIN
        self.quiet, self.on, self.last, self.visited = quiet, on, sent, visited
        self.digests = {"daily": digests[:1], "twice": digests}.get(mode, ())

    def find_digest(self, now):
        """Nobody may choose an hour that is quiet."""
        at = next_digest(self.digests, zone=self.zone, now=now) if self.digests else None
        return self.quiet.end_after(at) if at and self.quiet else at

    def send(self, urgency, due_at, *, began, deadline, latest=None):
        """When what is due then is sent; None for not at all. It may be put off, but not for ever."""
        ago = {"sent_at": self.last and began - self.last, "visited_at": self.visited and began - self.visited}
        for _ in range(5):
            digest_at = self.find_digest(due_at)
            told = {"latest": latest, "deadline": deadline, "digest_at": digest_at, **ago}
            verdict = decide(urgency, preferences=self.preferences, now=due_at, **told)
            if verdict.due_at is None or verdict.due_at == due_at:
                return verdict.due_at
            due_at = verdict.due_at
        raise AssertionError("It is put off again and again")

    def list_sent(self, began, deadline):
        clock, latest, sent = {"began": began, "deadline": deadline}, find_latest(began=began, deadline=deadline), []
        if Urgency.TURN in self.on:
            due_at = began + WAIT if is_in_time(began + WAIT, latest=latest) else began
            alone = latest if self.on == TURNS else None
            sent.append(self.send(Urgency.TURN, due_at, latest=alone, **clock))
        if self.digests:
            sent.append(self.send(Urgency.DIGEST, self.find_digest(began), **clock))
        sent = [at for at in sent if at and at < deadline]
        if Urgency.REMINDER in self.on:
            self.remind(sent, latest=latest, **clock)
        return sorted(sent)

    def remind(self, sent, *, latest, **clock):
        planned = plan_reminders(**clock, quiet=self.quiet, thresholds=self.preferences.reminders)
        is_told = Urgency.TURN in self.on or self.digests
        heard_at = foresee_turn(
            self.preferences, now=clock["began"], wait=WAIT, digest_at=self.find_digest(clock["began"])
        )
        planned = add_first(
            planned, **clock, quiet=self.quiet, now=clock["began"], heard_at=(is_told and heard_at) or None
        )
        assert [each.due_at for each in planned] == sorted(each.due_at for each in planned)
        for each in planned:
            if each.threshold != FIRST or all(at > each.due_at for at in sent):
                by = latest if each.threshold == FIRST or each.due_at <= latest else None
                at = self.send(Urgency.REMINDER, each.due_at, latest=by, **clock)
                if at and (each.until is None or at < each.until):
                    sent.append(at)


readers = st.builds(
    Reader,
    st.sampled_from(["each", "once", "daily", "twice", "urgent"]),
    st.none() | quiet_hours,
    st.lists(st.sampled_from(ALL), unique=True),
    on=st.sampled_from([BOTH, BOTH, TURNS, REMINDERS]),
    digests=hours_of_digest,
    sent=st.none() | lengths,
    visited=st.none() | lengths,
)


@given(readers, instants, lengths)
@example(Reader("each", NIGHT), EVENING, 40 * MINUTE)
@example(Reader("each", NIGHT), EVENING, 20 * HOUR)
@example(Reader("urgent", None, ["24h"]), EVENING, 6 * HOUR)
@example(Reader("daily", None, ["24h"]), EVENING, 6 * HOUR)
@example(Reader("each", sent=5 * MINUTE), EVENING, 40 * MINUTE)
@example(Reader("once", sent=DAY, thresholds=[]), EVENING, 3 * DAY)
@example(Reader("once", sent=DAY, on=TURNS), EVENING, 3 * DAY)
@example(Reader("daily", NIGHT, on=TURNS), EVENING, 12 * HOUR)
def test_each_clock_is_told_of_in_time(reader, began, length):
    if reader.preferences.mode == "urgent" and reader.on == TURNS:
        return  # who wants but what is urgent, and no reminders, is told of nothing
    deadline = began + length
    sent = reader.list_sent(began, deadline)
    assert sent, "nothing is sent"
    assert sent[0] == began or sent[0] + RUN <= deadline - min(12 * HOUR, length * 9 / 10)


@given(readers, instants, lengths)
def test_the_rule_sends_nothing_sooner_or_at_night_unless_it_has_to(reader, began, length):
    """With three days and the usual reminders nothing is sent that was not sent before there was this rule."""
    if length < 3 * DAY or not {"24h"} <= set(reader.preferences.reminders) or reader.on == TURNS:
        return
    planned = plan_reminders(
        began=began, deadline=began + length, quiet=reader.quiet, thresholds=reader.preferences.reminders
    )
    more = add_first(planned, began=began, deadline=began + length, quiet=reader.quiet, now=began, heard_at=None)
    assert more == planned


@each_row(("length", "ahead"), [(30 * DAY, 720), (14 * HOUR, 720), (6 * HOUR, 324), (40 * MINUTE, 36), (0 * HOUR, 0)])
def test_the_first_notice_leaves_twelve_hours_or_nine_tenths_of_the_time(length, ahead):
    assert EVENING + length - find_latest(began=EVENING, deadline=EVENING + length) == ahead * MINUTE


@each_row(
    ("reader", "length", "at"),
    [
        (Reader("each", NIGHT), 40 * MINUTE, EVENING),
        (Reader("daily"), 8 * HOUR, EVENING),
        (Reader("urgent", thresholds=["24h"]), 6 * HOUR, EVENING),
        (Reader("each", sent=5 * MINUTE), 6 * HOUR, EVENING + 25 * MINUTE),  # the gap ends early enough
        (Reader("each", sent=5 * MINUTE), 40 * MINUTE, EVENING + 3 * MINUTE),
        (Reader("each"), 40 * MINUTE, EVENING + MINUTE),
        (Reader("urgent", NIGHT, thresholds=[]), 3 * DAY, datetime(2026, 11, 27, 10, 24, tzinfo=BERLIN)),
        (Reader("urgent", NIGHT, thresholds=["1h"]), 60 * HOUR, datetime(2026, 11, 26, 21, 55, tzinfo=BERLIN)),
    ],
)
def test_the_first_notice_comes_at_its_time(reader, length, at):
    """At once where the time is short; otherwise as late as it may be, or before the quiet hours in which that is."""
    assert reader.list_sent(EVENING, EVENING + length)[0].astimezone(UTC) == at.astimezone(UTC)


def test_a_reader_who_wants_no_messages_gets_none():
    assert Reader("off", NIGHT).list_sent(EVENING, EVENING + 40 * MINUTE) == []
