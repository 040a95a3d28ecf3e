"""Time controls: what may be agreed on, what a turn costs, when it is late, how the time left reads."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.clock import DAY, GRACE, Bank, Days, Unlimited

START = datetime(2027, 3, 27, 12, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
TICK = timedelta(microseconds=1)

durations = st.timedeltas(min_value=timedelta(0), max_value=400 * DAY)
instants = st.timedeltas(min_value=-3000 * DAY, max_value=30_000 * DAY).map(START.__add__)
banks = st.integers(1, 60).flatmap(
    lambda start: st.builds(Bank, st.just(start), st.integers(0, 30), st.integers(start, 90))
)
controls = st.one_of(st.builds(Days, st.integers(1, 30)), banks, st.just(Unlimited()))


@given(controls)
def test_a_control_survives_being_stored(control):
    assert clock.from_json(clock.to_json(control)) == control


@pytest.mark.parametrize(
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
    ],
    ids=str,
)
def test_a_control_out_of_range_is_refused_with_a_sentence(stored):
    with pytest.raises(clock.BadControl, match=r"^[A-Z].*\.$"):
        clock.from_json(stored)


def test_the_default_bank_is_three_days_and_one_more_a_turn_up_to_seven():
    assert clock.from_json({"kind": "bank"}) == Bank(start=3, increment=1, cap=7)


@pytest.mark.parametrize(
    ("control", "bank", "left"),
    [
        (Days(3), None, 3 * DAY),
        (Bank(), 5 * HOUR, 5 * HOUR),
        (Unlimited(), None, None),
    ],
)
def test_a_turn_has_the_days_agreed_or_what_is_in_the_bank(control, bank, left):
    assert clock.allotment(control, bank) == left
    assert clock.deadline(control, bank, started=START) == (START + left if left else None)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
    assert clock.remaining(START + left, now=START) == words


def test_no_deadline_has_no_time_left_to_show():
    assert clock.remaining(None, now=START) == ""


@given(durations)
def test_the_time_left_never_reads_longer_than_it_is(left):
    units = {"day": DAY, "hour": HOUR, "minute": MINUTE}
    words = clock.remaining(START + left, now=START)
    pairs = words.split() if words[0].isdigit() else []
    shown = sum(
        (int(n) * units[unit.rstrip("s")] for n, unit in zip(pairs[::2], pairs[1::2], strict=True)), timedelta(0)
    )
    assert shown <= left < shown + (HOUR if left >= DAY else MINUTE)


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (Days(1), "1 day per turn"),
        (Days(3), "3 days per turn"),
        (Bank(), "a bank of 3 days, plus 1 day per turn, up to 7 days"),
        (Bank(5, 0, 5), "a bank of 5 days, plus nothing per turn, up to 5 days"),
        (Unlimited(), "no time limit"),
    ],
)
def test_a_control_is_told_in_words(control, words):
    assert clock.describe(control) == words
