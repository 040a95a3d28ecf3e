"""The curve of what a score is worth, on the page of statistics: drawn, as a table, and told in words."""

import re
from datetime import date
from itertools import pairwise

import pytest
from django.urls import reverse

from engine import registry
from engine.search.chances import Curve, Figures, Point, read_figures
from games.telling.chances import HEIGHT, WIDTH, draw_curve, list_rows

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
POINTS = (Point(-620, 0.1, 0.2, 0.7, 15.4), Point(380, 0.625, 0.25, 0.125, 24.6))
SEEN = Figures(Curve(200, 300), 40, 3, 400, date(2026, 11, 26), POINTS)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_shows_the_curve_and_the_same_as_a_table(client, db, slug):
    figures = read_figures(registry.get(slug))
    page = client.get(reverse("rules_statistics", args=[slug])).content.decode()
    part = page.partition('<h2 id="what-a-score-is-worth">')[2]
    assert f"from {figures.games} games against itself" in part
    assert part.count("<circle") == 2 * len(figures.points)
    assert part.partition("<tbody>")[2].count('<th scope="row">') == len(figures.points)


def test_a_game_without_a_curve_has_a_page_of_statistics_all_the_same(client, db, monkeypatch):
    find = registry.find_file
    monkeypatch.setattr(registry, "find_file", lambda slug, name: None if name == "chances.json" else find(slug, name))
    page = client.get("/rules/mastery/statistics/").content.decode()
    assert "what-a-score-is-worth" not in page


def read_points(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", text)]


def test_wins_rise_to_the_right_and_draws_lie_on_them():
    drawing = draw_curve(SEEN)
    heights = [y for _, y in read_points(drawing.wins)[1:-1]]
    assert all(before > after for before, after in pairwise(heights))
    draws = read_points(drawing.draws)
    half = len(draws) // 2
    for (x, wins), (same, both) in zip(draws[:half], reversed(draws[half:]), strict=True):
        assert x == same
        assert 0 <= both < wins <= HEIGHT


def test_what_was_seen_is_drawn_at_its_score_and_told_with_its_weight():
    drawing = draw_curve(SEEN)
    assert drawing.ticks == ("−8", "−6", "−4", "−2", "0", "+2", "+4", "+6", "+8")
    assert drawing.seen[1] == (f"{WIDTH * 1180 / 1600:.1f}", f"{HEIGHT * 0.375:.1f}", f"{HEIGHT * 0.125:.1f}")
    row = list_rows(SEEN)[1]
    assert (row.ahead, row.won, row.drawn, row.lost, row.games) == ("+3.8", 62, 25, 12, 25)
    assert row.curve == (65, 23, 13)
