"""What a profile says of somebody's ratings."""

import re

import pytest

from accounts.models import User
from engine import glicko
from games.reading.rating_history import GRAPHED
from games.telling.rating_drawing import HEIGHT, WIDTH, draw_line
from tests.games.rating.pages.test_history import words_at

PAGE = "/people/Alice/"
pytestmark = pytest.mark.django_db


def test_each_ruleset_with_games_that_count_has_its_rating_and_leads_to_its_history(client, alice, boris, win):
    assert "Ratings" not in words_at(client, PAGE)
    win(alice, boris)
    win(alice, boris, turns=())
    words = words_at(client, PAGE)
    assert "Ratings Mastery 1662? ± 580" in words
    assert "Provisional." in words
    assert "All rated games (1)" in words
    assert "Best established rating" not in words
    assert 'href="/people/Alice/ratings/mastery/"' in client.get(PAGE).content.decode()
    assert "Masters ·" not in words.partition("Ratings")[2].partition("Results")[0]


def test_the_best_rating_is_the_best_one_that_was_established(client, alice, boris, win):
    for days in range(30, 6, -2):
        win(alice, boris, days_ago=days)
        win(boris, alice, days_ago=days - 1)
    for days in (6, 5, 4):
        win(alice, boris, days_ago=days)
    win(boris, alice, days_ago=3)
    ratings = list(alice.rating_entries.order_by("ended_at").values_list("rating", "deviation"))
    best = max(rating for rating, deviation in ratings if deviation <= glicko.ESTABLISHED)
    assert ratings[-1][0] < best < max(rating for rating, _ in ratings)
    assert f"Best established rating: {glicko.show(best)}." in words_at(client, PAGE)


def test_the_graph_has_the_same_numbers_as_its_table(client, alice, boris, win):
    for days in (9, 8, 7):
        win(alice, boris, days_ago=days)
    drawn = client.get(PAGE).context["ratings"][0]
    points = [rating for _, rating in drawn.summary.points]
    assert len(points) == 4
    assert points[0] == 1500
    table = words_at(client, PAGE).partition("Graph as a table")[2]
    assert table.startswith(f" Day Rating Before {points[0]}")
    assert f" {points[-1]} All rated games (3)" in table
    assert drawn.line.path.count("L") == 3


def test_the_graph_shows_the_last_games_only(client, alice, boris, win, monkeypatch):
    assert GRAPHED == 50
    monkeypatch.setattr("games.reading.rating_history.GRAPHED", 2)
    for days in (9, 8, 7):
        win(alice, boris, days_ago=days)
    assert client.get(PAGE).context["ratings"][0].summary.points[0][1] == 1662


def test_a_line_keeps_within_its_box():
    line = draw_line([(None, 1500), (None, 1662), (None, 1515)])
    assert (line.low, line.high) == (1500, 1700)
    places = [tuple(map(float, place.split())) for place in re.split("[ML]", line.path)[1:]]
    assert places[0] == (0, HEIGHT)
    assert places[-1][0] == WIDTH
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in places)
    assert draw_line([(None, 1500), (None, 1500)]).high == 1550  # nothing is divided by zero


def test_who_hides_ratings_sees_none_of_anybody(client, alice, boris, win):
    win(alice, boris)
    User.objects.filter(pk=boris.pk).update(show_ratings=False)
    client.force_login(boris)
    for page in (PAGE, "/people/Boris/"):
        assert "1662" not in client.get(page).content.decode()
        assert "1338" not in client.get(page).content.decode()
        assert "Ratings" not in words_at(client, page)
    client.force_login(alice)
    assert "1338?" in words_at(client, "/people/Boris/")
