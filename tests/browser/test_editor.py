"""The editor of positions in a browser, and the practice board beside which all its buttons stand."""

import pytest
from playwright.sync_api import expect

from engine import registry
from tests.looking import find_faults, find_overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

DESK, TELEPHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
SIZES = pytest.mark.parametrize("size", [DESK, TELEPHONE], ids=["desk", "telephone"])


def click_square(page, square):
    page.locator(f'.editor-squares [value="{square}"]').click()


@pytest.mark.parametrize("slug", SLUGS)
@SIZES
def test_board_undo_hint_and_flip_are_in_view_on_the_practice_board_also_beside_a_hint(browse, alice, slug, size):
    page = browse(alice, viewport=size)
    page.goto(f"/practice/{slug}/")
    parts = (page.locator("#board"), *(page.locator(f'[data-step="{name}"]') for name in ("undo", "hint", "flip")))
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
    page.locator('[data-step="hint"]').click()
    expect(page.locator(".hint")).to_contain_text("would play")
    expect(page.locator("#board .way").first).to_be_visible()
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
    page.locator('[data-step="hinted"]').click()
    expect(page.locator(".practice-turns li")).to_have_count(1)
    expect(page.locator("#board .way")).to_have_count(0)


@pytest.mark.parametrize("slug", SLUGS)
@SIZES
def test_nothing_is_wrong_with_the_page_and_the_board_is_in_view(browse, db, slug, size):
    page = browse(viewport=size)
    page.goto(f"/practice/{slug}/edit/")
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    assert find_faults(page, schemes=("light", "dark")) == []
    assert find_overflow(page) == []


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_pieces_are_put_down_and_taken_away_and_the_position_is_played_on(browse, db, script):
    page = browse(viewport=DESK, java_script_enabled=script)
    page.goto("/practice/mastery/edit/")
    page.get_by_role("button", name="Clear the board").click()
    expect(page.locator("#fault")).to_contain_text("Both sides have lost")
    page.get_by_role("button", name="Open on the practice board").click()
    expect(page.locator("#fault")).to_contain_text("Both sides have lost")
    for label, square in (("Dark Master", "d4"), ("Dark Pawn", "d3"), ("Light Master", "d8"), ("Light Officer", "a8")):
        page.get_by_title(label).click()
        click_square(page, square)
        expect(page.locator(f'.editor-squares [value="{square}"]')).to_have_accessible_name(f"{square}, {label}")
    page.get_by_text("Remove a piece").click()
    click_square(page, "d3")
    expect(page.locator('.editor-squares [value="d3"]')).to_have_accessible_name("d3, empty")
    page.get_by_title("Dark Pawn").click()
    click_square(page, "e3")
    page.get_by_label("To move").select_option(label="Light")
    if not script:
        page.get_by_role("button", name="Apply").click()
    page.get_by_role("button", name="Open on the practice board").click()
    expect(page.get_by_text("Light to move.")).to_be_visible()
    expect(page.locator("#position-shown")).to_have_text("o2m4/8/8/8/3M4/4P3/8/8 l M2O4P5/M2O3P6 - imperial,ross")
    page.get_by_role("link", name="Edit this position").click()
    expect(page.locator('.editor-squares [value="e3"]')).to_have_accessible_name("e3, Dark Pawn")


def test_with_script_no_page_is_loaded_the_keyboard_stays_and_the_address_follows(browse, db):
    page = browse(viewport=DESK)
    page.goto("/practice/masters/edit/")
    page.evaluate("window.stays = true")
    page.locator('.editor-squares [value="e5"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.editor-squares [value="e5"]')).not_to_have_accessible_name("e5, empty")
    expect(page.locator('.editor-squares [value="e5"]')).to_be_focused()
    page.get_by_label("Ember’s witch moves as").select_option(label="Dragon")
    expect(page.locator("[name=position]")).to_have_value(
        "shawgpcahs/tttttttttt/10/10/10/10/10/4G5/10/10/TTTTTTTTTT/SHAWGPCAHS e -/- D/- -"
    )
    assert page.evaluate("window.stays") is True
    shown = page.url
    page.goto(shown)
    expect(page.locator('.editor-squares [value="e5"]')).not_to_have_accessible_name("e5, empty")
