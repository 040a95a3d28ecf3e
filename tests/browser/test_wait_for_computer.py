"""The open page while a computer is to move: it shows the turn, or why none comes, within seconds, and asks for that
less often once a minute has passed. The browser's clock is the test's."""

import time
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from computers import starting, thinking, waking
from computers.models import Computer, Thought
from games.models import Game
from tests.computers.conftest import play_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COUNTED = """
const asks = window.fetch;
window.asked = [];
window.open_asks = 0;
window.fetch = async (...given) => {
  window.asked.push(Date.now());
  window.open_asks += 1;
  try {
    const answer = await asks(...given);
    await answer.clone().text();
    return answer;
  } finally {
    window.open_asks -= 1;
  }
};
"""
"""Writes down when the page asks, by its own clock."""


@pytest.fixture
def game(alice, monkeypatch) -> Game:
    """Alice waits for the last level, and nobody thinks."""
    monkeypatch.setattr(waking, "wake", lambda *ids: None)
    game = starting.start(alice, slug="mastery", level="champion")
    if game.seats.get(user=alice).side == game.side_to_move:
        play_first(game, alice)
    return game


@pytest.fixture
def page(browse, alice, game) -> Page:
    page = browse(alice)
    page.clock.install()
    page.add_init_script(COUNTED)
    page.goto(game.get_absolute_url())
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    expect(page.get_by_text("The computer is thinking.")).to_be_visible()
    return page


def wait(page: Page, *, seconds: float) -> list[float]:
    """Lets the page live for so long, and returns after how many seconds it asked for news."""
    begun = page.evaluate("Date.now()")
    for _ in range(round(seconds * 2)):
        page.clock.run_for(500)
        while page.evaluate("window.open_asks"):
            time.sleep(0.01)
        page.evaluate("null")  # what follows the answer has run
    return [(at - begun) / 1000 for at in page.evaluate("window.asked") if at > begun]


@pytest.mark.late
def test_it_asks_every_two_seconds_for_a_minute_and_then_less_and_less(page):
    asked = wait(page, seconds=60)
    gaps = [after - before for before, after in pairwise(asked)]
    assert max(gaps) <= 2.5
    assert len(asked) <= 35
    assert len(wait(page, seconds=240)) <= 12


HINDRANCES = {
    "switched off": (lambda: Computer.objects.update(on=False), "switched off at the moment"),
    "stopped": (
        lambda: Thought.objects.update(stopped_at=timezone.now(), by_staff=True, claim=""),
        "have stopped this computer here",
    ),
}


@pytest.mark.parametrize("after", [0, 30])
@pytest.mark.parametrize("name", HINDRANCES)
def test_it_says_within_seconds_that_staff_have_stopped_the_computer(page, name, after):
    do, words = HINDRANCES[name]
    wait(page, seconds=after)
    do()
    wait(page, seconds=8)
    assert words in page.locator("#status").inner_text()
    assert page.get_by_role("link", name="End the game without a result").is_visible()


def test_it_shows_a_turn_that_came_late_within_seconds(page, game, monkeypatch):
    choose, first = thinking.playing.choose, starting.list_levels(game.ruleset)[0]
    monkeypatch.setattr(thinking.playing, "choose", lambda *a, **more: choose(*a, **{**more, "level": first}))
    wait(page, seconds=55)
    thinking.think(game.pk)
    wait(page, seconds=2.5)
    assert "Your turn." in page.locator("#status").inner_text()
