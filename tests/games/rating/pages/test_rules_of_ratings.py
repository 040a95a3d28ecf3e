"""The page about ratings tells in figures what the code does, with an example that can be recomputed by hand."""

import re
from math import exp, pi, sqrt

import pytest

from engine import glicko
from games.reading import leaderboard, on_time
from games.telling.rating_example import OTHER, OWN, work_out
from games.words.leaderboard import WHY_NOT
from games.words.ratings import NOT_RATED
from tests.games.rating.pages.test_history import words_at

PAGE = "/rules/ratings/"


@pytest.fixture
def words(client, db) -> str:
    return words_at(client, PAGE)


def test_every_figure_is_the_code_s_own(words):
    for sentence in (
        f"Everyone starts with {glicko.START.rating:.0f}, {glicko.START.deviation:.0f} and {glicko.START.volatility}.",
        f"while its deviation is {glicko.ESTABLISHED:.0f} or less",
        f"A rating stays between {glicko.LOWEST:.0f} and {glicko.HIGHEST:.0f}",
        f"a deviation between {glicko.SUREST:.0f} and {glicko.VAGUEST:.0f}",
        f"a volatility between {glicko.STEADIEST} and {glicko.WILDEST:.2f}",
        f"within the last {leaderboard.LATELY.days} days",
        f"It counts the last {on_time.LAST} finished public games",
        f"With {on_time.FEWEST} games or more a percentage",
        "is provisional after 463 days",
    ):
        assert sentence in words


def test_every_label_is_told_as_pages_tell_it(words):
    assert set(WHY_NOT) == set(NOT_RATED)
    for sentence in NOT_RATED.values():
        assert str(sentence(name="Rowan")) in words


def test_each_step_of_the_example_leads_to_the_next():
    """By the formulas as the page has them, from the numbers as it has them."""
    it = work_out()
    assert (it.after.rating, it.after.deviation) == pytest.approx((1516.2995, 62.3180), abs=0.0001)
    scale, t = glicko.SCALE, 24 / 7
    aged = sqrt(80**2 + 2 * (scale * 0.06) ** 2)
    phi, other = 60 / scale, aged / scale
    g = 1 / sqrt(1 + 3 * other**2 / pi**2)
    e = 1 / (1 + exp(-g * (OWN.rating - OTHER.rating) / scale))
    v = 1 / (g * g * e * (1 - e))
    star = sqrt(phi**2 + t * it.volatility**2)
    new = 1 / sqrt(1 / star**2 + 1 / v)
    told = (it.aged, it.phi, it.other_phi, it.weight, it.expected, it.variance, it.lead, it.aged_phi, it.new_phi)
    assert told == pytest.approx((aged, phi, other, g, e, v, v * g * (1 - e), star, new))
    assert 1500 + scale * new**2 * g * (1 - e) == pytest.approx(it.after.rating, abs=1e-9)
    assert scale * new == pytest.approx(it.after.deviation, abs=1e-9)


def test_the_example_stands_on_the_page(words):
    assert "1516.2995" in words
    assert "62.3180" in words
    assert "So Alma’s page says 1500 → 1516. A draw would have given her 1505, a loss 1495." in re.sub(" +", " ", words)


LEADS = ["/rules/", "/leaderboard/", "/leaderboard/mastery/", "/people/Alice/ratings/mastery/"]


@pytest.mark.parametrize("page", LEADS)
def test_it_is_found_where_it_matters(client, alice, page):
    assert f'href="{PAGE}' in client.get(page).content.decode()
