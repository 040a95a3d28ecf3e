"""A computer answers a challenge at once: it accepts its own game, and declines any other."""

import pytest
from django.urls import reverse

from accounts.limiting.limits import ACTIONS
from computers import accepting
from computers.models import Computer
from computers.starting import find_computer
from computers.words import refusals
from engine import registry
from games import clock
from games.models import Challenge, Game
from tests.factories import ChallengeFactory, UserFactory
from tests.games.views.test_challenge_new import OPEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def computer(asked):
    return find_computer(registry.get("mastery"), level="newcomer")


def challenge(alice, computer, *, capture, **terms):
    with capture(execute=True):
        ChallengeFactory(challenger=alice, audience="player", opponent=computer.user, **terms)
    return Challenge.objects.get()


def test_it_accepts_its_own_game(alice, computer, django_capture_on_commit_callbacks):
    found = challenge(alice, computer, capture=django_capture_on_commit_callbacks, control=clock.Days(2))
    assert found.status == Challenge.Status.ACCEPTED
    assert Game.objects.get().clock_control == clock.Days(2)


def test_it_declines_another_game(alice, computer, django_capture_on_commit_callbacks):
    found = challenge(alice, computer, capture=django_capture_on_commit_callbacks, ruleset_slug="masters")
    assert (found.status, found.reason) == (Challenge.Status.DECLINED, str(refusals.OTHER_GAME()))


def test_switched_off_it_declines(alice, computer, django_capture_on_commit_callbacks):
    Computer.objects.update(on=False)
    found = challenge(alice, computer, capture=django_capture_on_commit_callbacks)
    assert found.status == Challenge.Status.DECLINED
    assert "switched off" in found.reason


def test_the_sweep_answers_challenges_that_a_crash_left_unanswered(alice, computer):
    ChallengeFactory(challenger=alice, audience="player", opponent=computer.user)
    assert accepting.answer_waiting() == 1
    assert Challenge.objects.get().status == Challenge.Status.ACCEPTED
    assert accepting.answer_waiting() == 0


def test_house_draws_are_always_on(alice, computer, django_capture_on_commit_callbacks):
    """The challenge says so, and the game has them."""
    capture = django_capture_on_commit_callbacks
    found = challenge(alice, computer, capture=capture, options={"draws": ["repetition"]})
    assert found.options["draws"] == Game.objects.get().options["draws"] == ["repetition", "quiet-50"]


def test_it_accepts_however_many_strangers_challenge_it_in_a_day(computer, django_capture_on_commit_callbacks):
    """The limit on these keeps people from being pestered."""
    most = ACTIONS["challenge_from_stranger"].limits[0].most
    for _ in range(most + 1):
        with django_capture_on_commit_callbacks(execute=True):
            ChallengeFactory(challenger=UserFactory(), audience="player", opponent=computer.user)
    assert Game.objects.count() == most + 1


# --- Sent by the form --------------------------------------------------------------------------------------------
def send(client, alice, computer):
    client.force_login(alice)
    form = {**OPEN, "audience": "player", "opponent": computer.user.username}
    return client.post(reverse("challenge_new"), form, follow=True)


@pytest.mark.django_db(transaction=True)
def test_a_player_who_challenges_it_is_led_to_the_game(client, alice, computer):
    answer = send(client, alice, computer)
    assert answer.request["PATH_INFO"] == Game.objects.get().get_absolute_url()
    page = answer.content.decode()
    assert "The game has started." in page
    assert "Challenge sent." not in page


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_challenge_says_why_it_was_declined(client, alice, computer):
    Computer.objects.update(on=False)
    answer = send(client, alice, computer)
    assert answer.request["PATH_INFO"] == Challenge.objects.get().get_absolute_url()
    page = answer.content.decode()
    assert "This challenge was declined." in page
    assert "Challenge sent." not in page
