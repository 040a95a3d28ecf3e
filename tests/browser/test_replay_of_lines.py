"""Replay of lines in a browser: on the practice board, in one’s own analyses, and in those that others share."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from analysis import trees
from analysis.models import Tree
from engine.contract import Side
from games import play
from tests.browser.conftest import click
from tests.browser.test_replay import TURNS, listen
from tests.factories import GameFactory, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]

QUIET = "; ".join(["Md1-c1", "Me8-f8", "Mc1-d1", "Mf8-e8"] * 6)
PAGE = 2
"""Requests for the page of a turn: the form is posted, and its answer leads to the page."""
PRACTICE = f"/practice/mastery/?turns={QUIET.replace('; ', '%3B')}"


@pytest.fixture
def analysis(alice, boris) -> str:
    """The address of Boris’s analysis of his game, which is shared."""
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    client = Client()
    client.force_login(boris)
    return client.post(reverse("analyse_game", args=[game.pk]), {"ply": "1"}).url


def open_page(browse, user, address: str):
    """A page whose clock can be stopped: `clock.pause_at`, `clock.resume`."""
    page = browse(user)
    page.clock.install()
    page.goto(address)
    return page


def step_once(page, shown: int) -> None:
    """The first step, which is taken by a page, while the positions around it are on their way; then no time passes."""
    page.locator("[data-step=next]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", str(shown))
    page.clock.pause_at(timezone.now() + timedelta(hours=1))


def wait_for_positions(page) -> None:
    """They say that the quiet line has no capture; a step before they are there is taken by a page."""
    expect(page.get_by_role("button", name="Next capture")).to_be_disabled()


def place_of(page, square: str) -> float:
    """How far down on the page a square is."""
    return page.locator(f'#board [data-square="{square}"]').bounding_box()["y"]


def list_pages(asked: list[str]) -> list[str]:
    return [address for address in asked if "/frames/" not in address]


def current_turn(page) -> str:
    return page.locator(".practice-turns [aria-current], .tree-scroll [aria-current]").inner_text()


def test_it_plays_at_the_chosen_speed_and_stops_at_its_page(browse, alice):
    page = browse(alice)
    page.goto(f"{PRACTICE}&ply=2")
    asked = listen(page)
    page.get_by_label("Speed").select_option("very fast")
    page.get_by_role("group", name="Replay").get_by_role("button", name="Replay").click()
    expect(page.locator("[data-step=last]")).to_be_disabled()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "24")
    assert len([each for each in asked if "frames" in each]) == 2  # twenty-two turns, twenty at once
    assert len(list_pages(asked)) == PAGE
    assert page.get_by_label("Speed").input_value() == "300"
    assert current_turn(page) == "Mf8-e8"


def test_a_pause_shows_the_page_of_its_turn(browse, alice):
    page = browse(alice)
    page.goto(f"{PRACTICE}&ply=0")
    page.locator(".steps [data-play]").click()
    expect(page.get_by_text(re.compile(r"After turn \d+ of 24\."))).to_be_visible()
    page.locator(".steps [data-play]").click()
    expect(page.locator("#replay")).not_to_have_attribute("data-shown", "0")
    expect(page.locator(".steps [data-play]")).to_have_attribute("aria-label", "Replay")


def test_after_the_first_step_twenty_ask_for_nothing_until_they_rest(browse, alice):
    page = open_page(browse, alice, f"{PRACTICE}&ply=0")
    step_once(page, 1)
    wait_for_positions(page)
    asked = listen(page)
    for _ in range(2, 21):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("After turn 20 of 24.")).to_be_visible()
    assert list_pages(asked) == []
    page.clock.resume()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "20")
    assert len(list_pages(asked)) == PAGE
    page.locator("[data-step=last]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "24")
    page.keyboard.press("Home")
    expect(page.locator("#replay")).to_have_attribute("data-shown", "0")


def test_a_site_that_does_not_answer_is_named_and_the_next_step_goes_on(browse, alice):
    page = browse(alice)
    page.goto(f"{PRACTICE}&ply=0")
    page.locator("[data-step=next]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "1")
    wait_for_positions(page)
    page.context.set_offline(True)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("No answer from the site.")).to_be_visible()
    assert current_turn(page) == "Mf8-e8"
    page.get_by_text("Pieces on the board, turn by turn").click()
    expect(page.get_by_text("Close this and open it again.")).to_be_visible()
    page.context.set_offline(False)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-shown", "5")


def test_what_is_pressed_meanwhile_is_done_to_the_turn_that_is_shown(browse, alice):
    page = open_page(browse, alice, f"{PRACTICE}&ply=0")
    step_once(page, 1)
    wait_for_positions(page)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".practice-turns li")).to_have_count(3)
    assert current_turn(page) == "Mc1-d1"


def test_a_line_that_was_begun_on_this_page_is_replayed(browse, alice):
    page = browse(alice)
    page.goto("/practice/mastery/")
    expect(page.locator("#replay")).to_be_hidden()
    for square in ("d1", "c1"):
        click(page, square)
    expect(page.locator("#replay")).to_be_visible()
    page.locator("[data-step=first]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "0")
    page.locator(".steps [data-play]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "1")


def test_it_jumps_to_the_next_capture_and_says_where_there_is_none(browse, alice):
    page = browse(alice)
    page.goto("/practice/mastery/?turns=" + "%3B".join(TURNS) + "&ply=0")
    page.get_by_role("button", name="Next capture").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "3")
    page.goto(PRACTICE)
    page.get_by_role("button", name="Next capture").click()
    expect(page.get_by_role("button", name="Next capture")).to_be_disabled()


def test_the_graph_of_material_is_that_of_the_line_and_stays_open(browse, alice):
    page = browse(alice)
    page.goto("/practice/mastery/?turns=" + "%3B".join(TURNS))
    page.get_by_text("Pieces on the board, turn by turn").click()
    table = page.locator(".replay-material table")
    expect(table.get_by_role("row")).to_have_text(["After turnsDarkLight", "0–21313", "31312"])
    expect(page.locator(".replay-material .material-graph")).to_be_visible()
    page.locator("[data-step=first]").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "0")
    expect(table).to_be_visible()


def test_an_analysis_is_replayed_from_the_side_of_its_reader(browse, boris, analysis):
    page = open_page(browse, boris, analysis)
    before = place_of(page, "a1")
    step_once(page, 2)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("After turn 3 of 3.")).to_be_visible()
    assert place_of(page, "a1") == before
    assert "Pd5xd6" in current_turn(page)
    page.clock.resume()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "3")
    assert place_of(page, "a1") == before
    page.reload()
    assert "Pd5xd6" in current_turn(page)  # the address went along


@pytest.mark.parametrize("by", ["carol", None])
def test_a_shared_analysis_is_replayed_too(browse, analysis, request, by):
    tree = Tree.objects.get()
    play.resign(tree.game_id, side=Side.FIRST)
    trees.share(Tree.objects.get())
    page = browse(by and request.getfixturevalue(by))
    page.goto(reverse("shared_analysis", args=[Tree.objects.get().token]) + "?at=-1")
    page.get_by_label("Speed").select_option("very fast")
    page.get_by_role("group", name="Replay").get_by_role("button", name="Replay").click()
    expect(page.locator("#replay")).to_have_attribute("data-shown", "3")
    assert "Pd5xd6" in current_turn(page)
