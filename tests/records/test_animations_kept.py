"""How many animations may wait and how many are kept: what nobody has viewed for longest makes room."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mastery_site.database import pruning
from records import animating
from records.models import Animation
from records.tasks import draw_animations
from tests.factories import GameFactory, play_turns
from tests.records.test_animations import TURNS, fetch

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def test_no_more_wait_than_a_worker_can_draw(game, monkeypatch):
    monkeypatch.setattr(animating, "MOST_WAITING", 2)
    assert [fetch(game, size=size).status_code for size in (240, 300, 360, 240)] == [202, 202, 503, 202]
    assert int(fetch(game, size=360)["Retry-After"]) > 200
    draw_animations()
    assert fetch(game, size=240).status_code == 200, "what is made is there for everybody meanwhile"
    animating.forget()
    assert fetch(game, size=360).status_code == 202, "a second later there is room"


def test_a_refusal_for_want_of_room_costs_two_queries_and_no_line_of_the_log(game, monkeypatch, caplog):
    monkeypatch.setattr(animating, "MOST_WAITING", 0)
    fetch(game)
    with CaptureQueriesContext(connection) as queries:
        assert fetch(game).status_code == 503
    assert len(queries) == 2, "the game, and whether it is drawn already"
    assert caplog.text == ""


def test_one_address_can_have_so_many_made_and_see_any_that_are_there(game):
    sizes = range(240, 271)
    assert [fetch(game, size=size).status_code for size in sizes] == [202] * 30 + [429]
    assert fetch(game, size=240).status_code == 202


def list_sizes() -> set[int]:
    return {animation.wanted["look"][1] for animation in Animation.objects.all()}


def age_all(by: timedelta) -> None:
    """As if all that has happened had happened so much earlier."""
    for name in ("asked_at", "made_at", "viewed_at"):
        Animation.objects.update(**{name: F(name) - by})


def test_what_nobody_has_viewed_for_longest_makes_room(game, monkeypatch):
    monkeypatch.setattr(animating, "MOST_KEPT", 2)
    for size in (240, 300):
        fetch(game, size=size)
        draw_animations()
    age_all(timedelta(hours=2))
    assert fetch(game, size=240).status_code == 200
    fetch(game, size=360)
    draw_animations()
    assert list_sizes() == {240, 360}


def test_one_is_kept_for_a_month_after_it_was_last_viewed(game):
    for size in (240, 300):
        fetch(game, size=size)
    draw_animations()
    age_all(animating.KEPT - timedelta(hours=1))
    tag = fetch(game, size=240)["ETag"]
    age_all(timedelta(hours=2))
    pruning.prune()
    assert list_sizes() == {240}
    age_all(animating.KEPT - timedelta(hours=3))
    address = reverse("game_gif", args=[game.pk])
    assert Client().get(address, {"size": 240}, headers={"if-none-match": tag}).status_code == 304
    age_all(timedelta(hours=3))
    pruning.prune()
    assert list_sizes() == {240}


def test_that_one_was_viewed_is_written_once_an_hour(game):
    fetch(game)
    draw_animations()
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            fetch(game)
        assert not [query for query in queries if query["sql"].startswith("UPDATE")]
    age_all(timedelta(hours=1))
    with CaptureQueriesContext(connection) as queries:
        fetch(game)
    assert [query for query in queries if query["sql"].startswith("UPDATE")]
