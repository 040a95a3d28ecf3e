"""Time controls: what may be agreed on, what a turn is allotted, what it costs."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.clock import DAY, GRACE, Bank, Calendar, Days, Reserve, Unlimited
from tests.rows import each_row

START = datetime(2027, 3, 27, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

durations = st.timedeltas(min_value=timedelta(0), max_value=400 * DAY)
instants = st.timedeltas(min_value=-3000 * DAY, max_value=30_000 * DAY).map(START.__add__)
banks = st.integers(1, 60).flatmap(
    lambda start: st.builds(Bank, st.just(start), st.integers(0, 30), st.integers(start, 90))
)
reserves = st.builds(Reserve, st.integers(1, 30), st.integers(1, 60))
controls = st.one_of(st.builds(Days, st.integers(1, 30)), banks, reserves, st.just(Unlimited()))


@given(controls)
def test_a_control_survives_being_stored(control):
    assert clock.from_json(clock.to_json(control)) == control


@each_row(
    "stored",
    [
        {},
        {"kind": "fischer"},
        {"kind": ["days"], "days": 3},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 31},
        {"kind": "days", "days": "3"},
        {"kind": "days", "days": 2.5},
        {"kind": "days", "days": float("nan")},
        {"kind": "days", "days": True},
        {"kind": "days", "days": None},
        {"kind": "days", "hours": 3},
        {"kind": "none", "days": 3},
        {"kind": "bank", "start": 0, "increment": 1, "cap": 7},
        {"kind": "bank", "start": 61, "increment": 1, "cap": 90},
        {"kind": "bank", "start": 3, "increment": -1, "cap": 7},
        {"kind": "bank", "start": 3, "increment": 31, "cap": 7},
        {"kind": "bank", "start": 8, "increment": 1, "cap": 7},
        {"kind": "bank", "start": 3, "increment": 1, "cap": 91},
        {"kind": "reserve", "days": 0, "bank": 10},
        {"kind": "reserve", "days": 31, "bank": 10},
        {"kind": "reserve", "days": 3, "bank": 0},
        {"kind": "reserve", "days": 3, "bank": 61},
        {"kind": "reserve", "days": 3, "bank": True},
    ],
    ids=str,
)
def test_a_control_out_of_range_is_refused_with_a_sentence(stored):
    with pytest.raises(clock.BadControl, match=r"^[A-Z].*\.$"):
        clock.from_json(stored)


def test_the_default_bank_is_three_days_and_one_more_a_turn_up_to_seven():
    assert clock.from_json({"kind": "bank"}) == Bank(start=3, increment=1, cap=7)


@each_row(
    ("control", "bank", "left"),
    [
        (Days(3), None, 3 * DAY),
        (Bank(), 5 * HOUR, 5 * HOUR),
        (Reserve(3, 10), 10 * DAY, 13 * DAY),
        (Reserve(3, 10), timedelta(0), 3 * DAY),
        (Unlimited(), None, None),
    ],
)
def test_a_turn_has_the_days_agreed_or_what_is_in_the_bank(control, bank, left):
    assert clock.allotment(control, bank) == left
    assert clock.deadline(control, bank, started=START) == (START + left if left else None)


@each_row(
    ("bank", "used", "left"),
    [
        (3 * DAY, timedelta(0), 4 * DAY),
        (3 * DAY, 2 * DAY, 2 * DAY),
        (3 * DAY, 3 * DAY, DAY),
        (3 * DAY, 3 * DAY + GRACE, DAY),  # grace costs nothing and gives nothing
        (7 * DAY, HOUR, 7 * DAY),  # never above the cap
        (3 * DAY, -HOUR, 4 * DAY),  # a clock set back costs nothing
        (9 * DAY, HOUR, 9 * DAY - HOUR),  # beyond the cap by agreement: kept, not added to
    ],
)
def test_a_turn_is_paid_from_the_bank(bank, used, left):
    assert clock.settle(Bank(3, 1, 7), bank, deadline=START + bank, now=START + used) == left


@pytest.mark.parametrize("control", [Days(3), Unlimited()])
def test_other_controls_keep_no_bank(control):
    assert clock.bank_at_start(control) is None
    assert clock.settle(control, None, deadline=START, now=START + DAY) is None


@given(banks, st.lists(durations, max_size=30))
def test_a_bank_is_never_negative_never_above_its_cap_and_never_grows_by_more_than_the_increment(control, turns):
    bank = clock.bank_at_start(control)
    for used in turns:
        before, bank = bank, clock.settle(control, bank, deadline=START + bank, now=START + used)
        assert timedelta(0) <= bank <= control.cap * DAY
        assert bank <= before + control.increment * DAY


@given(banks, durations, durations, durations)
def test_thinking_longer_never_leaves_more(control, bank, one, other):
    short, long = sorted([one, other])
    settled = [clock.settle(control, bank, deadline=START + bank, now=START + used) for used in (short, long)]
    assert settled[0] >= settled[1]


@given(controls, instants, durations, durations)
def test_a_later_start_or_a_fuller_bank_never_brings_the_deadline_nearer(control, started, bank, more):
    deadline = clock.deadline(control, bank, started=started)
    if deadline is not None:
        assert deadline >= started
        assert clock.deadline(control, bank, started=started + more) == deadline + more
        assert clock.deadline(control, bank + more, started=started) >= deadline


@each_row(
    ("bank", "used", "left"),
    [
        (10 * DAY, timedelta(0), 10 * DAY),
        (10 * DAY, 3 * DAY, 10 * DAY),  # the days of the turn go first
        (10 * DAY, 3 * DAY + HOUR, 10 * DAY - HOUR),
        (10 * DAY, 13 * DAY, timedelta(0)),
        (10 * DAY, 13 * DAY + GRACE, timedelta(0)),
        (timedelta(0), 2 * DAY, timedelta(0)),  # nothing comes back
    ],
)
def test_a_reserve_is_drawn_on_when_the_days_have_run_out(bank, used, left):
    control = Reserve(3, 10)
    until = clock.deadline(control, bank, started=START)
    assert clock.settle(control, bank, deadline=until, now=START + used) == left


@given(reserves, st.lists(durations, max_size=30))
def test_a_reserve_never_grows_and_is_never_negative(control, turns):
    bank = clock.bank_at_start(control)
    for used in turns:
        until = clock.deadline(control, bank, started=START)
        before, bank = bank, clock.settle(control, bank, deadline=until, now=START + used)
        assert bank == before - min(before, max(used - control.days * DAY, timedelta(0)))


@given(banks | reserves, durations)
def test_time_that_was_added_is_spent_first_and_not_carried_over(control, more):
    bank = clock.bank_at_start(control)
    until = clock.deadline(control, bank, started=START) + more
    spent = clock.settle(control, bank, deadline=until, now=START + more)
    assert spent == clock.settle(control, bank, deadline=until - more, now=START)
    assert clock.settle(control, bank, deadline=until, now=START) == spent


@given(banks | reserves, durations)
def test_a_day_off_costs_nothing(control, used):
    """A clock that stands for a week within the turn leaves what a clock that runs leaves a week earlier."""
    bank = clock.bank_at_start(control)
    week = Calendar(stops=((START, START + 7 * DAY),))
    until = clock.deadline(control, bank, started=START, calendar=week)
    assert until == clock.deadline(control, bank, started=START) + 7 * DAY
    played = clock.settle(control, bank, deadline=until, now=START + 7 * DAY + used, calendar=week)
    assert played == clock.settle(control, bank, deadline=until - 7 * DAY, now=START + used)
    assert played <= clock.settle(control, bank, deadline=until, now=START + 3 * DAY, calendar=week)
