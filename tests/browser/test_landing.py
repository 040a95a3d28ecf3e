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
    rows = page.locator(".games .row").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert max(rows) < 2 * 44
