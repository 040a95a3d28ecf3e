"""Replay in a browser: no request a step for twenty turns, play, pause, jumps, keys; without script the links."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import GameFactory, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")


def play_long(game, turns: int):
    for number in range(turns):
        quiet = [move for move in game.position.legal_moves() if game.ruleset.is_quiet(move)]
        play_turns(game, quiet[number * 7 % len(quiet)])
        game.refresh_from_db()
    return game


def listen(page) -> list[str]:
    """What is asked of the site from now on, icons apart."""
    asked: list[str] = []
    page.on("request", lambda request: None if "/static/" in request.url else asked.append(request.url))
    return asked


def test_twenty_steps_ask_once_and_show_what_their_pages_show(browse, alice, boris):
    game = play_long(GameFactory(first=alice, second=boris), 24)
    page = browse(alice)
    page.goto(f"{game.get_absolute_url()}1/")
    page.locator("#replay").wait_for()
    page.wait_for_load_state("networkidle")
    asked = listen(page)
    for ply in range(2, 22):
        page.locator("[data-step=next]").click()
        expect(page.locator("[data-part=said]")).to_contain_text(f"After turn {ply} of 24.")
    assert [each.rpartition("/games/")[2] for each in asked] == [f"{game.pk}/frames/?from=2"]
    assert page.url.endswith(f"/{game.pk}/21/")
    seen = {name: page.locator(name).first.inner_html() for name in ("#board svg .pieces", "[data-part=said]")}
    current = page.locator('.turns [aria-current="true"]').inner_text()
    title = page.title()
    page.reload()
    page.locator("#replay").wait_for()
    assert {name: page.locator(name).first.inner_html() for name in seen} == seen
    assert page.locator('.turns [aria-current="true"]').inner_text() == current
    assert page.title() == title


def test_it_plays_pauses_and_jumps_to_the_next_capture(browse, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = browse(alice)
    page.goto(game.get_absolute_url())
    page.locator(".steps [data-play]").click()
    page.wait_for_url(re.compile(rf"/games/{game.pk}/0/"))
    expect(page.locator("[data-part=said]")).to_contain_text("After turn 1 of 3.", timeout=10_000)
    page.locator("#replay [data-play]").click()
    expect(page.locator("#replay [data-play]")).to_have_text("Replay")
    page.get_by_role("button", name="Next capture").click()
    expect(page.locator("[data-part=said]")).to_contain_text("After turn 3 of 3.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-part=said]")).to_contain_text("After turn 2 of 3.")
    page.keyboard.press("Home")
    expect(page.locator("[data-part=said]")).to_contain_text("At the start.")
    page.get_by_role("link", name="Current position", exact=True).click()
    page.wait_for_url(re.compile(rf"/games/{game.pk}/$"))


def test_without_script_the_same_links_lead_from_page_to_page(browse, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = browse(alice, java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}1/")
    page.get_by_role("link", name="Next turn").click()
    expect(page.get_by_text("After turn 2 of 3.")).to_be_visible()
    expect(page.locator("#replay")).to_be_hidden()


@pytest.mark.parametrize("width", [280, 900])
def test_a_frame_on_another_site_replays_and_fits(browse, alice, boris, width):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = browse(None, viewport={"width": width, "height": 800})
    page.goto(f"/embed{game.get_absolute_url()}1/")
    page.locator("[data-play]").click()
    expect(page.locator("[data-part=said]")).to_contain_text("After turn 3 of 3.", timeout=15_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
