"""A finger on a telephone: it drags a piece, scrolls from anywhere else, and does both after scrolling or turning."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import CDPSession, Page, expect

from tests.factories import GameFactory, play_turns, set_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
UPRIGHT, LYING = {"width": 360, "height": 640}, {"width": 640, "height": 360}
FRAY = "3mm3/3p4/3o1p2/8/3M1o2/2O1p3/1PO5/M7 d M1O2P5/M1O2P3 - imperial,ross"
STEPS = 12


@dataclass
class Finger:
    """Touches the screen as Chromium hears of it from the machine: what is heeded and what scrolls, it decides."""

    page: Page
    session: CDPSession

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.send("touchStart", start)
        for step in range(1, STEPS + 1):
            at = tuple(one + (other - one) * step / STEPS for one, other in zip(start, end, strict=True))
            self.send("touchMove", at)
            self.page.wait_for_timeout(16)
        self.send("touchEnd")
        self.page.wait_for_timeout(100)

    def find(self, square: str) -> tuple[float, float]:
        box = self.page.locator(f'#board [data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: str, end: str) -> None:
        self.swipe(self.find(start), self.find(end))

    def scroll(self, start: str, *, by: float) -> float:
        """How far the page went as a finger went up by so many pixels from a square."""
        before, (x, y) = self.page.evaluate("scrollY"), self.find(start)
        self.swipe((x, y), (x, y - by))
        return self.page.evaluate("scrollY") - before


@pytest.fixture
def touch(browse):
    """Opens a page on a telephone; returns the finger on it."""

    def open_page(address: str, *, user=None, viewport=UPRIGHT) -> Finger:
        page = browse(user, viewport=viewport, has_touch=True, is_mobile=True)
        page.goto(address)
        page.locator('#board [role="group"]').wait_for()
        return Finger(page, page.context.new_cdp_session(page))

    return open_page


@pytest.fixture
def game(alice, boris):
    return set_up(GameFactory(first=alice, second=boris), FRAY)


def analyse(alice, boris, client) -> str:
    """The address of an analysis board of a game of hers after two turns."""
    game = play_turns(GameFactory(first=alice, second=boris), "Pd4-d5", "Pe5-e4")
    client.force_login(alice)
    return client.post(reverse("analyse_game", args=[game.pk]), {"ply": "2"}).url


def test_a_piece_follows_the_finger_on_the_page_of_a_game(touch, game, alice):
    finger = touch(game.get_absolute_url(), user=alice)
    finger.drag("d4", "d5")
    expect(finger.page.locator("#text")).to_have_value("Md4-d5")
    assert finger.page.evaluate("scrollY") == 0


def test_another_piece_than_the_one_chosen_is_dragged_at_once(touch, game, alice):
    finger = touch(game.get_absolute_url(), user=alice)
    finger.page.locator('[data-square="d4"]').tap()
    finger.drag("c3", "c4")
    expect(finger.page.locator("#text")).to_have_value("Oc3-c4")


def test_on_practice_and_analysis_boards_what_is_dragged_is_played(touch, alice, boris, client):
    practice = touch("/practice/mastery/")
    practice.drag("d4", "d5")
    expect(practice.page.locator(".practice-turns [aria-current]")).to_have_text("Pd4-d5")
    analysis = touch(analyse(alice, boris, client), user=alice)
    analysis.drag("f4", "f5")
    expect(analysis.page.locator("[aria-current]", has_text="Pf4-f5")).to_be_visible()


def test_a_task_of_a_lesson_is_solved_by_dragging(touch):
    finger = touch("/learn/mastery/alone/")
    finger.drag("d4", "d6")
    expect(finger.page.get_by_text("Well done!")).to_be_visible()


@pytest.mark.parametrize("how", ["scrolled", "rotated", "rotated and scrolled"])
def test_dragging_works_after_the_page_was_scrolled_or_the_telephone_turned(touch, game, alice, how):
    finger = touch(game.get_absolute_url(), user=alice)
    if "rotated" in how:
        finger.page.set_viewport_size(LYING)
    if "scrolled" in how:
        assert finger.scroll("a5", by=60) > 20
    finger.page.locator('[data-square="d4"]').scroll_into_view_if_needed()
    finger.drag("d4", "d5")
    expect(finger.page.locator("#text")).to_have_value("Md4-d5")


@pytest.mark.parametrize("square", ["a5", "d7"], ids=["an empty square", "an enemy"])
def test_elsewhere_a_finger_scrolls_the_page_and_chooses_nothing(touch, game, alice, square):
    finger = touch(game.get_absolute_url(), user=alice)
    assert finger.scroll(square, by=120) > 60
    assert finger.page.locator(".target.clicked").count() == 0


def test_a_finger_that_goes_over_what_could_be_taken_takes_nothing(touch, game, alice):
    finger = touch(game.get_absolute_url(), user=alice)
    finger.page.locator('[data-square="d4"]').tap()  # which could take the Officer on f4
    assert finger.scroll("f4", by=120) > 60
    assert finger.page.locator(".target.clicked").count() == 1
    assert finger.page.locator("#text").input_value() == ""


def test_two_fingers_zoom_also_where_one_is_on_a_piece(touch, game, alice):
    finger = touch(game.get_absolute_url(), user=alice)
    x, y = finger.find("d4")
    finger.send("touchStart", (x, y), (x + 40, y))
    for step in range(1, STEPS):
        finger.send("touchMove", (x - 5 * step, y), (x + 40 + 5 * step, y))
        finger.page.wait_for_timeout(16)
    finger.send("touchEnd")
    assert finger.page.evaluate("visualViewport.scale") > 1.2
