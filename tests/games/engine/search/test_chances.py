"""What a score is worth: the curve, and how it is fitted to games."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.chances import BINS, STEP, Game, count_votes, describe, fit, observe
from benches.match import LONGEST
from engine import registry
from engine.search.chances import COMMON, Curve, measure_chance, measure_chances, read_curve, read_figures
from engine.search.settings import WIN

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
CURVES = st.builds(Curve, st.floats(1, 3_000), st.floats(10, 3_000))


@given(CURVES, st.integers(-WIN, WIN), st.integers(0, 3_000))
def test_chances_are_one_together_the_same_for_both_sides_and_rise_with_the_score(curve, score, more):
    told, turned, better = curve.read(score), curve.read(-score), curve.read(score + more)
    assert told.win + told.draw + told.loss == pytest.approx(1)
    assert min(told.win, told.draw, told.loss) >= -1e-9
    assert (told.win, told.draw, told.loss) == pytest.approx((turned.loss, turned.draw, turned.win))
    assert told.share <= better.share + 1e-9


def test_every_other_game_is_won_at_the_centre():
    curve = Curve(centre=500, width=300)
    assert curve.read(500).win == pytest.approx(0.5)
    assert curve.read(0).share == pytest.approx(0.5)


@pytest.mark.parametrize(("score", "chance"), [(WIN - 3, 1), (-WIN + 3, 0), (0, 0.5)])
def test_a_win_that_was_found_is_sure(score, chance):
    ruleset = registry.get("mastery")
    assert measure_chance(score, ruleset=ruleset) == pytest.approx(chance)
    assert measure_chances(score, ruleset=ruleset).share == pytest.approx(chance)


def test_a_game_that_was_not_measured_has_the_common_curve(monkeypatch):
    monkeypatch.setattr(registry, "find_file", lambda slug, name: None)
    assert read_figures(registry.get("mastery")) is None
    assert read_curve(registry.get("mastery")) == COMMON


@pytest.mark.parametrize("slug", SLUGS)
def test_the_curve_of_each_game_was_measured_and_fits_what_was_seen(slug):
    """The shares that were seen, over all scores together, are those that the curve tells."""
    figures = read_figures(registry.get(slug))
    assert figures.games >= 30
    assert len(figures.points) == BINS
    whole = sum(point.n for point in figures.points)
    assert whole == pytest.approx(figures.games, abs=1)
    for point in figures.points:
        assert point.won + point.drawn + point.lost == pytest.approx(1, abs=0.002)
    told = sum(point.n * figures.curve.read(point.score).share for point in figures.points) / whole
    seen = sum(point.n * (point.won + point.drawn / 2) for point in figures.points) / whole
    assert told == pytest.approx(seen, abs=0.12)


# --- How it is fitted --------------------------------------------------------------------------------------------
def draw_games(curve: Curve, *, number: int, seed: int) -> list[Game]:
    """Games that end as the curve says, each with one score that it had for a while."""
    rng, games = Random(seed), []
    for _ in range(number):
        score = round(rng.gauss(0, 600))
        told, chance = curve.read(score), rng.random()
        points = 2 if chance < told.win else 1 if chance < told.win + told.draw else 0
        games.append(Game(points, [score] * rng.randint(1, 60), 80))
    return games


@pytest.mark.parametrize("curve", [Curve(500, 300), Curve(100, 700), Curve(900, 150)])
def test_the_fit_finds_the_curve_that_games_were_drawn_by(curve):
    found = fit(count_votes(draw_games(curve, number=3_000, seed=1)))
    assert found.centre == pytest.approx(curve.centre, rel=0.2)
    assert found.width == pytest.approx(curve.width, rel=0.2)


def test_each_game_has_one_vote_however_long_it_was():
    short, long = Game(2, [300], 20), Game(0, [300] * 200, 250)
    votes = count_votes([short, long])
    assert votes == {300 // STEP: [1.0, 0.0, pytest.approx(1.0)]}


def test_a_game_that_was_broken_off_has_no_vote_and_is_counted():
    games = [*draw_games(Curve(300, 300), number=40, seed=2), Game(1, [900] * 290, LONGEST)]
    told = describe(games, nodes=1, seed=1, commit="abc")
    assert (told["games"], told["broken_off"]) == (40, 1)
    assert (told["centre"], told["width"]) == tuple(map(round, tell_figures(fit(count_votes(games[:-1])))))
    low, high = told["intervals"]["width"]
    assert low <= told["width"] <= high


def tell_figures(curve: Curve) -> tuple[float, float]:
    return curve.centre, curve.width


@pytest.mark.parametrize("points", [0, 1, 2])
def test_games_that_all_ended_alike_give_figures_within_limits(points):
    curve = fit(count_votes([Game(points, [score], 30) for score in (-200, 0, 100)]))
    assert 0 < curve.centre < 1e6
    assert 0 < curve.width < 1e6


def test_what_was_seen_is_told_in_parts_of_equal_weight():
    told = observe(count_votes(draw_games(Curve(300, 300), number=600, seed=3)))
    assert [each["score"] for each in told] == sorted(each["score"] for each in told)
    assert sum(each["n"] for each in told) == pytest.approx(600, abs=1)
    assert all(30 < each["n"] < 75 for each in told)
