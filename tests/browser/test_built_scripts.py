"""On a site that is built as a public one is, each script has a name by its content, and so has what it imports."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import click, confirm
from tests.faults.conftest import prepared, public, redis_of_site, sink

__all__ = ["prepared", "public", "redis_of_site", "sink"]

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.late]

HASHED = re.compile(r"/static/([\w/-]+)\.[0-9a-f]{12}\.js$")


@pytest.fixture(scope="module")
def players(public) -> dict[str, dict]:
    public.run_web(processes=1)
    return public.set_scene("people", names=["Alice", "Boris"])


@pytest.fixture
def page(new_context, public, players) -> Page:
    """A window of Alice's; `asked` are the scripts that it asked for, `wrong` is what went wrong in it."""
    address = f"http://localhost:{public.port}"
    context = new_context(base_url=address)
    context.add_cookies([{"name": "sessionid", "value": players["Alice"]["session"], "url": address}])
    page = context.new_page()
    page.asked, page.wrong = [], []
    page.on("request", lambda request: page.asked.append(request.url) if request.resource_type == "script" else None)
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda said: page.wrong.append(said.text) if said.type in ("error", "warning") else None)
    return page


def insist_on_scripts(page: Page, *names: str) -> None:
    """The page asked for these scripts, for each once and by a hashed name, and for no other."""
    found = [HASHED.search(address) for address in page.asked]
    assert all(found), page.asked
    assert sorted(match[1] for match in found) == sorted(names)
    assert page.wrong == []


BOARD = [f"games/{name}" for name in ("board", "picture", "prompts", "steps")]
ALL = ["accounts/ask-site", "accounts/time-zone"]


def test_a_turn_is_played_with_scripts_of_hashed_names(public, page):
    (game,) = public.set_scene("games", first="Alice", second="Boris", count=1)
    page.goto(f"/games/{game}/")
    page.wait_for_load_state()
    beside = [f"games/{name}" for name in ("folds", "record", "live", "chat", "queue", "undo")]
    insist_on_scripts(page, *ALL, *BOARD, *beside)
    click(page, "d1")
    click(page, "c1")
    confirm(page, "Md1-c1")
    assert page.wrong == []


def test_a_practice_board_is_played_with_scripts_of_hashed_names(page):
    page.goto("/practice/mastery/")
    page.wait_for_load_state()
    beside = ["games/practice", "games/practice-page", "records/player", "records/replay-line"]
    insist_on_scripts(page, *ALL, *BOARD, *beside)
    click(page, "d1")
    click(page, "c1")
    expect(page.locator(".practice-turns")).to_contain_text("Md1-c1")
    assert page.wrong == []
