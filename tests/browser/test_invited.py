"""Invitations in a browser: the email’s secret leaves the address at once, and signing up needs no second email."""

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from accounts.models import User
from games import challenges
from games.models import Challenge
from tests.factories import ChallengeFactory
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
ADDRESS = "dora@example.org"


@pytest.fixture
def invitation(alice) -> Challenge:
    return ChallengeFactory(challenger=alice, audience="address", address=ADDRESS)


def link_of(challenge: Challenge) -> str:
    return f"/invitation/{challenge.token}/#m={challenges.make_secret(challenge)}"


def test_whoever_follows_the_email_signs_up_and_accepts_without_another_email(browse, invitation):
    page = browse()
    page.goto(link_of(invitation))
    page.wait_for_load_state()
    assert "#" not in page.url, "what is copied from the address bar can be passed on"
    assert challenges.make_secret(invitation) not in page.content()
    page.get_by_role("link", name="Sign up and accept").click()
    expect(page.get_by_label("Email address")).to_have_value(ADDRESS)
    expect(page.locator("main")).to_contain_text("Alice is waiting to play Mastery with you.")
    page.get_by_label("Name").fill("Dora")
    page.get_by_label("Password").fill("a quiet evening with a board")
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("button", name="Accept and play").click()
    expect(page.locator("#board")).to_be_visible()
    assert Challenge.objects.get().opponent == User.objects.get(username="Dora")
    assert not [message for message in mail.outbox if ADDRESS in message.to]


def test_a_link_that_was_copied_from_the_page_carries_nothing(browse, invitation):
    first = browse()
    first.goto(link_of(invitation))
    first.wait_for_load_state()
    other = browse()
    other.goto(first.url)
    other.get_by_role("link", name="Sign up and accept").click()
    expect(other.get_by_label("Email address")).to_have_value("")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_of_an_invitation_shows_the_game_and_the_ways_to_learn_it(browse, alice, width):
    challenge = ChallengeFactory(challenger=alice, audience="link", options={"setup": "draume-crown"})
    page = browse(viewport={"width": width, "height": 800})
    page.goto(f"/invitation/{challenge.token}/")
    assert find_faults(page) == []
    expect(page.get_by_role("img", name="Set-up of Mastery")).to_be_visible()
    for words in ("Turn the enemy’s own pieces", "You win", "Usually 15 to 40 turns each", "Alice, here since"):
        expect(page.locator("main")).to_contain_text(words)
    page.get_by_role("link", name="Try it first").click()
    expect(page.locator("#board")).to_be_visible()
    assert "setup=draume-crown" in page.url
    page.go_back()
    page.get_by_role("link", name="Learn it in 5 minutes").click()
    expect(page).to_have_url(re.compile("/learn/mastery/"))
