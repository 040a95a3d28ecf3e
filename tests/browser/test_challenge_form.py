"""The form of a new challenge in a browser: choosing another game keeps what was typed, and Enter sends."""

import pytest
from playwright.sync_api import expect

from games.models import Challenge

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_another_game_is_chosen_with_all_that_was_typed_and_enter_sends_it(browse, alice, boris):
    page = browse(alice)
    page.goto("/challenges/new/")
    page.get_by_label("One player of this site").check()
    page.get_by_label("Name of the player").fill("Boris")
    page.get_by_label("A word with it").fill("A slow one?")
    page.get_by_role("button", name="Masters", exact=True).click()
    expect(page.get_by_role("heading", name="New challenge: Masters")).to_be_visible()
    expect(page.get_by_label("A word with it")).to_have_value("A slow one?")
    page.get_by_label("Name of the player").press("Enter")
    page.wait_for_url("**/challenges/*/")
    challenge = Challenge.objects.get()
    assert (challenge.ruleset_slug, challenge.opponent, challenge.note) == ("masters", boris, "A slow one?")
