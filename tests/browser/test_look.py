"""Theme, board colours and piece size in a browser: chosen beside the board, drawn at once, legible in each."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import BoardColours
from engine import registry
from tests.factories import GameFactory, play_turns
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

TELEPHONE = {"width": 360, "height": 740}
PAPER = {"light": "rgb(246, 243, 236)", "dark": "rgb(22, 24, 23)"}


def choose(page, **wanted):
    page.get_by_label("Board settings").click()
    for label, value in wanted.items():
        page.get_by_label(label.replace("_", " "), exact=True).select_option(value)
    page.locator(".look").get_by_role("button", name="Save").click()
    expect(page.locator(".look")).not_to_be_visible()


def read_paper(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def measure_piece(page):
    return page.locator(".pieces > g > g").first.evaluate("made => made.getBoundingClientRect().width")


@pytest.mark.parametrize("scheme", PAPER)
@pytest.mark.parametrize("theme", ["system", *PAPER])
def test_a_chosen_theme_wins_over_the_device_also_without_script(browse, alice, scheme, theme):
    alice.theme = theme
    alice.save()
    page = browse(alice, color_scheme=scheme, java_script_enabled=False)
    for address in ("/", "/rules/masters/", "/settings/"):
        page.goto(address)
        drawn = scheme if theme == "system" else theme
        assert page.locator("meta[name=color-scheme]").get_attribute("content") in ("light dark", theme)
        assert page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") == PAPER[drawn]


def test_a_visitor_chooses_on_the_practice_board_and_keeps_the_line(browse, db):
    page = browse(viewport=TELEPHONE, color_scheme="light")
    page.goto("/practice/mastery/?turns=Pd4-d5")
    before = measure_piece(page)
    choose(page, Theme="dark", Board_colours="wood", Piece_size="large")
    expect(page.locator(".practice-turns [aria-current]")).to_have_text("Pd4-d5")
    assert read_paper(page) == PAPER["dark"]
    assert measure_piece(page) > before * 1.05
    page.goto("/rules/")
    assert read_paper(page) == PAPER["dark"]


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_every_board_takes_the_colours_that_were_chosen_and_axe_finds_nothing(browse, alice, boris, slug):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    play_turns(game, game.position.legal_moves()[0])
    page = browse(alice, viewport=TELEPHONE)
    faults, squares = [], set()
    for colours in BoardColours.values:
        alice.board_colours = colours
        alice.save()
        page.goto(game.get_absolute_url())
        faults += find_faults(page, schemes=("light", "dark"))
        page.emulate_media(color_scheme="light")
        squares.add(page.locator(".board > path").first.evaluate("made => getComputedStyle(made).fill"))
    assert faults == []
    assert len(squares) == len(BoardColours.values)


def test_a_piece_of_any_size_is_dragged_and_clicked_where_it_stands(browse, alice, boris):
    alice.piece_size = "large"
    alice.save()
    game = GameFactory(first=alice, second=boris)
    page = browse(alice, viewport={"width": 1280, "height": 800})
    page.goto(game.get_absolute_url())
    page.locator('#board [role="group"]').wait_for()
    page.locator('[data-square="d4"]').drag_to(page.locator('[data-square="d5"]'))
    expect(page.locator("#text")).to_have_value("Pd4-d5")


def test_the_record_is_copied_and_downloaded_beside_the_board(browse, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5", "Pe5-e4")
    page = browse(alice, permissions=["clipboard-read", "clipboard-write"])
    page.goto(game.get_absolute_url())
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("[Format ")
    assert re.search(r"^1\. Pd4-d5 .*\n2\. Pe5-e4 .*\n", copied, re.MULTILINE)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download", exact=True).click()
    assert waiting.value.suggested_filename == f"mastery-alice-boris-{game.pk}.txt"


def test_without_script_there_is_the_file_alone(browse, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")
    page = browse(alice, java_script_enabled=False)
    page.goto(game.get_absolute_url())
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_hidden()
    expect(page.get_by_role("link", name="Download", exact=True)).to_be_visible()
