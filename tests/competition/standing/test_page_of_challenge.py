"""The page of a standing challenge, for somebody else: the button, or the sentence with which accepting is refused."""

import pytest

from competition.standing import keeping
from games import challenges
from games.panels import find_hindrance
from tests.competition.standing.conftest import shown
from tests.factories import ChallengeFactory, StandingFactory, UserFactory

BUTTON = "Accept and play"
NO_ROOM = "Boris has no room for another game just now."


@pytest.fixture
def standing(boris):
    return StandingFactory(owner=boris)


@pytest.fixture
def page(logged_in, standing):
    return lambda: shown(logged_in.get(standing.challenge.get_absolute_url()))


def test_with_room_it_has_the_button(page):
    assert BUTTON in page()
    assert NO_ROOM not in page()


@pytest.mark.parametrize("how", ["full", "paused"])
def test_without_room_it_says_so_in_place_of_the_button_and_the_post_says_the_same(page, logged_in, standing, how):
    if how == "full":
        challenges.accept(standing.challenge_id, user=UserFactory())
    else:
        keeping.pause(standing.pk, owner=standing.owner)
    assert BUTTON not in page()
    assert NO_ROOM in page()
    answer = logged_in.post(f"/challenges/{standing.challenge_id}/accept/")
    assert answer.status_code == 409
    assert shown(answer).count(NO_ROOM) == 1


def test_a_visitor_reads_the_same_before_signing_up_in_vain(client, standing):
    page = standing.challenge.get_absolute_url()
    assert "Sign up and accept" in shown(client.get(page))
    challenges.accept(standing.challenge_id, user=UserFactory())
    assert "Sign up and accept" not in shown(client.get(page))
    assert NO_ROOM in shown(client.get(page))


def test_a_reader_with_as_many_such_games_as_one_may_have_reads_that(page, alice, monkeypatch):
    monkeypatch.setattr("competition.standing.starting.MOST_RUNNING", 1)
    challenges.accept(StandingFactory().challenge_id, user=alice)
    assert BUTTON not in page()
    assert "1 of your running games come from standing challenges: that’s the most." in page()


def test_other_challenges_cost_no_query_more(alice, boris, django_assert_num_queries):
    challenge = ChallengeFactory(challenger=boris)
    with django_assert_num_queries(0):
        assert find_hindrance(challenge, alice) is None
