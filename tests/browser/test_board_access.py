"""A board with a turn staged, looked at as axe looks: by day and by night, on a phone and on a desk.

Pages as they open are looked at by test_every_page.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import click
from tests.factories import GameFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "best-practice"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_with_a_turn_staged(browse, alice, boris, scheme, width):
    page = browse(boris, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(GameFactory(first=alice, second=boris, turns=("Pd4-d5",)).get_absolute_url())
    click(page, "d6")
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_each_board_is_dark_on_a_dark_page(browse, alice, boris, slug):
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    page = browse()
    lights = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(game.get_absolute_url())
        paint = page.locator("#board path").first.evaluate("path => getComputedStyle(path).fill")
        lights.append(sum(map(int, paint.removeprefix("rgb(").removesuffix(")").split(", "))))
    assert lights[1] < lights[0] * 0.6
