"""The arithmetic of ratings: examples worked out elsewhere, and a reference written from Glickman's paper alone."""

from math import exp
from random import Random

import glicko2.math.algorithm as package
import pytest

from engine import glicko
from engine.glicko import START, Rating, Result
from tests.games.engine import glicko_reference
from tests.rows import each_row

LATEST = 10_000.0
"""Weeks, far beyond what makes any deviation as large as it may be."""


def days(count: float) -> float:
    """In weeks."""
    return count / 7


def known(rating: float, deviation: float) -> Rating:
    return Rating(rating, deviation, START.volatility)


def close(*values: float):
    return pytest.approx(values, abs=1e-4)


# --- Examples ----------------------------------------------------------------------------------------------------
GLICKMANS = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]


@pytest.mark.parametrize(
    ("weeks", "expected"), [(1, (1464.0507, 151.5165, 0.059996)), (0.5, (1464.0785, 151.4578, 0.059998))]
)
def test_glickmans_three_games(weeks, expected):
    found = glicko.rate(known(1500, 200), GLICKMANS, weeks)
    assert found[:2] == close(*expected[:2])
    assert found.volatility == pytest.approx(expected[2], abs=1e-6)


GAMES = [  # what it is, own, weeks, the opponent, weeks since theirs, score; rating and deviation after
    ("a new player beats another", START, 0, START, 0, 1, (1662.2120, 290.2305)),
    ("a new player loses to another", START, 0, START, 0, 0, (1337.7880, 290.2305)),
    ("a new player draws with another", START, 0, START, 0, 0.5, (1500, 290.2305)),
    ("a new player beats a known one", START, 0, known(1620, 70), days(28), 1, (1744.3224, 256.5104)),
    ("a known player loses to a new one", known(1620, 70), days(28), START, 0, 0, (1607.6265, 72.3627)),
    ("the weaker wins", known(1500, 60), days(24), known(1700, 80), days(14), 1, (1516.2995, 62.3180)),
    ("the stronger loses", known(1700, 80), days(14), known(1500, 60), days(24), 0, (1672.8325, 79.8084)),
    ("won in the same instant", known(1500, 60), 0, known(1500, 60), 0, 1, (1509.8940, 59.1548)),
    ("lost in the same instant", known(1500, 60), 0, known(1500, 60), 0, 0, (1490.1060, 59.1548)),
    ("lost at the lower bound", known(401, 60), days(1), known(402, 60), days(1), 0, (400,)),
    ("won at the lower bound", known(402, 60), days(1), known(401, 60), days(1), 1, (411.9067,)),
]


@each_row(
    ("own", "weeks", "other", "other_weeks", "score", "expected"),
    [row[1:] for row in GAMES],
    ids=[row[0] for row in GAMES],
)
def test_one_game(own, weeks, other, other_weeks, score, expected):
    found = glicko.rate(own, [Result(other.rating, glicko.age(other, other_weeks), score)], weeks)
    assert found[: len(expected)] == close(*expected)


def test_a_deviation_grows_with_time_until_the_rating_is_provisional():
    own = known(1620, 70)
    assert (glicko.age(own, days(28)), glicko.age(own, days(365))) == close(73.0381, 102.7853)
    assert glicko.weeks_established(own) * 7 == pytest.approx(463.916, abs=1e-3)
    assert glicko.age(own, glicko.weeks_established(own)) == pytest.approx(glicko.ESTABLISHED)


WON, LOST, WON_LATER, DRAWN = (
    (0, Result(1500, 350, 1)),
    (10, Result(1650, 90, 0)),
    (31, Result(1580, 60, 1)),
    (31, Result(1400, 120, 0.5)),
)
CHAINS = [  # games by day; ratings as shown; what comes out
    ([WON, LOST, WON_LATER, DRAWN], [1662, 1515, 1639, 1591], (1591.0536, 176.6999)),
    ([WON, WON_LATER, DRAWN], None, (1682.8549, 211.3686)),
    ([WON, (10, Result(1650, 90, 1)), WON_LATER, DRAWN], None, (1767.1658, 192.0622)),
    ([WON, WON_LATER, DRAWN, (40, Result(1662, 88, 0.5))], None, (1677.5138, 182.6581)),
]


@each_row(("games", "shown", "expected"), CHAINS)
def test_several_games_of_a_new_player(games, shown, expected):
    value, last, found = START, games[0][0], []
    for day, result in games:
        value, last = glicko.rate(value, [result], days(day - last)), day
        found.append(glicko.show(value.rating))
    assert value[:2] == close(*expected)
    assert shown is None or found == shown


