"""Beside the board: how to play, folded as its reader wants; after Confirm the board has the keyboard, and what the
opponent plays is said aloud."""

import pytest
from playwright.sync_api import expect

from engine import registry
from games import play
from tests.browser.conftest import confirm, press, stage
from tests.factories import GameFactory, play_turns
from tests.looking import find_faults, find_overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

DESK, TELEPHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
TELLS = "#said-aloud"


@pytest.mark.parametrize("size", [DESK, TELEPHONE])
@pytest.mark.parametrize("slug", SLUGS)
def test_it_stands_open_beside_the_board_and_leaves_the_board_and_confirm_in_view(browse, alice, boris, slug, size):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    page = browse(game.seats.get(side=game.side_to_move).user, viewport=size)  # dice may have seated them
    page.goto(game.get_absolute_url())
    expect(page.locator(".how-to-play-text")).to_be_visible()
    for part in (page.locator("#board"), page.locator("#confirm")):
        expect(part).to_be_in_viewport(ratio=1)
    if size == DESK:
        expect(page.locator(".how-to-play-text")).to_be_in_viewport(ratio=1)
        expect(page.locator(".turns-scroll")).to_be_in_viewport(ratio=1)
    assert find_faults(page, schemes=("light", "dark")) == []
    assert find_overflow(page) == []


def test_folded_by_hand_it_stays_folded_in_the_next_game_also_as_a_game_goes_on(browse, alice, boris):
    one, other = (GameFactory(first=alice, second=boris) for _ in range(2))
    page = browse(alice, viewport=DESK)
    page.goto(one.get_absolute_url())
    press(page, "Tab")
    page.get_by_text("How to play", exact=True).click()
    page.goto(other.get_absolute_url())
    expect(page.locator(".how-to-play-text")).to_be_hidden()
    stage(page, "Pd4-d5", ruleset=other.ruleset, position=other.position)
    confirm(page, "Pd4-d5")
    expect(page.locator(".how-to-play-text")).to_be_hidden()
    page.get_by_text("How to play", exact=True).click()
    page.goto(one.get_absolute_url())
    expect(page.locator(".how-to-play-text")).to_be_visible()


def test_after_confirm_the_board_has_the_focus_and_the_answer_is_said_aloud(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    page = browse(alice, viewport=DESK)
    page.goto(game.get_absolute_url())
    stage(page, "Pd4-d5", ruleset=game.ruleset, position=game.position)
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("You have played Pd4-d5.")).to_be_visible()
    expect(page.locator("#board")).to_be_focused()
    expect(page.locator(TELLS)).to_have_text("")
    expect(page.locator(TELLS)).to_have_attribute("role", "status")
    play_turns(game, "Pe5-e4")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(TELLS)).not_to_have_text("")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.place')")


def test_a_click_on_confirm_draws_no_frame_around_the_board(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    page = browse(alice, viewport=DESK)
    page.goto(game.get_absolute_url())
    stage(page, "Pd4-d5", ruleset=game.ruleset, position=game.position)
    confirm(page, "Pd4-d5")
    expect(page.locator("#board")).to_be_focused()
    assert page.locator("#board").evaluate("board => getComputedStyle(board).outlineStyle") == "none"


def test_a_page_that_is_only_opened_takes_no_focus(browse, alice, boris):
    page = browse(alice, viewport=DESK)
    page.goto(GameFactory(first=alice, second=boris).get_absolute_url())
    page.locator('#board [role="group"]').wait_for()
    assert page.evaluate("document.activeElement === document.body")


def test_an_offer_in_between_is_no_turn_and_says_nothing(browse, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")
    page = browse(alice, viewport=DESK)
    page.goto(game.get_absolute_url())
    play.offers.propose(game.pk, "draw", side=1)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#offers")).to_be_visible()
    expect(page.locator(TELLS)).to_have_text("")
