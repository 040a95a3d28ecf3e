"""A player may hide all ratings from themselves, and show them again."""

import pytest

from accounts.models import User
from accounts.people.board_look import BoardLook
from tests.versions import see

ADDRESS = "/settings/board/"
pytestmark = pytest.mark.django_db


def test_ratings_are_hidden_and_shown_again_in_the_settings(client, alice):
    client.force_login(alice)
    for ticked in (False, True):
        given = {**see(client, "/settings/", action=ADDRESS), "size": "large", "coordinates": "on"}
        client.post(ADDRESS, given | ({"show_ratings": "on"} if ticked else {}))
        assert User.objects.get(pk=alice.pk).show_ratings is ticked
        box = client.get("/settings/").content.decode().partition('name="show_ratings"')[2].partition(">")[0]
        assert ("checked" in box) is ticked


def test_an_older_page_hides_nothing(client, alice):
    """A page that does not know of the box leaves it out, and is asked again instead."""
    client.force_login(alice)
    answer = client.post(ADDRESS, {"version": "older", "size": "large", "coordinates": "on"})
    assert answer.status_code == 409
    assert User.objects.get(pk=alice.pk).show_ratings


def test_a_visitor_has_no_such_choice(client):
    assert "show_ratings" not in BoardLook().chosen
    assert 'name="show_ratings"' not in client.get("/").content.decode()
