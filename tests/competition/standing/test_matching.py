"""Who meets whom, by the matcher alone: the table of the rules, and the naive matcher on random sets."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from competition.standing.matching import Candidate, Matching, choose_side, fits
from engine.contract import Side
from tests.competition.standing.naive_matching import match_naively
from tests.rows import each_row

NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FIRST, SECOND = Side.FIRST, Side.SECOND


def make(number: int = 1, points: int = 1500, *, waited: float = 0, now: datetime = NOON, **fields) -> Candidate:
    since = now - waited * DAY
    given = {"owner": number, "made_at": since, "terms": "mastery", "controls": ("days-3",), **fields}
    return Candidate(number, since=since, points=points, **given)


ANN, BOB, CID, DEE, EVE, FAY, GUS, HAL = TABLE = (
    make(1, 1500),
    make(2, 1590, within=150),
    make(3, 1720, within=400, waited=3.5, controls=("days-7", "days-3")),
    make(4, 1480, within=50, waited=1, side=FIRST),
    make(5, 1465, waited=0.5, side=FIRST),
    make(6, 2100, waited=9),
    make(7, 1500, waited=2, on_time_least=90),
    make(8, 1520, waited=2, on_time=84),
)


def match(candidates, *, now: datetime = NOON, **given) -> list[tuple[int, int, str]]:
    return [(pair.longer.number, pair.other.number, pair.control) for pair in Matching(candidates, now=now, **given)]


# --- The table ---------------------------------------------------------------------------------------------------
def test_the_reaches_are_those_of_the_table():
    assert [each.reach(NOON) for each in TABLE] == [100, 100, 250, 50, 100, 550, 200, 200]


def test_cid_meets_hal_and_gus_meets_ann():
    assert match(TABLE) == [(CID.number, HAL.number, "days-3"), (GUS.number, ANN.number, "days-3")]


def test_a_day_later_eve_meets_bob_and_fay_and_dee_wait():
    assert match((BOB, DEE, EVE, FAY), now=NOON + DAY) == [(EVE.number, BOB.number, "days-3")]
    assert {each.reach(NOON + DAY) for each in (EVE, BOB)} == {150}


# --- Each rule ---------------------------------------------------------------------------------------------------
@each_row(
    ("one", "other", "fit"),
    [
        ({}, {}, True),
        ({"owner": 2}, {}, False),
        ({"terms": "masters"}, {}, False),
        ({"controls": ("days-7",)}, {}, False),
        ({"controls": ("days-7", "days-3")}, {}, True),
        ({"side": FIRST}, {"side": FIRST}, False),
        ({"side": SECOND}, {"side": SECOND}, False),
        ({"side": FIRST}, {"side": SECOND}, True),
        ({"side": SECOND}, {}, True),
        ({"points": 1600}, {}, True),
        ({"points": 1601}, {}, False),
        ({"points": 1650, "waited": 1}, {}, False),
        ({"points": 1650, "waited": 1}, {"waited": 1}, True),
        ({"points": 1650, "waited": 0.99}, {"waited": 1}, False),
        ({"points": 1560, "within": 59}, {}, False),
        ({"points": 1560, "within": 60}, {}, True),
        ({"lowest": 1501}, {}, False),
        ({"lowest": 1500, "highest": 1500}, {}, True),
        ({"highest": 1499}, {}, False),
        ({"established_only": True}, {}, False),
        ({"established_only": True}, {"is_established": True}, True),
        ({"on_time_least": 90}, {"on_time": 89}, False),
        ({"on_time_least": 90}, {"on_time": 90}, True),
        ({"on_time_least": 90}, {"on_time": None}, True),
    ],
)
def test_two_fit_or_not_whoever_comes_first(one, other, fit):
    first, second = make(1, **one), make(2, **other)
    assert (fits(first, second, now=NOON), fits(second, first, now=NOON)) == (fit, fit)
    assert len(match([first, second])) == len(match([second, first])) == fit


def test_the_longest_waiting_gets_the_nearest():
    near, far = make(3, 1490, waited=1), make(4, 1420, waited=3)
    assert match([make(1, 1500, waited=5), make(2, 1430), near, far])[0][:2] == (1, 3)


def test_of_two_as_near_the_longer_waiting_is_taken_above_or_below():
    for below, above in ((2, 1), (1, 2)):
        candidates = [make(1, waited=5), make(2, 1490, waited=below), make(3, 1510, waited=above)]
        assert match(candidates)[0][:2] == (1, 2 if below > above else 3)


@pytest.mark.parametrize("points", [1490, 1500, 1510])
def test_of_two_who_have_waited_as_long_the_older_is_taken(points):
    ages = {2: NOON - 2 * DAY, 3: NOON - 3 * DAY}
    candidates = [make(number, points, waited=1, made_at=made_at) for number, made_at in ages.items()]
    assert match([make(1, waited=5), *candidates])[0][:2] == (1, 3)


@each_row("who_knows", [1, 2])
@each_row(
    ("third", "met"),
    [
        ({"waited": 0.2}, 3),
        ({"points": 1490, "waited": 0.2}, 3),
        ({"points": 1511, "waited": 0.2}, 2),
        ({"points": 1510, "waited": 1.5}, 3),
        ({"owner": 2, "last_opponent": 1, "waited": 0.2}, 2),
        ({"controls": ("days-7",), "waited": 0.2}, 2),
    ],
    ids=["as far above", "as far below", "further", "as far, longer", "of the same", "that does not fit"],
)
def test_all_else_alike_it_is_not_the_last_opponent(third, met, who_knows):
    """Which has waited some hours longer than the other."""
    last = {1: {"last_opponent": 2}} if who_knows == 1 else {2: {"last_opponent": 1}}
    seeker = make(1, 1500, waited=2, **last.get(1, {}))
    gone_by = [make(2, 1510, waited=0.5, **last.get(2, {})), make(3, **{"points": 1510, **third})]
    assert match([seeker, *gone_by])[0][:2] == (1, met)


def test_two_who_may_not_meet_look_further():
    assert match([make(1, waited=2), make(2, 1505), make(3, 1510)], apart=[(1, 2)])[0][:2] == (1, 3)


def test_two_who_have_just_met_do_not_meet_again_but_may_meet_others():
    twice = [make(1, waited=3), make(2), make(3, owner=1, waited=2), make(4, owner=2), make(5, 1570)]
    assert [pair[:2] for pair in match(twice)] == [(1, 2), (3, 5)]


def test_those_of_which_nothing_is_new_meet_only_those_that_are_due():
    old = [make(number, 1500 + number, waited=2, is_due=False) for number in (1, 2, 3)]
    assert match(old) == []
    assert [pair[:2] for pair in match([*old, make(4)])] == [(1, 4)]


def test_where_a_game_could_not_start_the_search_goes_on():
    matching = Matching([make(1, waited=2), make(2, 1505), make(3, 1510)], now=NOON)
    found = []
    for pair in matching:
        found.append(pair.other.number)
        if len(found) == 1:
            matching.part(pair)
    assert found == [2, 3]


def test_whoever_is_not_to_be_had_meets_nobody():
    matching = Matching([make(1, waited=2), make(2, 1505, waited=1), make(3, 1510)], now=NOON)
    found = []
    for pair in matching:
        found.append((pair.longer.number, pair.other.number))
        matching.drop([1]) if pair.longer.number == 1 else None
    assert found == [(1, 2), (2, 3)]


@each_row(
    ("longer", "other", "last", "side"),
    [
        (FIRST, None, FIRST, FIRST),
        (SECOND, FIRST, None, SECOND),
        (None, FIRST, None, SECOND),
        (None, SECOND, SECOND, FIRST),
        (None, None, FIRST, SECOND),
        (None, None, SECOND, FIRST),
        (None, None, None, None),
    ],
)
def test_sides_are_as_wished_else_they_alternate_else_chance_decides(longer, other, last, side):
    assert choose_side(make(side=longer), make(2, side=other), last=last) == side


# --- A second matcher --------------------------------------------------------------------------------------------
def make_any(number: int, rng: Random, *, spread: int) -> Candidate:
    controls = rng.sample(["days-3", "days-7", "reserve", "bank"], rng.choice([1, 1, 2, 3, 4]))
    some = {
        "within": rng.choice([50, 120, 300]),
        "lowest": 1400 + rng.randrange(spread),
        "highest": 1500 + rng.randrange(spread),
        "established_only": True,
        "on_time_least": rng.choice([70, 80, 90]),
    }
    return make(
        number,
        1500 + rng.randrange(-spread, spread),
        waited=rng.choice([0, 0, 0.5, 1, 2, 5, 12]),
        owner=rng.randrange(1, 1 + number),
        terms=rng.choice(["mastery", "mastery", "masters"]),
        controls=tuple(controls),
        side=rng.choice([None, None, FIRST, SECOND]),
        is_established=rng.random() < 0.7,
        last_opponent=rng.choice([None, rng.randrange(1, 1 + number), rng.randrange(1, 10)]),
        on_time=rng.choice([None, 60, 75, 85, 95]),
        is_due=rng.random() < 0.6,
        **{name: value for name, value in some.items() if rng.random() < 0.2},
    )


@each_row("part", range(4))
def test_it_agrees_with_a_naive_matcher(part):
    met = 0
    for seed in range(part * 500, part * 500 + 500):
        rng = Random(seed)
        spread = rng.choice([5, 60, 400])
        candidates = [make_any(number, rng, spread=spread) for number in range(1, rng.randrange(2, 40))]
        owners = sorted({each.owner for each in candidates})
        apart = {tuple(sorted(rng.sample(owners, 2))) for _ in range(rng.randrange(6))} if len(owners) > 1 else set()
        found = match(candidates, apart=apart)
        assert found == match_naively(candidates, now=NOON, apart=apart), seed
        met += len(found)
    assert met > 1000


def test_it_agrees_where_some_games_cannot_start():
    for seed in range(300):
        rng = Random(seed)
        candidates = [make_any(number, rng, spread=40) for number in range(1, 30)]
        refused = {frozenset(rng.sample(range(1, 30), 2)) for _ in range(60)}
        matching, found = Matching(candidates, now=NOON), []
        for pair in matching:
            if {pair.longer.number, pair.other.number} in refused:
                matching.part(pair)
            else:
                found.append((pair.longer.number, pair.other.number, pair.control))
        assert found == match_naively(candidates, now=NOON, refused=refused), seed
        assert not matching.unlooked


def test_what_is_cut_short_is_not_counted_as_looked_at():
    matching = Matching([make(1, waited=2), make(2), make(3), make(4)], now=NOON)
    next(iter(matching))
    assert matching.unlooked == {1, 2, 3, 4}


def test_a_longer_reach_alone_is_not_enough():
    assert match([make(1, waited=9), replace(make(2), points=1601)]) == []
