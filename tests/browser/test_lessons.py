"""Lessons in a browser: a wrong turn is answered, the right one leads on, no page is loaded; also without scripts."""

import pytest
from playwright.sync_api import expect

from engine import lessons, registry
from tests.browser.conftest import click

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


def test_a_task_is_tried_solved_and_followed_by_the_next(browse):
    page = browse(viewport={"width": 360, "height": 640})
    page.goto("/learn/mastery/treason/")
    page.evaluate("window.stays = true")
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    click(page, "e5")
    click(page, "f6")
    expect(page.locator("#refusal")).to_contain_text("~Pe5-f6: You control the right Pawn.")
    expect(page.locator("#refusal")).to_be_in_viewport()
    click(page, "e5")
    click(page, "g7")
    page.get_by_role("button", name="Play", exact=True).click()  # a piece could come back
    expect(page.get_by_text("Light’s own Pawn took Light’s Master.")).to_be_visible()
    page.get_by_role("link", name="Next: The Master’s zone").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Master’s zone")
    expect(page.get_by_label("solved")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Control and capture")
    assert page.evaluate("window.stays") is True


def test_a_long_refusal_moves_nothing_on_a_phone(browse):
    page = browse(viewport={"width": 390, "height": 844})
    page.goto("/learn/mastery/master/")
    click(page, "d2")
    parts = page.locator("#board svg, #cancel, #typing")
    before = [part.bounding_box() for part in parts.all()]
    click(page, "d7")
    expect(page.locator("#staged")).to_contain_text("it moves one to three squares")
    assert [part.bounding_box() for part in parts.all()] == before


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_the_last_task_of_each_game_is_solved_by_clicks(browse, slug):
    page = browse()
    task = lessons.find(slug).tasks[-1]
    ruleset = registry.get(slug)
    moves = ruleset.read(task.position).legal_moves()
    move = next(move for move in moves if task.is_solved_by(move))
    page.goto(f"/learn/{slug}/{task.name}/")
    for name, tokens in ruleset.steps(move):
        for token in tokens:
            click(page, token, label=f"{ruleset.step_labels[name]}: {ruleset.step_labels.get(token, token)}")
    if any(set(ruleset.steps(move)) < set(ruleset.steps(other)) for other in moves):  # it could go on
        page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(task.right)).to_be_visible()
    page.get_by_role("link", name="Play on the practice board").click()
    expect(page.locator("#position-shown")).to_have_text(ruleset.start().text())


def test_it_works_without_script(browse):
    page = browse(java_script_enabled=False)
    page.goto("/learn/master/")
    page.locator("#text").fill("d3 g3")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#refusal")).to_contain_text("d3-g3: That is three squares too, but sideways.")
    page.locator("#text").fill("d3 d6")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Next: Sideways").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sideways")
