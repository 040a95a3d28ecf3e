"""The card of a finished game in a browser: it comes while the page is open, is said aloud once, and can be folded."""

import pytest
from playwright.sync_api import expect

from engine.contract import Side
from games import play
from tests.browser.conftest import click
from tests.factories import LAST_MASTER, GameFactory, set_up

WATCH = """
const note = () => { window.wasInert ||= document.getElementById("game").inert };
const watched = { subtree: true, attributeFilter: ["inert"] };
addEventListener("DOMContentLoaded", () => {
  note(); // the scripts of the page have run
  new MutationObserver(note).observe(document.body, watched);
});
"""
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_end_comes_as_a_card_and_is_said_aloud_once(browse, alice, boris):
    game = GameFactory(first=alice, second=boris, turns=("Md1-c1", "Me8-f8", "Mc1-d1"))
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    page.wait_for_load_state()
    play.resign(game.pk, side=Side.SECOND)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.get_by_role("heading", name="You won")).to_be_visible()
    expect(page.locator("#said-aloud")).to_have_text("You won. Dark won: Light resigned.")
    assert page.locator("#over [role=status]").count() == 0, "what is put in place with its words would be said twice"
    expect(page.locator("#over[inert]")).to_have_count(0)
    board = page.locator("#board").bounding_box()["y"]
    page.get_by_role("heading", name="You won").click()
    assert page.locator("#board").bounding_box()["y"] < board - 100, "folded, it leaves the place to the board"
    expect(page.get_by_role("button", name="Rematch")).to_be_hidden()


def test_without_script_it_is_folded_and_every_way_on_is_there(browse, alice, boris):
    game = GameFactory(first=alice, second=boris, turns=("Md1-c1", "Me8-f8"))
    play.resign(game.pk, side=Side.SECOND)
    page = browse(alice, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("link", name="Analyse", exact=True)).to_be_visible()
    page.locator("#over").get_by_text("More").click()
    expect(page.get_by_role("link", name="New challenge")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#over").get_by_text("Rematch offered, with sides swapped.")).to_be_visible()


def test_a_second_press_of_confirm_does_nothing_on_the_page_of_the_end(browse, alice, boris):
    game = set_up(GameFactory(first=alice, second=boris), LAST_MASTER)
    page = browse(boris if game.side_to_move else alice)
    page.add_init_script(WATCH)
    page.goto(game.get_absolute_url())
    click(page, "d4")
    click(page, "d5")
    page.get_by_role("button", name="Confirm", exact=True).click(no_wait_after=True)
    expect(page.get_by_role("heading", name="You won")).to_be_visible()
    page.wait_for_function("window.wasInert")
    expect(page.locator("#game[inert]")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_be_enabled()
