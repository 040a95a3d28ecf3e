"""A log-in by a code, as it goes on a telephone: two steps from a game to its board, and what was written is kept."""

import pytest
from django.conf import settings
from django.core import mail
from playwright.sync_api import Page, expect

from tests.accounts.emailed_codes import newest_code
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def enter_newest(page: Page) -> None:
    """Typed without its hyphen, which the pad of digits does not show."""
    expect(page.locator("[name=code]")).to_be_focused()
    page.keyboard.type(newest_code().replace("-", ""))
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("#log-out")).to_be_attached()


def test_from_the_game_to_the_board_and_axe_finds_nothing_on_the_way(browse, game):
    page = browse(None)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="get a code by email").click()
    faults = find_faults(page)
    page.locator("[name=email]").fill("alice@example.org")
    page.get_by_role("button", name="Email me a code").click()
    expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    faults += find_faults(page)
    enter_newest(page)
    assert page.url.endswith(game.get_absolute_url())
    expect(page.locator("#staged")).to_contain_text("Your turn.")
    assert faults == []


def test_what_was_written_when_the_session_ended_is_given_back(browse, alice, game):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator("#note").fill("He plays fast.")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Save notes").click()
    page.locator("[name=login]").fill("alice@example.org")
    page.get_by_role("button", name="Email me a code instead").click()
    expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    enter_newest(page)
    expect(page.locator("#kept textarea, #kept input[name=note]")).to_have_value("He plays fast.")
    assert len(mail.outbox) == 1
