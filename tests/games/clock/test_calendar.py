"""When a clock runs: against a count of single minutes, and by the laws that any amount must keep."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock import ALWAYS, DAY, Calendar, rebase, spend
from tests.games.clock.reference import HOUR, MINUTE, advance_slowly, durations, measure_slowly, turns, wake_slowly
from tests.rows import each_row

TICK = timedelta(microseconds=1)
slow = settings(max_examples=60, deadline=None)
fine_turns, fine_durations = turns(unit=TICK), durations(unit=TICK)


@slow
@given(turns(), durations())
def test_it_measures_what_counting_minutes_gives(turn, length):
    calendar, start = turn
    assert calendar.measure(start, start + length) == measure_slowly(calendar, start, start + length)


@slow
@given(turns(), durations(most=3 * DAY))
def test_it_advances_to_where_counting_minutes_gets(turn, amount):
    calendar, start = turn
    assert calendar.advance(start, amount) == advance_slowly(calendar, start, amount)


@slow
@given(turns())
def test_it_wakes_in_the_first_minute_in_which_it_runs(turn):
    calendar, start = turn
    assert calendar.wake(start) == wake_slowly(calendar, start)


@given(fine_turns, fine_durations)
def test_time_that_is_left_runs_out_where_the_clock_has_run_and_never_while_it_stands(turn, left):
    calendar, start = turn
    due = calendar.due(start, left)
    assert calendar.measure(start, due) == left
    assert calendar.wake(due) == due or calendar.measure(due - TICK, due) == TICK
    assert due == calendar.advance(start, left) or not left


@given(fine_turns, fine_durations)
def test_measuring_gives_back_the_time_that_was_advanced(turn, amount):
    calendar, start = turn
    assert calendar.measure(start, calendar.advance(start, amount)) == amount


@given(fine_turns, fine_durations)
def test_it_advances_no_further_than_it_must(turn, amount):
    calendar, start = turn
    end = start + amount
    assert calendar.advance(start, calendar.measure(start, end)) <= end


@given(fine_turns, fine_durations, fine_durations)
def test_parts_of_a_time_add_up(turn, one, other):
    calendar, start = turn
    middle, end = start + one, start + one + other
    assert calendar.measure(start, end) == calendar.measure(start, middle) + calendar.measure(middle, end)
    assert calendar.advance(start, one + other) == calendar.advance(calendar.advance(start, one), other)


@given(fine_turns, fine_durations, fine_durations)
def test_a_later_start_or_more_time_never_ends_earlier(turn, amount, more):
    calendar, start = turn
    reached = calendar.advance(start, amount)
    assert reached >= start + amount
    assert calendar.advance(start, amount + more) >= reached
    assert calendar.advance(start + more, amount) >= reached
    assert timedelta() <= calendar.measure(start, start + amount) <= amount


@given(fine_turns, fine_durations)
def test_a_clock_that_never_stands_counts_every_hour(turn, amount):
    _, start = turn
    assert ALWAYS.advance(start, amount) == start + amount
    assert ALWAYS.measure(start, start + amount) == amount
    assert ALWAYS.measure(start + amount, start) == timedelta()


@given(fine_turns, fine_turns, fine_durations)
def test_a_change_of_calendar_keeps_what_is_left(turn, other, amount):
    (before, now), (after, _) = turn, other
    deadline = before.advance(now, amount)
    moved = rebase(deadline, now=now, before=before, after=after)
    assert after.measure(now, moved) == amount
    if amount:
        assert rebase(moved, now=now, before=after, after=before) == deadline


@given(fine_turns, fine_turns)
def test_where_nothing_is_left_a_change_of_calendar_waits_for_the_clock_to_run(turn, other):
    (before, now), (after, _) = turn, other
    deadline = before.due(now, timedelta())
    if deadline > now:
        assert rebase(deadline, now=now, before=before, after=after) == after.wake(now)


@given(fine_turns, fine_turns, fine_durations)
def test_a_change_of_calendar_gives_back_no_time_that_has_run_out(turn, other, ago):
    (before, now), (after, _) = turn, other
    assert rebase(now - ago, now=now, before=before, after=after) == now - ago


AT = datetime(2027, 6, 1, tzinfo=UTC)
gaps_and_lengths = st.lists(st.tuples(fine_durations, fine_durations), max_size=5)


def lay_out(gaps_and_lengths):
    """Spans one after another that do not overlap."""
    at, spans = AT, []
    for gap, length in gaps_and_lengths:
        spans.append((at + gap, at + gap + length))
        at += gap + length
    return spans


def total(spans):
    return sum((ends - begins for begins, ends in spans), timedelta())


@given(gaps_and_lengths, fine_durations, st.randoms())
def test_spans_are_cut_off_where_the_budget_is_spent(lengths, budget, random):
    spans = lay_out(lengths)
    shuffled = random.sample(spans, len(spans))
    kept = spend(shuffled, budget=budget)
    assert total(kept) == min(total(spans), budget)
    assert [begins for begins, _ in kept] == [begins for begins, _ in sorted(spans)[: len(kept)]]
    assert all(one[1] <= other[1] for one, other in zip(kept, sorted(spans), strict=False))


@given(turns(), gaps_and_lengths, fine_durations)
def test_a_budget_is_spent_only_while_the_clock_would_otherwise_run(turn, lengths, budget):
    """Vacation and a calendar without it: whatever comes of the two is the same as what they save and the rest."""
    calendar, start = turn
    spans = [(start + (begins - AT), start + (ends - AT)) for begins, ends in lay_out(lengths)]
    kept = spend(spans, budget=budget, calendar=calendar)
    saved = [calendar.measure(*span) for span in spans]
    assert sum((calendar.measure(*span) for span in kept), timedelta()) == min(sum(saved, timedelta()), budget)
    both = Calendar(calendar.weekend, calendar.zone, (*calendar.stops, *kept))
    end = start + 30 * DAY
    assert calendar.measure(start, end) - both.measure(start, end) == min(sum(saved, timedelta()), budget)


def test_nothing_is_left_of_a_budget_that_is_overdrawn():
    assert spend([(AT, AT + DAY)], budget=-HOUR) == ()


@each_row(
    ("zone", "start", "amount", "end"),
    [
        # Friday 18:00 in Berlin; the night to Sunday loses an hour, and none of it counts.
        ("Europe/Berlin", "2027-03-26T17:00Z", 12 * HOUR, "2027-03-29T04:00Z"),
        ("Europe/Berlin", "2027-10-29T16:00Z", 12 * HOUR, "2027-11-01T05:00Z"),
        # Sunday begins at one o'clock in Havana on that day.
        ("America/Havana", "2027-03-12T05:00Z", DAY, "2027-03-13T05:00Z"),
        ("America/Havana", "2027-03-12T05:00Z", DAY + MINUTE, "2027-03-15T04:01Z"),
        # Apia slept from Thursday into Saturday: the Friday that was not stops nothing, and is not counted.
        ("Pacific/Apia", "2011-12-30T09:00Z", HOUR + MINUTE, "2012-01-01T10:01Z"),
        # A day off is the player's own, not that of UTC.
        ("Asia/Kathmandu", "2027-06-18T18:00Z", HOUR, "2027-06-20T19:00Z"),
    ],
)
def test_saturday_and_sunday_are_the_players_own(zone, start, amount, end):
    calendar = Calendar("67", zone)
    assert calendar.advance(datetime.fromisoformat(start), amount) == datetime.fromisoformat(end)


def test_a_deadline_that_would_fall_on_the_first_instant_of_a_weekend_stays_there():
    friday, saturday = datetime(2027, 6, 18, tzinfo=UTC), datetime(2027, 6, 19, tzinfo=UTC)
    assert Calendar("67").advance(friday, DAY) == saturday
    assert Calendar("67").advance(friday, DAY + TICK) == saturday + 2 * DAY + TICK
