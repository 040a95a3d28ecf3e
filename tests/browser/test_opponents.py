"""Finding an opponent: two strangers are paired, a refused row says why, and a ladder game moves its winner."""

import re

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Page, expect

from competition import tasks
from games.models import Game, PlayerRating
from games.terms import Limits
from notifications.delivery import outbox
from tests.factories import ChallengeFactory, UserFactory
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


@pytest.fixture
def strangers():
    return [UserFactory(username=name, last_visit_at=timezone.now()) for name in ("Rowan", "Willow")]


def make_standing(page: Page) -> None:
    """By hand, from the list of challenges on."""
    page.goto("/challenges/")
    page.get_by_role("link", name="Standing challenges").first.click()
    page.get_by_role("link", name="New standing challenge").click()
    page.get_by_role("button", name="Masters").click()
    page.get_by_label("7 days per turn").check()
    page.get_by_role("button", name="Create").click()
    expect(page.locator("main")).to_contain_text("Masters")


def test_two_strangers_make_a_standing_challenge_each_and_read_the_email_of_their_game(browse, strangers, settings):
    for user in strangers:
        make_standing(browse(user))
    assert tasks.pair() == 1
    game = Game.objects.get()
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    outbox.deliver_due(now=timezone.now())
    found = {message.to[0]: message for message in mail.outbox}
    assert set(found) == {user.email for user in strangers}
    for user, other in (strangers, strangers[::-1]):
        message = found[user.email]
        assert other.username in message.body
        assert "Masters" in message.body
        link = re.search(rf"https?://[^\s/]+(/games/{game.pk}/)", message.body)
        assert link
        page = browse(user)
        page.goto(link[1])
        expect(page.locator("#board")).to_be_visible()
        expect(page.locator("main")).to_contain_text("standing challenge")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_row_that_does_not_fit_says_why_in_place_of_the_button(browse, alice, boris, width):
    PlayerRating.objects.create(user=boris, ruleset_slug="mastery", rating=1385, deviation=60, games=20)
    ChallengeFactory(challenger=alice, limits=Limits(rating_from=1400, rating_to=1600))
    page = browse(boris, viewport={"width": width, "height": 800})
    page.goto("/challenges/")
    row = page.locator(".challenge-list li")
    expect(row).to_contain_text("This challenge is for players rated 1400 to 1600; you’re at 1385")
    expect(row.get_by_role("button")).to_have_count(0)
    assert find_faults(page) == []


def test_a_whole_ladder_game(browse, strangers):
    """From joining to the place that is taken."""
    for user in strangers:
        page = browse(user)
        page.goto("/ladder/mastery/")
        page.get_by_role("button", name="Join the ladder").click()
        expect(page.locator(".own")).to_contain_text(user.username)
        assert find_faults(page) == []
    lower = browse(strangers[1])
    lower.goto("/ladder/mastery/")
    lower.get_by_role("button", name="Challenge").click()
    expect(lower.locator("#board")).to_be_visible()
    expect(lower.locator("main")).to_contain_text("ladder of Mastery")
    lower.goto("/ladder/mastery/")
    expect(lower.locator(".entries li").first).to_contain_text("You and Rowan already have a ladder game.")
    upper = browse(strangers[0])
    upper.goto(Game.objects.get().get_absolute_url())
    resign(upper)
    lower.goto("/ladder/mastery/")
    expect(lower.locator(".people li").first).to_contain_text("Willow")


def resign(page: Page) -> None:
    page.get_by_text("Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("main")).to_contain_text("won")
