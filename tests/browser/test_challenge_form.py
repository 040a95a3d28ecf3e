"""The form of a challenge shows only the fields that matter for what is chosen, on a small telephone too."""

import pytest
from playwright.sync_api import expect

from games import clock
from games.models import Challenge
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

SHOWN = {
    "days": {"days", "vacation_days"},
    "reserve": {"days", "reserve_bank", "vacation_days"},
    "bank": {"bank_start", "bank_increment", "bank_cap", "vacation_days"},
    "none": set(),
}
NUMBERS = set().union(*SHOWN.values())


@pytest.fixture
def page(browse, alice):
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto("/challenges/new/")
    return page


@pytest.fixture
def more(page):
    """The form with all that a player may set."""
    page.get_by_text("More options").click()
    page.get_by_label("Set my own time limit").check()
    return page


def test_four_clicks_lead_from_the_home_page_to_a_challenge_whose_link_can_be_copied(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/")
    page.get_by_role("link", name="Post a challenge").click()
    expect(page.get_by_text("More options")).to_be_visible()
    expect(page.locator("[name=days]")).to_be_hidden()
    assert find_faults(page, schemes=("light", "dark")) == []
    page.get_by_role("navigation", name="Game").get_by_role(
        "button", name="Masters · Ember & Frost", exact=True
    ).click()
    page.get_by_label("7 days per turn").click()
    page.get_by_role("button", name="Send challenge").click()
    challenge = Challenge.objects.get()
    assert (challenge.ruleset_slug, challenge.clock_control) == ("masters", clock.Days(7))
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(challenge.get_absolute_url())


def test_each_control_shows_its_own_numbers(more):
    page = more
    for pace, shown in SHOWN.items():
        page.locator(f"[name=pace][value={pace}]").check()
        seen = {name for name in NUMBERS if page.locator(f"[name={name}]").is_visible()}
        assert seen == shown
        assert find_faults(page, schemes=("light",)) == []
    expect(page.locator("[name=weekends]")).to_be_hidden()


def test_a_game_with_all_of_it_is_offered(more):
    page = more
    page.locator("[name=pace][value=reserve]").check()
    page.locator("[name=reserve_bank]").fill("7")
    page.locator("[name=weekends]").check()
    expect(page.get_by_text("Yours: Saturday and Sunday.")).to_be_visible()
    page.locator("[name=vacation_days]").fill("9")
    page.get_by_role("button", name="Send challenge").click()
    expect(page.get_by_role("heading", name="Your challenge")).to_be_visible()
    challenge = Challenge.objects.get()
    assert (challenge.clock_control, challenge.weekends, challenge.vacation_days) == (clock.Reserve(3, 7), True, 9)


def test_without_vacation_no_cap_is_asked_for(more):
    page = more
    page.locator("[name=vacation]").uncheck()
    expect(page.locator("[name=vacation_days]")).to_be_hidden()
