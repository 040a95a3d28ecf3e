"""What a rated game tells its players and those who watch: on its page, in lists, in the challenge, in notices."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.urls import reverse

from computers.starting import find_computer
from engine import registry
from engine.contract import Side
from games import play
from games.events import Correcting
from games.models import Challenge, PlayerRating
from games.play.rated_by_staff import list_rated_since, lock_players, take_out_since
from games.rating import announce
from notifications.models import Notice
from notifications.registry import KINDS
from tests.factories import ChallengeFactory, GameFactory, play_turns
from tests.games.challenges.conftest import NOON

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def give_rating(user, rating, deviation, *, at=NOON, slug="mastery") -> None:
    row, _ = PlayerRating.objects.get_or_create(user=user, ruleset_slug=slug)
    row.rating, row.deviation, row.games = rating, deviation, 30
    row.take(row.value, at=at)
    row.save()


@pytest.fixture
def game(alice, boris):
    """Rated; Alice plays first and is 1500 / 60, Boris is 1700 / 80."""
    game = GameFactory(first=alice, second=boris, rated=True, now=NOON)
    give_rating(alice, 1500, 60, at=NOON - 24 * DAY)
    give_rating(boris, 1700, 80, at=NOON - 14 * DAY)
    return game


@pytest.fixture
def read(client):
    def show(reader, address, *, now=NOON):
        if reader is not None:
            client.force_login(reader)
        with time_machine.travel(now, tick=False):
            return client.get(address).content.decode()

    return show


def end(game):
    play_turns(game, "Md1-c1", "Me8-f8", now=NOON)
    play.resign(game.pk, side=Side.SECOND, now=NOON)
    game.refresh_from_db()
    return game


def test_a_running_game_tells_each_player_what_they_would_win_or_lose(read, game, alice, boris, carol):
    forecast = {
        alice: ["If it ended today: win +16, draw +5, loss −5"],
        boris: ["If it ended today: win +9, draw −9, loss −27"],
        carol: ["If it ended today, for Alice: win +16, draw +5, loss −5", "for Boris: win +9, draw −9, loss −27"],
    }
    for reader, lines in forecast.items():
        page = read(reader, game.get_absolute_url())
        assert [line for line in lines if line not in page] == []


def test_the_ratings_stand_beside_the_names_with_a_question_mark_while_provisional(read, game, carol, boris):
    PlayerRating.objects.filter(user=boris).update(established_until=None)
    page = read(carol, game.get_absolute_url())
    assert 'points">1500</span>' in page
    assert 'points">1700?</span>' in page


def test_a_finished_game_tells_what_it_changed_and_changes_add_up(read, game, alice, carol):
    page = read(alice, end(game).get_absolute_url())
    assert "<strong>+16</strong> <span>Mastery rating 1500 → 1516</span>" in page
    assert "Boris: Mastery 1700 → 1673 (−27)" in page
    assert "Alice: Mastery" not in page
    page = read(carol, game.get_absolute_url())
    assert "Alice: Mastery 1500 → 1516 (+16)" in page


def test_readers_without_ratings_see_none_but_why_a_game_does_not_count(read, game, alice):
    alice.show_ratings = False
    alice.save()
    page = read(alice, game.get_absolute_url())
    assert "If it ended today" not in page
    assert 'points">' not in page
    page = read(alice, end(game).get_absolute_url())
    assert "→" not in page
    short = GameFactory(first=alice, rated=True, now=NOON)
    play.resign(short.pk, side=Side.FIRST, now=NOON)
    assert "Not rated: Alice hadn’t moved yet." in read(alice, short.get_absolute_url())


@pytest.mark.parametrize("rated", [True, False])
def test_lists_say_that_a_game_is_rated_and_why_it_does_not_count(read, alice, boris, rated):
    game = GameFactory(first=alice, second=boris, rated=rated, now=NOON)
    assert ('<span class="tag">rated</span>' in read(alice, reverse("home"))) is rated
    play.resign(game.pk, side=Side.FIRST, now=NOON)
    page = read(alice, alice.get_absolute_url())
    assert ("Not rated: Alice hadn’t moved yet." in page) is rated


def test_the_list_of_ones_own_games_says_what_each_changed(read, game, alice, boris, carol):
    end(game)
    for address in (reverse("home"), alice.get_absolute_url()):
        assert '<strong class="together">rating +16</strong>' in read(alice, address)
    assert "rating −27</strong>" in read(boris, reverse("home"))
    assert "rating +16" not in read(carol, alice.get_absolute_url())
    alice.show_ratings = False
    alice.save()
    for address in (reverse("home"), alice.get_absolute_url()):
        assert "rating +16" not in read(alice, address)


@pytest.mark.parametrize("rated", [True, False])
def test_a_page_of_an_unrated_game_asks_no_query_more(client, alice, boris, django_assert_max_num_queries, rated):
    game = GameFactory(first=alice, second=boris, rated=rated)
    client.force_login(alice)
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(100) as queries:
        client.get(game.get_absolute_url())
    asked = [each["sql"] for each in queries if "rating" in each["sql"].split("FROM", 1)[-1].split("WHERE")[0]]
    assert len(asked) == (1 if rated else 0)


def test_before_accepting_one_reads_what_would_be_won_or_lost(read, alice, boris):
    challenge = ChallengeFactory(challenger=boris, audience="anyone", rated=True, now=NOON)
    give_rating(alice, 1500, 60, at=NOON - 24 * DAY)
    give_rating(boris, 1700, 80, at=NOON - 14 * DAY)
    page = read(alice, challenge.get_absolute_url())
    assert "Rating 1700" in page
    assert "If it ended today: win +16, draw +5, loss −5" in page
    assert "If it ended today" not in read(boris, challenge.get_absolute_url())


@pytest.mark.parametrize(("rated", "said"), [(True, "rated · 3 days"), (False, "unrated · 3 days")])
def test_the_list_of_challenges_says_whether_they_are_rated(read, alice, boris, rated, said):
    ChallengeFactory(challenger=boris, audience="anyone", rated=rated, now=NOON)
    assert said in read(alice, reverse("challenges"))


FORM = {"audience": "anyone", "side": "random", "preset": "days-3", "option_setup": "imperial", "option_rules": "ross"}


def test_the_form_offers_an_unrated_game_to_a_computer(client, alice):
    computer = find_computer(registry.get("mastery"), level="newcomer").user
    client.force_login(alice)
    page = client.get(reverse("challenge_new"), {"opponent": computer.username}).content.decode()
    assert "checked" not in page.split('name="rated"')[1].split(">")[0]


@pytest.mark.parametrize(("sent", "rated"), [({"rated": "on"}, True), ({}, False)])
def test_the_form_offers_a_rated_game(client, alice, sent, rated):
    client.force_login(alice)
    assert "checked" in client.get(reverse("challenge_new")).content.decode().split('name="rated"')[1].split(">")[0]
    client.post(reverse("challenge_new"), {**FORM, **sent})
    assert Challenge.objects.get().rated is rated


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"private": "on"}, "Private games can’t be rated."),
        ({"preset": "own", "pace": "none"}, "A rated game needs a time limit."),
    ],
)
def test_a_form_with_what_cannot_be_rated_is_refused_and_keeps_what_was_filled_in(client, alice, sent, said):
    client.force_login(alice)
    response = client.post(reverse("challenge_new"), {**FORM, **sent, "rated": "on", "note": "Shall we?"})
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    assert "Shall we?" in page
    assert not Challenge.objects.exists()


def tell(notice) -> dict:
    return KINDS.get(notice.kind).describe(notice, now=NOON)


@pytest.mark.parametrize("shows", [True, False])
def test_both_are_told_of_a_correction(alice, boris, admin, shows):
    alice.show_ratings = shows
    alice.save()
    game = end(GameFactory(first=alice, second=boris, rated=True, now=NOON))
    play.void(game.pk, staff=admin, reason="A mistake", now=NOON + DAY)
    notices = Notice.objects.filter(kind="rating_corrected", channel="email")
    told = {notice.recipient: tell(notice) for notice in notices}
    said = {user: (str(each["why"]), str(each["rating"])) for user, each in told.items()}
    why = f"Game {game.pk} with {{}} was declared void."
    mine = "Your Mastery rating is 1500 instead of 1662." if shows else "Your rating was corrected."
    assert said == {
        alice: (why.format("Boris"), mine),
        boris: (why.format("Alice"), "Your Mastery rating is 1500 instead of 1338."),
    }


def test_the_end_of_a_rated_game_has_no_notice_of_its_own_besides(game, alice):
    end(game)
    assert not Notice.objects.filter(kind="rating_corrected").exists()
    [notice] = Notice.objects.filter(kind="game_over", channel="email", recipient=alice)
    assert tell(notice)["rated"] == "Mastery 1500 → 1516 (+16)"


def test_who_played_several_games_that_staff_took_out_is_told_once_and_led_to_their_rated_games(alice, boris, admin):
    for _ in range(3):
        end(GameFactory(first=alice, second=boris, rated=True, now=NOON))
    with transaction.atomic():
        lock_players(list_rated_since(alice.pk, since=NOON), also=alice.pk)
        found = take_out_since(alice.pk, since=NOON, staff=admin, now=NOON + DAY)
        announce(found.corrections, game_id=None, cause=Correcting.TAKEN_OUT)
    [notice] = Notice.objects.filter(kind="rating_corrected", channel="email", recipient=boris)
    told = tell(notice)
    assert str(told["why"]) == "Our staff took games that you played out of the ratings."
    assert told["link"].endswith("/people/Boris/ratings/mastery/")
