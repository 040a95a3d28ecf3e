"""The practice board in a browser: by clicks, by keys, without script, on a telephone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.engine import registry
from tests.browser.conftest import stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
FIRST_TURNS = {
    "mastery": ["Pd4-d5", "Pe5-e4"],
    "master": ["a2-a3 @a3=5", "a9-a8"],
    "masters": ["Hb1-c3", "e11-e10"],
}


def play(page, move, *, slug, position):
    stage(page, move, ruleset=registry.get(slug), position=position)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".practice-turns [aria-current]")).to_have_text(move)
    return position.play(move)


@pytest.mark.parametrize("slug", SLUGS)
def test_both_sides_are_played_by_clicks_and_keys_step_back_and_forth(browse, slug):
    page = browse()
    page.goto(f"/practice/{slug}/")
    position = registry.get(slug).start()
    for move in FIRST_TURNS[slug]:
        position = play(page, move, slug=slug, position=position)
    shown = page.locator("#position-shown")
    expect(shown).to_contain_text(position.text())
    page.keyboard.press("ArrowLeft")
    expect(shown).not_to_contain_text(position.text())
    page.keyboard.press("Home")
    expect(shown).to_contain_text(registry.get(slug).start().text())
    page.keyboard.press("End")
    expect(shown).to_contain_text(position.text())
    page.go_back()
    expect(shown).to_contain_text(registry.get(slug).start().text())


def test_it_works_without_script(browse):
    page = browse(java_script_enabled=False)
    page.goto("/practice/mastery/")
    page.locator("#text").fill("d4 d5")
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.get_by_role("button", name="Previous turn").click()
    page.locator("#text").fill("nonsense")
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#refusal")).to_be_visible()
    expect(page.locator("#text")).to_have_value("nonsense")
    page.get_by_text("Paste a position or a list of turns").click()
    page.get_by_label("Turns", exact=True).fill("d4 d5\ne5 e4")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".practice-turns [aria-current]")).to_have_text("Pe5-e4")


def test_a_position_can_be_copied(browse):
    page = browse(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/practice/master/")
    page.get_by_role("button", name="Copy: Position shown").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == registry.get("master").start().text()


@pytest.mark.parametrize("slug", SLUGS)
def test_it_fits_a_telephone_and_axe_finds_nothing(browse, slug):
    page = browse(viewport={"width": 360, "height": 640})
    page.goto(f"/practice/{slug}/")
    faults = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults += [
            f"{scheme}: {fault['id']} {fault['nodes'][0]['html'][:90]}"
            for fault in Axe().run(page).response["violations"]
        ]
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("slug", SLUGS)
def test_confirm_is_in_view_on_a_telephone(browse, slug):
    page = browse(viewport={"width": 360, "height": 640})
    page.goto(f"/practice/{slug}/")
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
