"""The practice board in a browser: by clicks, by keys, without script, on a telephone."""

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from engine import registry
from tests.browser.conftest import click

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]
TAKEN = "3mm3/3p4/3o1p2/8/3M1o2/2O1p3/1PO5/M7 d M1O2P5/M1O2P3 - imperial,ross"
"""A position with pieces off the board, in which a capture on f4 may bring one back."""
FIRST_TURNS = {
    "mastery": ["Pd4-d5", "Pe5-e4"],
    "master": ["a2-a3 @a3=5", "a9-a8"],
    "masters": ["Hb1-c3", "e11-e10"],
}


def play(page, move, *, slug, position):
    """Clicks a turn, which is played at once; one that could go on waits for Play."""
    ruleset = registry.get(slug)
    tokens = [(name, token) for name, tokens in ruleset.steps(position.canonical(move)) for token in tokens]
    for name, token in tokens:
        click(page, token, label=f"{ruleset.step_labels[name]}: {ruleset.step_labels.get(token, token)}")
    if any(name == "rotate" for name in ruleset.step_labels) and "@" not in move:
        page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".practice-turns [aria-current]")).to_have_text(move)
    return position.play(move)


@pytest.mark.parametrize("slug", SLUGS)
def test_turns_are_played_at_once_and_no_page_is_loaded(browse, slug):
    page = browse()
    page.goto(f"/practice/{slug}/")
    page.evaluate("window.stays = true")
    position = registry.get(slug).start()
    for move in FIRST_TURNS[slug]:
        position = play(page, move, slug=slug, position=position)
    shown = page.locator("#position-shown")
    expect(shown).to_have_text(position.text())
    page.keyboard.press("ArrowLeft")
    expect(shown).not_to_have_text(position.text())
    page.keyboard.press("Home")
    expect(shown).to_have_text(registry.get(slug).start().text())
    page.keyboard.press("End")
    expect(shown).to_have_text(position.text())
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".practice-turns li")).to_have_count(1)
    page.get_by_role("button", name="Flip the board").click()
    expect(page.locator('.place[data-square="a1"]')).not_to_have_attribute("x", "42")
    page.go_back()
    expect(page.locator('.place[data-square="a1"]')).to_have_attribute("x", "42")
    assert page.evaluate("window.stays") is True


def test_another_set_up_starts_over_as_soon_as_it_is_chosen(browse):
    page = browse()
    page.goto("/practice/mastery/?turns=Pd4-d5")
    page.get_by_label("Set-up").select_option("draume-crown")
    expect(page.locator("#position-shown")).to_have_text(registry.get("mastery").start(setup="draume-crown").text())


def test_without_an_answer_it_says_so_and_loses_nothing(browse):
    page = browse()
    page.goto("/practice/mastery/")
    page.locator('#board [role="group"]').wait_for()
    page.context.set_offline(True)
    click(page, "d4")
    click(page, "d5")
    expect(page.get_by_text("No answer from the site.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".practice-turns [aria-current]")).to_have_text("Pd4-d5")


def test_it_works_without_script(browse):
    page = browse(java_script_enabled=False)
    page.goto("/practice/mastery/")
    page.locator("#text").fill("d4 d5")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Previous turn").click()
    page.locator("#text").fill("nonsense")
    page.get_by_role("button", name="Play", exact=True).click()
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


def test_the_turns_can_be_copied_and_pasted_again(browse):
    page = browse(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/practice/mastery/?turns=Pd4-d5;Pe5-e4")
    page.get_by_role("button", name="Copy turns").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "1. Pd4-d5; 2. Pe5-e4"


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
def test_board_and_buttons_are_in_view_on_a_telephone(browse, alice, slug):
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(f"/practice/{slug}/")
    for part in (
        page.locator("#board"),
        page.get_by_label("Next turn"),
        page.get_by_role("button", name="Undo", exact=True),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    named = page.get_by_role("heading", level=1).bounding_box()["width"] > 90
    assert named or page.locator(".practice-options select").count()  # what is played can be told from its set-up
    for option in page.locator(".practice-options select").all():
        assert option.bounding_box()["width"] > 90  # its value can be read
    page.goto(f"/practice/{slug}/?turns={quote(registry.get(slug).start().legal_moves()[0])}")
    page.get_by_role("button", name="Keep as analysis").click()
    page.wait_for_url("**/analysis/**")
    for part in (page.locator("#board"), page.get_by_role("link", name="Flip", exact=True)):
        expect(part).to_be_in_viewport(ratio=1)


def test_steps_and_undo_stay_where_a_claim_could_be_made(browse):
    page = browse(viewport={"width": 360, "height": 640})
    undo = page.get_by_role("button", name="Undo", exact=True)
    page.goto("/practice/masters/?turns=e2-e3;c11-c10;Pf1-e2")
    place = undo.bounding_box()
    page.goto("/practice/masters/?turns=e2-e3;c11-c10;Pf1-e2;e11-e10")
    expect(page.get_by_role("button", name="Claim", exact=True)).to_be_visible()
    expect(undo).to_be_in_viewport(ratio=1)
    assert undo.bounding_box() == place


def test_nothing_moves_once_pieces_are_taken_and_what_comes_back_is_in_view(browse):
    page = browse(viewport={"width": 360, "height": 640})
    page.goto("/practice/mastery/")
    places = [page.locator(part).bounding_box() for part in ("#board", "#staged")]
    page.goto(f"/practice/mastery/?position={quote(TAKEN)}")
    assert [page.locator(part).bounding_box()["y"] for part in ("#board", "#staged")] == [each["y"] for each in places]
    click(page, "d4")
    click(page, "f4")
    expect(page.locator("#tokens").get_by_role("button").first).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_a_tree_is_grown_by_clicks_commented_on_and_drawn_upon_and_no_page_is_loaded(browse, alice):
    """The analysis board, which is this one with a tree beside it."""
    page = browse(alice, viewport={"width": 360, "height": 740})
    page.goto("/practice/mastery/?turns=Pd4-d5")
    page.get_by_role("button", name="Keep as analysis").click()
    tree = page.locator(".tree-turn")
    expect(tree).to_have_count(1)
    page.evaluate("window.stays = true")
    for number, move in enumerate(("e5 e4", "d1 c1"), 2):
        for square in move.split():
            click(page, square)
        expect(tree).to_have_count(number)
    page.locator("#comment").fill("A quiet reply.")
    page.locator('[data-step="previous"]').click()  # what was written is saved first
    expect(page.locator(".tree-comment")).to_have_text("A quiet reply.")
    for square in ("d5", "d6"):
        click(page, square)
    expect(page.locator(".depth-1 .tree-turn")).to_have_count(1)
    page.get_by_text("Arrows and circles", exact=True).click()
    page.get_by_role("button", name="Draw on the board").click()
    for square in ("a1", "c3"):
        click(page, square)
    expect(page.locator(".shape.green")).to_have_count(1)
    page.get_by_role("button", name="Draw on the board").click()
    page.get_by_role("button", name="Main line").click()
    expect(page.locator(".depth-0 .tree-turn").nth(2)).to_contain_text("Pd5xd6")
    page.get_by_role("button", name="Undo the order of the branches").click()
    expect(page.locator(".depth-1 .tree-turn")).to_contain_text("Pd5xd6")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree [aria-current]")).to_contain_text("Pe5-e4")
    assert page.evaluate("window.stays") is True
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not Axe().run(page).response["violations"]
