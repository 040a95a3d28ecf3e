"""The front page in a browser: what can be done with each game stands on one line, on a phone and on a desk."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


@pytest.mark.asked
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_button_of_a_game_wraps_and_a_game_is_one_click_away(browse, width):
    page = browse(viewport={"width": width, "height": 844})
    page.goto("/")
    page.set_viewport_size({"width": width, "height": 640 if width < 800 else 800})
    expect(page.get_by_role("button", name="Play the computer").first).to_be_in_viewport(ratio=1)
    lines = page.locator(".games .button").evaluate_all("all => all.map(each => Math.round(each.offsetHeight / 48))")
    assert lines
    assert set(lines) == {1}
    rows = page.locator(".games .row:not(.play-computer)").evaluate_all("all => all.map(row => row.offsetHeight)")
    assert max(rows) < 2 * 44
    cut = page.locator(".games select").evaluate_all("all => all.filter(each => each.offsetWidth < 180).length")
    assert cut == 0, "the level is read whole"


def test_mastery_comes_first_and_says_so_and_the_first_button_plays_the_computer(browse):
    page = browse(viewport={"width": 1280, "height": 800})
    page.goto("/")
    cards = page.locator(".games > li")
    expect(cards.first).to_contain_text("Mastery start here")
    for card in cards.all():
        button, practice = card.locator(".button").nth(0), card.locator(".button").nth(1)
        expect(button).to_have_text("Play the computer")
        expect(practice).to_have_text("Practice board")
        expect(card).to_contain_text("You win")
        expect(card).to_contain_text("turns each")
    expect(cards.nth(1)).to_contain_text("MASTER · dice")
    expect(cards.nth(2)).to_contain_text("Masters · Ember & Frost")


@pytest.mark.parametrize("width", [360, 1280])
def test_learn_and_watch_are_in_the_top_bar(browse, width):
    page = browse(viewport={"width": width, "height": 800})
    page.goto("/")
    for name, heading in (("Learn", "The games and their rules"), ("Watch", "Watch games")):
        page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
