"""The front page in a browser: what can be done with each game stands on one line, on a phone and on a desk."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_button_of_a_game_wraps(browse, width):
    page = browse(viewport={"width": width, "height": 844})
    page.goto("/")
    lines = page.locator(".games .button").evaluate_all("all => all.map(each => Math.round(each.offsetHeight / 48))")
    assert lines
    assert set(lines) == {1}
    rows = page.locator(".games .row").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert max(rows) < 2 * 44
