"""“Challenges for you” are answered where they stand, and say how strong the challenger is."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Challenge, Game
from tests.competition.standing.pairing_world import give_rating
from tests.factories import ChallengeFactory, UserFactory
from tests.games.views.test_home import section

pytestmark = pytest.mark.django_db
FOR_ME = "Challenges for you"
PAGES = {"/": FOR_ME, "/challenges/": "<h2>For you"}


def challenge(alice, boris, **terms) -> Challenge:
    return ChallengeFactory(challenger=boris, audience="player", opponent=alice, **terms)


def read_forms(page: str, heading: str = FOR_ME) -> dict[str, dict[str, str]]:
    """What each form of the section sends, by its address."""
    forms = {}
    for action, inside in re.findall(
        r'<form method="post" action="([^"]+)">(.*?)</form>', section(page, heading), re.S
    ):
        forms[action] = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', inside))
    return forms


@pytest.mark.parametrize("page", PAGES)
def test_a_row_is_accepted_where_it_stands_and_twice_sent_it_is_one_game(client, alice, boris, page):
    offered = challenge(alice, boris)
    client.force_login(alice)
    address = f"/challenges/{offered.pk}/accept/"
    sent = read_forms(client.get(page).content.decode(), PAGES[page])[address]
    answers = [client.post(address, sent) for _ in range(2)]
    assert {answer.url for answer in answers} == {Game.objects.get().get_absolute_url()}


@pytest.mark.parametrize("page", PAGES)
def test_a_row_is_declined_where_it_stands(client, alice, boris, page):
    offered = challenge(alice, boris)
    client.force_login(alice)
    address = f"/challenges/{offered.pk}/decline/"
    assert client.post(address, read_forms(client.get(page).content.decode(), PAGES[page])[address]).status_code == 302
    offered.refresh_from_db()
    assert (offered.status, offered.reason) == ("declined", "")


def test_it_tells_the_rating_of_the_challenger_to_whoever_sees_ratings(client, alice, boris):
    give_rating(boris, 1712)
    challenge(alice, boris)
    client.force_login(alice)
    assert "1712" in section(client.get("/").content.decode(), FOR_ME)
    alice.show_ratings = False
    alice.save()
    assert "1712" not in section(client.get("/").content.decode(), FOR_ME)


def test_what_is_not_for_its_reader_is_declined_alone(client, alice, boris):
    offered = challenge(alice, boris, rated=True)
    Challenge.objects.filter(pk=offered.pk).update(rating_from=1800)
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert list(read_forms(page)) == [f"/challenges/{offered.pk}/decline/"]
    assert "1800" in section(page, FOR_ME)


def test_what_one_has_sent_has_no_buttons(client, alice, boris):
    offered = challenge(boris, alice)
    client.force_login(alice)
    assert f"/challenges/{offered.pk}/accept/" not in client.get("/").content.decode()


def test_five_ask_as_many_queries_as_one_and_none_asks_none(client, alice):
    client.force_login(alice)
    client.get("/")

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        return len(queries)

    none = count()
    challenge(alice, UserFactory())
    one = count()
    for _ in range(4):
        challenge(alice, UserFactory())
    assert count() == one
    Challenge.objects.all().delete()
    assert count() == none < one
