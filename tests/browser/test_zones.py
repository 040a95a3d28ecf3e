"""Zones on every board: of the piece under the pointer, of the one that has the keyboard, of the one chosen; of all on
wish alone; each in the colours of its side, which the legend explains."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import click
from tests.factories import GameFactory
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

LIT = ".zones > .zone"
BOARDS = {
    # What is opened: whose Master or Cardinal casts a zone
    "/practice/mastery/": "d1",
    "/practice/masters/": "g1",
    "/learn/mastery/zone/": "",
    "/learn/masters/claim/": "",
}


@pytest.fixture(params=["game", *BOARDS])
def board(request, browse, alice, boris):
    page = browse(alice, viewport={"width": 1280, "height": 800})
    game = GameFactory(ruleset_slug="masters", first=alice, second=boris)
    page.goto(game.get_absolute_url() if request.param == "game" else request.param)
    page.locator('#board [role="group"]').wait_for()
    page.mouse.move(0, 0)
    return page


def find_caster(page):
    """A square whose piece casts a zone."""
    zones = page.evaluate("JSON.parse(document.querySelector('#game-data').textContent).zones")
    return next(source for _, _, source, _ in zones if source), zones


def test_pointer_and_keyboard_each_show_the_zone_of_the_piece_there_alone(board):
    square, zones = find_caster(board)
    expect(board.locator(LIT)).to_have_count(0)
    own = {lit for _, _, source, squares in zones if source == square for lit in squares}
    board.locator(f'.place[data-square="{square}"]').hover()
    expect(board.locator(LIT)).to_have_count(len(own))
    board.mouse.move(0, 0)
    expect(board.locator(LIT)).to_have_count(0)
    board.locator(f'.place[data-square="{square}"]').focus()
    expect(board.locator(LIT)).to_have_count(len(own))
    board.locator(f'.place[data-square="{square}"]').blur()
    expect(board.locator(LIT)).to_have_count(0)


def test_all_are_shown_on_wish_also_under_the_pointer(board):
    square, zones = find_caster(board)
    board.get_by_role("button", name="Zones").click()
    every = {(side, lit) for _, side, _, squares in zones for lit in squares}
    expect(board.locator(LIT)).to_have_count(len(every))
    board.locator(f'.place[data-square="{square}"]').hover()
    expect(board.locator(LIT)).to_have_count(len(every))
    board.get_by_role("button", name="Zones").click()


def test_the_chosen_piece_shows_its_zone_while_the_pointer_is_elsewhere(browse, alice, boris):
    page = browse(alice)
    page.goto(GameFactory(first=alice, second=boris).get_absolute_url())
    click(page, "f1")
    page.locator('.place[data-square="f1"]').blur()
    page.mouse.move(0, 0)
    expect(page.locator(f"{LIT}.first").first).to_be_visible()
    expect(page.locator(f"{LIT}.second")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("slug", ["mastery", "masters"])
def test_each_is_in_the_colours_of_its_sides_pieces_and_in_the_legend(browse, alice, boris, slug, scheme):
    page = browse(alice, color_scheme=scheme)
    page.goto(GameFactory(ruleset_slug=slug, first=alice, second=boris).get_absolute_url())
    page.get_by_role("button", name="Zones").click()
    for side, home in (("first", "1"), ("second", "8" if slug == "mastery" else "12")):
        corner = page.locator(f"{LIT}.{side} path").first
        square = page.locator(f'.place[data-square$="{home}"][data-side]').first.get_attribute("data-square")
        paint = "made => getComputedStyle(made).fill"
        assert corner.evaluate(paint) == page.evaluate(
            """square => {
              const place = document.querySelector(`.place[data-square="${square}"]`);
              const at = `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`;
              return getComputedStyle(document.querySelector(`.pieces > [transform="${at}"] path`)).fill;
            }""",
            square,
        )
    page.get_by_text("What the marks mean").click()
    words = page.locator(".legend").inner_text()
    for name in ("Dark", "Light") if slug == "mastery" else ("Ember’s cardinal", "Frost’s cardinal"):
        assert name in words
    assert find_faults(page, schemes=(scheme,)) == []
