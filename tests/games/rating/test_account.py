"""The account of ratings that other tests hold the site against knows the examples of the rules, and each label."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.account.glicko import START, Rating, age, rate, weeks_left
from tests.account.rating_diary import Began, Closed, Ended, GoesOn, LeftOut, Seen, TakenOut
from tests.account.ratings import Account
from tests.rows import each_row

BEGINS = datetime(2026, 3, 1, tzinfo=UTC)
ME, OTHER, THIRD = 1, 2, 3


def on(day: float) -> datetime:
    return BEGINS + timedelta(days=day)


def began(game: int, users: tuple[int, int] = (ME, OTHER)) -> Began:
    return Began(game, "mastery", users, rated=True, on_time=True)


def ended(game: int, day: float, winner: int | None = 0, how: str = "resignation", ply: int = 9) -> Ended:
    return Ended(game, on(day), winner, how, ply)


def close_to(*numbers: float):
    return pytest.approx(numbers, abs=1e-4)


@each_row(
    ("own", "opponent", "score", "weeks", "after"),
    [
        (START, (1500, 350), 1, 0, (1662.2120, 290.2305)),
        (START, (1500, 350), 0.5, 0, (1500, 290.2305)),
        (START, (1620, 73.0381), 1, 0, (1744.3224, 256.5104)),
        (Rating(1620, 70, 0.06), (1500, 350), 0, 4, (1607.6265, 72.3627)),
        (Rating(401, 60, 0.06), (402, age(Rating(402, 60, 0.06), 1 / 7)), 0, 1 / 7, (400, None)),
        (Rating(402, 60, 0.06), (401, age(Rating(401, 60, 0.06), 1 / 7)), 1, 1 / 7, (411.9067, None)),
    ],
)
def test_a_game_changes_a_rating_as_in_the_examples(own, opponent, score, weeks, after):
    found = rate(own, opponent=opponent, score=score, weeks=weeks)
    assert found.r == pytest.approx(after[0], abs=1e-4)
    assert after[1] is None or found.rd == pytest.approx(after[1], abs=1e-4)


def test_the_deviation_grows_with_time():
    assert (age(Rating(1620, 70, 0.06), 4), weeks_left(Rating(1620, 70, 0.06), 110) * 7) == close_to(73.0381, 463.916)


def test_a_correction_changes_the_two_who_played_and_nobody_else():
    diary = [began(1), ended(1, 0), began(2), ended(2, 10, winner=1), began(3, (OTHER, THIRD)), ended(3, 12)]
    before, after = Account(diary), Account([*diary, ended(2, 10, winner=None, how="void")])
    assert {pk for pk in (ME, OTHER, THIRD) if read(before, pk) != read(after, pk)} == {ME, OTHER}


def read(account: Account, user: int):
    return account.find_rating(user, "mastery")


def test_any_undoing_restores_every_digit():
    diary = [began(1), ended(1, 0), began(2), ended(2, 10, winner=1), began(3), ended(3, 31)]
    undone = [GoesOn(1), ended(1, 40, winner=1), GoesOn(1), ended(1, 0), TakenOut(2), TakenOut(2, out=False)]
    assert Account([*diary, *undone]).rows == Account(diary).rows


LOST = [began(1), began(2), ended(1, 1, how="time")]
LABELS = {
    "": [began(1), ended(1, 1)],
    "short": [began(1), ended(1, 1, ply=1)],
    "no_result": [began(1), ended(1, 1, winner=None, how="void")],
    "suspension": [began(1), ended(1, 1, how="suspension")],
    "staff": [began(1), TakenOut(1), ended(1, 1)],
    "open": [began(1), ended(1, 1), GoesOn(1)],
    "declined": [began(1), ended(1, 1, how="time"), LeftOut(1, ME, on(2))],
    "serial": [*LOST, ended(2, 2, how="time")],
    "early": [each for game in range(1, 7) for each in (began(game), ended(game, game))],
}


@each_row("label", LABELS)
def test_each_label(label):
    account = Account(LABELS[label])
    last = max(game for game, _ in account.rows)
    assert {account.rows[last, user].label for user in (ME, OTHER)} == {label}
    assert account.faults == []


def test_serial_asks_what_was_decided_and_who_was_here_since():
    second = ended(2, 2, how="time")
    assert Account([*LOST, Seen(OTHER, on(1.5)), second]).rows[2, ME].label == ""
    assert Account([*LOST, Seen(ME, on(1.5)), Seen(OTHER, on(0.5)), second]).rows[2, ME].label == "serial"
    assert Account([*LOST, LeftOut(1, ME, on(1.2)), second]).rows[2, ME].label == "serial"
    assert Account([*LOST, second, ended(2, 2, how="adjudication")]).rows[2, ME].label == ""


@pytest.mark.parametrize(("by", "day"), [(OTHER, 2), (ME, 8.1), (ME, 0.5)])
def test_nobody_else_leaves_out_nor_too_late(by, day):
    diary = [began(1), began(2), ended(2, 0), ended(1, 1, how="time")]
    assert not Account(diary).may_leave_out(2 if day < 1 else 1, by, now=on(day))
    assert Account([*diary, LeftOut(2 if day < 1 else 1, by, on(day))]).faults


def test_on_time_follows_present_results_and_the_last_fifty():
    diary = [each for game in range(60) for each in (began(game), ended(game, game, how="time" if game % 2 else "x"))]
    account = Account(diary)
    assert (account.count_on_time(ME), account.count_on_time(OTHER)) == ((50, 50), (25, 50))
    account.take([ended(59, 59, winner=None, how="void"), ended(57, 57, how="adjudication"), Closed(ME)])
    assert account.count_on_time(OTHER) == (26, 50)
    assert list(account.list_ratings()) == [(OTHER, "mastery")]