# --- Against what others compute ---------------------------------------------------------------------------------
def make_cases(count: int, *, seed: int):
    """Random ratings, games and weeks, those at the bounds and at no time at all among them."""
    rng = Random(seed)
    for _ in range(count):
        deviation = rng.choice([45, 350, rng.uniform(45, 350)])
        own = Rating(rng.uniform(400, 4000), deviation, rng.choice([0.03, 0.06, 0.1, rng.uniform(0.03, 0.1)]))
        near = min(4000.0, max(400.0, rng.gauss(own.rating, 300)))
        theirs = [
            Result(rng.choice([near, rng.uniform(400, 4000)]), rng.uniform(45, 350), rng.choice([0.0, 0.5, 1.0]))
            for _ in range(rng.choice([1, 1, 1, 3]))
        ]
        yield own, theirs, rng.choice([0, 1, rng.expovariate(1), rng.expovariate(0.02), exp(rng.uniform(-14, 8))])


def bound(rating: float, deviation: float, volatility: float) -> Rating:
    return Rating(min(max(rating, 400), 4000), min(max(deviation, 45), 350), min(max(volatility, 0.03), 0.1))


@each_row("seed", range(4))
def test_the_reference_agrees(seed):
    for own, results, weeks in make_cases(1500, seed=seed):
        expected = bound(*glicko_reference.rate(glicko_reference.Player(*own), results, weeks))
        assert glicko.rate(own, results, weeks) == pytest.approx(expected, abs=1e-6), (own, results, weeks)


def test_a_package_agrees_with_a_whole_period():
    """It searches to 1e-6, and has neither fractions of a period nor bounds."""
    agreed = 0
    for own, results, _ in make_cases(3000, seed=7):
        if own.deviation > 320:  # time would take it beyond the bound
            continue
        theirs = [((each.rating - 1500) / glicko.SCALE, each.deviation / glicko.SCALE, each.score) for each in results]
        mine = (own.rating - 1500) / glicko.SCALE, own.deviation / glicko.SCALE, own.volatility
        mu, phi, sigma = package.update_rating(*mine, theirs, tau=glicko.TAU)
        expected = (1500 + glicko.SCALE * mu, glicko.SCALE * phi, sigma)
        if expected == bound(*expected):
            assert glicko.rate(own, results, 1) == pytest.approx(expected, abs=1e-4)
            agreed += 1
    assert agreed > 1000


# --- Properties --------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def games():
    """Each: own, the result with a score of 1, weeks."""
    return [(own, results[0]._replace(score=1.0), weeks) for own, results, weeks in make_cases(3000, seed=11)]


def test_a_win_never_lowers_and_a_loss_never_raises(games):
    for own, won, weeks in games:
        win, draw, loss = (glicko.rate(own, [won._replace(score=score)], weeks) for score in (1.0, 0.5, 0.0))
        assert win.rating >= own.rating >= loss.rating
        assert win.rating >= draw.rating >= loss.rating


def test_bounds_hold_in_long_chains_of_the_same_result():
    for score in (0.0, 0.5, 1.0):
        for opponent in (Result(400, 45, score), Result(4000, 350, score), Result(1500, 45, score)):
            value = START
            for number in range(400):
                value = glicko.rate(value, [opponent], (0, 1, 60)[number % 3])
                assert value == bound(*value)


def test_what_ends_in_the_same_instant_leaves_the_volatility_and_shrinks_the_deviation(games):
    for own, won, _ in games:
        after = glicko.rate(own, [won], 0)
        assert after.volatility == own.volatility
        assert after.deviation <= own.deviation
        assert glicko.rate(own, [won], -1) == after


def test_time_beyond_the_largest_deviation_adds_nothing(games):
    for own, won, _ in games:
        assert glicko.age(own, LATEST) == glicko.VAGUEST
        assert glicko.rate(own, [won], LATEST) == glicko.rate(own, [won], 2 * LATEST)
        vaguest = own._replace(deviation=glicko.VAGUEST)
        assert glicko.rate(vaguest, [won], LATEST) == glicko.rate(vaguest, [won], 0)


def test_the_deviation_grows_with_time_and_a_later_game_is_worth_no_less(games):
    for own, won, weeks in games:
        assert own.deviation <= glicko.age(own, weeks) <= glicko.age(own, weeks + 1) <= glicko.VAGUEST
        assert glicko.rate(own, [won], weeks).rating <= glicko.rate(own, [won], weeks + 1).rating + 1e-9


def test_what_a_new_player_can_expect_is_half_against_another():
    assert glicko.expect(1500, 1500, 350) == 0.5
    assert glicko.expect(1500, 1700, 80) + glicko.expect(1700, 1500, 80) == pytest.approx(1)
    assert glicko.expect(1500, 1700, 350) > glicko.expect(1500, 1700, 45)


def test_shown_ratings_are_rounded_halves_up_so_that_shown_changes_add_up():
    assert [glicko.show(each) for each in (1499.5, 1500.49999, 1500.5, 1501.5)] == [1500, 1500, 1501, 1502]
    value, shown = START, [glicko.show(START.rating)]
    changes = []
    for own, won, weeks in make_cases(200, seed=3):
        value = glicko.rate(value, [won[0]._replace(rating=own.rating)], weeks)
        shown.append(glicko.show(value.rating))
        changes.append(shown[-1] - shown[-2])
    assert shown[0] + sum(changes) == shown[-1] == glicko.show(value.rating)
