"""Whoever plays no person is shown open challenges to accept, and the way to post one."""

import pytest
from django.utils import timezone

from accounts.conduct import blocks
from computers import starting
from engine.contract import Side
from games import play
from games.models import Game
from games.reading import offered
from tests.factories import ChallengeFactory, GameFactory, UserFactory

pytestmark = pytest.mark.django_db
HEADING = "Play a person"


@pytest.fixture
def against_computer(carol) -> Game:
    return starting.start(carol, slug="mastery", level="newcomer")


@pytest.fixture
def page_of(client, carol):
    """What Carol reads there."""
    client.force_login(carol)
    return lambda address="/": client.get(address).content.decode()


def section(page: str) -> str:
    return page.split('id="play-people"', 1)[1].split("</section>", 1)[0] if 'id="play-people"' in page else ""


def test_somebody_who_plays_computers_alone_sees_three_and_can_post_one(against_computer, page_of):
    theirs = [ChallengeFactory(challenger=UserFactory()) for _ in range(4)]
    shown = section(page_of())
    assert [each.get_absolute_url() in shown for each in theirs] == [False, True, True, True], "the newest three"
    assert 'href="/challenges/new/">Post one' in shown


def test_somebody_with_a_game_against_a_person_does_not(against_computer, page_of, carol, boris):
    ChallengeFactory(challenger=UserFactory())
    GameFactory(first=boris, second=carol)
    assert HEADING not in page_of()


def test_it_stands_in_an_empty_my_turn(page_of, carol, boris):
    ChallengeFactory(challenger=UserFactory())
    over = GameFactory(first=boris, second=carol)
    play.resign(over.pk, side=Side.FIRST)
    page = page_of()
    my_turn = page.split("<h2>My turn", 1)[1].split("Recently finished", 1)[0]
    assert HEADING in my_turn
    assert page.count(HEADING) == 1


def test_without_any_one_may_post_the_first(against_computer, page_of):
    assert "Nobody else has an open challenge right now. Post one" in section(page_of())


def test_after_a_game_against_the_computer_they_stand_on_its_page(against_computer, page_of, carol):
    theirs = ChallengeFactory(challenger=UserFactory())
    game = against_computer
    assert HEADING not in page_of(game.get_absolute_url()), "not while it goes on"
    play.resign(game.pk, side=Side(game.seats.get(user=carol).side))
    assert theirs.get_absolute_url() in section(page_of(game.get_absolute_url()))


def test_neither_a_watcher_nor_who_played_a_person_sees_them_there(client, page_of, carol, boris, alice):
    game = GameFactory(first=boris, second=carol)
    play.resign(game.pk, side=Side.FIRST)
    assert HEADING not in page_of(game.get_absolute_url())
    client.force_login(alice)
    assert HEADING not in client.get(game.get_absolute_url()).content.decode()


def test_what_they_may_not_accept_is_left_out(carol, alice, boris, django_assert_num_queries):
    mine, theirs = ChallengeFactory(challenger=carol), ChallengeFactory(challenger=alice)
    blocked = ChallengeFactory(challenger=boris)
    private = ChallengeFactory(challenger=alice, audience="link")
    blocks.make(carol, boris, mute=False)
    with django_assert_num_queries(1):
        found = [each.pk for each in offered.propose(carol.pk, now=timezone.now()) if each.challenger.username]
    assert found == [theirs.pk]
    assert not {mine.pk, blocked.pk, private.pk} & {*found}


def test_it_costs_one_query_however_many_there_are(client, against_computer, carol, django_assert_num_queries):
    client.force_login(carol)
    client.get("/")
    ChallengeFactory(challenger=UserFactory())
    with django_assert_num_queries(100, exact=False) as few:
        client.get("/")
    for _ in range(4):
        ChallengeFactory(challenger=UserFactory())
    with django_assert_num_queries(len(few)):
        client.get("/")
    assert sum("games_challenge" in each["sql"] for each in few.captured_queries) == 2, "those pending, and these"
