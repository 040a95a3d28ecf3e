"""The pages of games and rules, looked at as axe looks: by day and by night, on a phone and on a desk."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from games import play
from games.engine.contract import Side
from tests.browser.conftest import click
from tests.factories import GameFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "best-practice"]}


@pytest.fixture
def pages(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=("Pd4-d5",))
    over = GameFactory(first=alice, second=boris)
    play.resign(over.pk, side=Side.FIRST)
    return [f"/games/{game.pk}/", f"/games/{game.pk}/0/", f"/games/{over.pk}/", "/rules/", "/rules/mastery/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_in_anybodys_way(browse, boris, pages, scheme, width):
    page = browse(boris, viewport={"width": width, "height": 800}, color_scheme=scheme)
    for address in pages:
        page.goto(address)
        if address == pages[0]:
            click(page, "d6")
        found = Axe().run(page, options=RULES).response["violations"]
        assert [(address, one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
