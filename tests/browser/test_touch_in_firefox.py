"""A finger in Firefox drags a piece and scrolls from anywhere else, as `test_touch.py` says of Chromium.

The touches come as those of a machine would, so that Firefox itself decides what scrolls; what WebDriver sends goes
past that.
"""

import json
import shutil
from dataclasses import dataclass

import pytest
from django.conf import settings
from django.test import Client

from tests import servers
from tests.browser.firefox import Firefox
from tests.browser.test_touch import FRAY, LYING, UPRIGHT, analyse
from tests.factories import GameFactory, set_up
from tests.machine import miss
from tests.servers import wait_until
from tests.sharing import begin_with

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
RESIZE = """
  const [width, height, done] = arguments;
  Object.assign(gBrowser.selectedBrowser.style, { maxWidth: `${width}px`, maxHeight: `${height}px` });
  done();
"""
TOUCH = """
  // It rests before it is lifted, so that the page does not go on by itself.
  const [[x, y], [toX, toY], done] = arguments;
  const [STEPS, REST, FRAME, ON, OFF] = [12, 10, 16, 2, 4];
  const scale = devicePixelRatio;
  const box = gBrowser.selectedBrowser.getBoundingClientRect();
  const send = async (what, part) => {
    const at = [mozInnerScreenX + box.left + x + (toX - x) * part, mozInnerScreenY + box.top + y + (toY - y) * part];
    windowUtils.sendNativeTouchPoint(0, what, ...at.map((one) => Math.round(one * scale)), 1, 90, null);
    await new Promise((go) => setTimeout(go, FRAME));
  };
  (async () => {
    for (let step = 0; step <= STEPS + REST; step += 1) await send(ON, Math.min(step / STEPS, 1));
    await send(OFF, 1);
    setTimeout(done, 100);
  })();
"""
FIND = """
  const box = document.querySelector('#board [data-square="%s"]').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
"""


@dataclass
class Finger:
    firefox: Firefox

    def resize(self, viewport: dict[str, int]) -> None:
        width, height = viewport["width"], viewport["height"]
        self.firefox.run_inside(RESIZE, width, height)
        wait_until(lambda: self.firefox.run("return [innerWidth, innerHeight]") == [width, height], what="The size")

    def find(self, square: str) -> list[float]:
        return self.firefox.run(FIND % square)

    def drag(self, start: str, end: str) -> None:
        self.firefox.run_inside(TOUCH, self.find(start), self.find(end))

    def scroll(self, start: str, *, by: float) -> float:
        """How far the page went as a finger went up by so many pixels from a square."""
        before, (x, y) = self.firefox.run("return scrollY"), self.find(start)
        self.firefox.run_inside(TOUCH, [x, y], [x, y - by])
        return self.firefox.run("return scrollY") - before

    def expect(self, told: str, words: str) -> None:
        """That the expression comes to have these words in it."""
        script = f"return String({told}).includes({json.dumps(words)})"
        wait_until(lambda: self.firefox.run(script), what=words)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    folder = tmp_path_factory.mktemp("Firefox")
    try:
        opened = Firefox(folder, "-remote-allow-system-access")
    except servers.Missing as error:
        miss(str(error))
    yield opened
    opened.close()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def touch(firefox, live_server, alice):
    """Opens a page of Alice's on a telephone; returns the finger on it."""
    client = Client()
    client.force_login(alice)
    firefox.open(f"{live_server.url}/about/")
    firefox.add_cookie(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)

    def open_page(address: str) -> Finger:
        finger = Finger(firefox)
        finger.resize(UPRIGHT)
        firefox.open(live_server.url + address)
        wait_until(lambda: firefox.run("return !!document.querySelector('#board [role=group]')"), what="The script")
        return finger

    return open_page


@pytest.fixture
def game(alice, boris):
    return set_up(GameFactory(first=alice, second=boris), FRAY)


STAGED = "document.querySelector('#text').value"


@pytest.mark.parametrize("how", begin_with(4, ["at once", "scrolled", "rotated", "rotated and scrolled"]))
def test_a_piece_follows_the_finger_on_the_page_of_a_game(touch, game, how):
    finger = touch(game.get_absolute_url())
    if "rotated" in how:
        finger.resize(LYING)
    if "scrolled" in how:
        assert finger.scroll("a5", by=60) > 20
    finger.firefox.run("document.querySelector('[data-square=\"d4\"]').scrollIntoView({ block: 'center' })")
    before = finger.firefox.run("return scrollY")
    finger.drag("d4", "d5")
    finger.expect(STAGED, "Md4-d5")
    assert finger.firefox.run("return scrollY") == before


def test_on_practice_and_analysis_boards_and_in_lessons_a_piece_follows_the_finger_too(touch, alice, boris, client):
    practice = touch("/practice/mastery/")
    practice.drag("d4", "d5")
    practice.expect("document.querySelector('.practice-turns [aria-current]')?.textContent", "Pd4-d5")
    analysis = touch(analyse(alice, boris, client))
    analysis.drag("f4", "f5")
    analysis.expect("[...document.querySelectorAll('[aria-current]')].map((one) => one.textContent)", "Pf4-f5")
    lesson = touch("/learn/mastery/alone/")
    lesson.drag("d4", "d6")
    lesson.expect("document.body.innerText", "Well done!")


@pytest.mark.parametrize("square", begin_with(2, ["a5", "d7"]))  # one empty, one an enemy's
def test_elsewhere_a_finger_scrolls_the_page_and_chooses_nothing(touch, game, square):
    finger = touch(game.get_absolute_url())
    assert finger.scroll(square, by=120) > 60
    assert finger.firefox.run("return document.querySelectorAll('.target.clicked').length") == 0
