"""What happened, and what is going to happen, in sentences beneath the board; devouring and claiming are asked for."""

import pytest
from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import click, confirm, press, stage
from tests.factories import GameFactory, play_turns, set_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

MASTERY = registry.get("mastery")
HUNGRY = "3mm3/3p4/5p2/8/3M1o2/3O4/1PO5/M7 d M1O2P5/M1O3P4 - imperial,ross"
"""Dark's Master on d4 may devour the Officer on d3, which may move itself."""
LONGEST = {
    "mastery": ("8/1o6/m5m1/7m/8/1P4O1/3M3P/2P5 l M2O3P3/M0O3P6 c4-b3 imperial,ross", "Mg6xg3+Ph1"),
    "master": ("1d1m1Ba1m1f1/a2cf1bac2c/a8a2/1E10/12/1b10/6A5/A6A4/2eF3ACAC1/1E1B2C1M1C1 r", "f10xd10 @b1=4"),
    "masters": ("5Dw3/T1p1T5/10/10/10/10/10/10/10/10/t1PGt1t3/6W3 f a2/e11 -/- G", "w-,*c2,e11xf12=H"),
}
"""For each game a turn of which more is told than of any of thousands of others."""
UNSEEN = "4g5/4w5/3p6/10/10/10/10/1t8/8G1/7W2/4P5/10 e -/- -/- -"
"""Ember’s Puppeteer on e2 sees the one on d10 once it stands on the file d."""


@pytest.fixture
def game(alice, boris):
    return set_up(GameFactory(first=alice, second=boris), HUNGRY)


@pytest.fixture
def page(browse, game, alice):
    page = browse(alice)
    page.goto(game.get_absolute_url())
    return page


def test_the_page_says_what_the_opponent_has_just_done(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play_turns(game, "Pd4-d5", "Pb6-b5")
    page = browse(alice)
    page.goto(game.get_absolute_url())
    words = page.locator("#staged")
    expect(words).to_have_text("Light moved its Pawn from b6 to b5. Your turn. Choose a piece.")
    click(page, "d5")
    expect(words).to_have_text("Click where the Pawn on d5 goes.")
    page.get_by_role("button", name="Cancel").click()
    expect(words).to_have_text("Light moved its Pawn from b6 to b5. Your turn. Choose a piece.")


def test_a_turn_that_arrives_is_told_to_who_waits(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    page = browse(boris)
    page.goto(game.get_absolute_url())
    play_turns(game, "Md1xd2")
    told = "Dark’s Master on d1 devoured its own Officer on d2. Your turn."
    expect(page.locator("#staged")).to_contain_text(told)


def test_an_earlier_position_says_which_turn_led_there(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    play_turns(game, "Pd4-d5", "Pb6-b5")
    page = browse(alice)
    page.goto(f"{game.get_absolute_url()}1/")
    expect(page.locator(".game-past")).to_contain_text("After turn 1 of 2. You moved your Pawn from d4 to d5.")
    expect(page.get_by_role("link", name="Pb6-b5")).to_have_attribute("title", "Light moved its Pawn from b6 to b5.")


def test_a_staged_turn_says_what_it_is_going_to_do(page):
    click(page, "d4")
    click(page, "f4")
    expect(page.locator("#staged")).to_have_text(
        "Staged: Md4xf4. Your Master on d4 will capture Light’s Officer on f4."
        " Light will have no Officers left, and cannot control for as long as that lasts. Optional: bring back a piece."
    )


def test_devouring_has_a_button_of_its_own(page, game):
    click(page, "d4")
    expect(page.locator(".target.devour.own")).to_have_count(1)
    page.get_by_role("button", name="Devour the Officer on d3").click()
    expect(page.locator("#staged")).to_have_text(
        "Staged: Md4xd3. Your Master on d4 will devour your own Officer on d3. Confirm, or cancel."
    )
    confirm(page, "Md4xd3")
    assert game.turns.get().text == "Md4xd3"


def test_a_click_on_another_piece_of_ones_own_chooses_that_piece(page):
    click(page, "d4")
    click(page, "d3")
    expect(page.locator("#staged")).to_have_text("Click where the Officer on d3 goes.")
    click(page, "d2")
    expect(page.locator("#text")).to_have_value("Od3-d2")


def test_devouring_works_by_keyboard_and_by_dragging(page):
    page.locator('[data-square="d4"]').focus()
    press(page, "Enter")
    page.get_by_role("button", name="Devour the Officer on d3").focus()
    press(page, "Enter")
    expect(page.locator("#text")).to_have_value("Md4xd3")
    page.get_by_role("button", name="Cancel").click()
    page.drag_and_drop('[data-square="d4"]', '[data-square="d3"]')
    expect(page.locator("#text")).to_have_value("Md4xd3")


def test_on_the_practice_board_nothing_is_devoured_by_a_click_on_a_piece(page):
    page.goto(f"/practice/mastery/?position={HUNGRY}")
    click(page, "d4")
    click(page, "d3")
    expect(page.locator("#staged")).to_have_text("Click where the Officer on d3 goes.")
    click(page, "d3")
    click(page, "d4")
    page.get_by_role("button", name="Devour the Officer on d3").click()
    expect(page.locator(".practice-remarks")).to_have_text("Dark’s Master on d4 devoured its own Officer on d3.")


@pytest.fixture
def claiming(browse, alice, boris):
    game = set_up(GameFactory(ruleset_slug="masters", first=alice, second=boris), UNSEEN)
    page = browse(alice)
    page.goto(game.get_absolute_url())
    return page


def test_a_claim_that_needs_a_move_says_so_whichever_piece_is_chosen_then(claiming):
    hint = "Claiming the Puppeteer on d10. Now move so that yours sees it."
    click(claiming, "d10")
    words = claiming.locator("#staged")
    expect(words).to_have_text(hint)
    click(claiming, "e2")
    expect(words).to_have_text(f"{hint} Click where the Puppeteer on e2 goes.")


def test_choosing_a_piece_takes_away_neither_the_rings_nor_the_hint(claiming):
    rings = claiming.locator(".target.claim")
    expect(claiming.locator("#staged")).to_contain_text("You may claim a ringed piece.")
    number = rings.count()
    assert number
    for square in ("e2", "i4"):
        click(claiming, square)
        expect(rings).to_have_count(number)
        expect(claiming.locator("#staged")).to_contain_text("You may claim a ringed piece.")


@pytest.mark.parametrize("slug", LONGEST)
def test_nothing_in_the_status_line_is_cut_and_confirm_does_not_move(browse, alice, boris, slug):
    position, move = LONGEST[slug]
    ruleset = registry.get(slug)
    game = set_up(GameFactory(ruleset_slug=slug, first=alice, second=boris), position)
    page = browse((alice, boris)[game.side_to_move], viewport={"width": 1280, "height": 800})
    page.goto(game.get_absolute_url())
    place = page.locator("#confirm").bounding_box()["y"]
    stage(page, move, ruleset=ruleset, position=game.position)
    expect(page.locator("#staged")).to_contain_text(" will ")
    assert page.evaluate(
        "document.getElementById('status').scrollHeight <= document.getElementById('status').clientHeight"
    )
    assert page.locator("#confirm").bounding_box()["y"] == pytest.approx(place, abs=0.5)
    page.set_viewport_size({"width": 360, "height": 740})
    words, status = page.locator("#staged").bounding_box(), page.locator("#status").bounding_box()
    assert words["x"] >= status["x"]
    assert words["width"] <= status["width"]
