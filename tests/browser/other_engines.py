"""A turn of each game is clicked in Firefox and in WebKitGTK, and one on the practice board: part of `make soak`.

    pytest -n 0 tests/browser/other_engines.py

Chromium is Playwright's in all other tests. Debian has both of these: Firefox, which is also touched by
`test_touch_in_firefox.py`; WebKitGTK, whose driver wants a screen. The file's name keeps it out of `make test`.
"""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.test import Client

from engine import registry
from games import play
from tests import servers
from tests.browser.firefox import ELEMENT, Firefox, end, start
from tests.factories import GameFactory
from tests.machine import miss
from tests.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TURNS = {"mastery": "Pd4-d5", "master": "a2-a3 @a3=5", "masters": "Hb1-c3"}


class WebKit:
    """WebKitWebDriver: WebDriver over HTTP, with a screen of its own."""

    def __init__(self, folder: Path) -> None:
        screen = f":{os.getpid() % 50_000 + 100}"
        xvfb = servers.find_program("Xvfb")
        self.screen = start(xvfb, screen, "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
        socket_of_screen = Path(f"/tmp/.X11-unix/X{screen[1:]}")
        wait_until(socket_of_screen.exists, what="Xvfb")
        self.url = f"http://127.0.0.1:{(port := servers.free_port())}"
        environ = {"DISPLAY": screen, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "GDK_BACKEND": "x11"}
        # Root has no sandbox of its own; nothing but the tests' own pages is opened.
        environ |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.process = start(servers.find_program("WebKitWebDriver"), f"--port={port}", "--host=127.0.0.1", **environ)
        wait_until(lambda: self.send("GET", "/status"), what="WebKitWebDriver")
        options = {"binary": find_mini_browser(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self.send('POST', '/session', wanted)['sessionId']}"

    def send(self, method: str, path: str, body: dict | None = None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self.send("POST", f"{self.session}/url", {"url": url})

    def add_cookie(self, name: str, value: str) -> None:
        self.send("POST", f"{self.session}/cookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def click(self, selector: str) -> None:
        found = self.send("POST", f"{self.session}/element", {"using": "css selector", "value": selector})
        self.send("POST", f"{self.session}/element/{found[ELEMENT]}/click")

    def run(self, script: str):
        return self.send("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def close(self) -> None:
        self.send("DELETE", self.session)
        for process in (self.process, self.screen):
            end(process)


def find_mini_browser() -> str:
    """WebKitGTK's own browser, which lies beside the library. Raises Missing."""
    for path in sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")):
        return str(path)
    raise servers.Missing("WebKitGTK is not installed")


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def browser(request, tmp_path_factory) -> Iterator[Firefox | WebKit]:
    folder = tmp_path_factory.mktemp(request.param.__name__)
    try:
        opened = request.param(folder)
    except servers.Missing as error:
        miss(str(error))
    yield opened
    opened.close()
    shutil.rmtree(folder, ignore_errors=True)


def enter(browser, ruleset, move: str) -> None:
    """Clicks a turn: squares of the board, and buttons by the words of what is no square."""
    wait_until(lambda: browser.run("return !!document.querySelector('#board [role=group]')"), what="The script")
    for name, tokens in ruleset.steps(move):
        for token in tokens:
            label = f"{ruleset.step_labels[name]}: {ruleset.step_labels.get(token, token)}"
            square = f'#board [data-square="{token}"]'
            is_square = browser.run(f"return !!document.querySelector({json.dumps(square)})")
            wanted = square if is_square else f'#tokens [aria-label="{label}"]'
            # The page may put a fresh element in place between finding one and clicking it.
            wait_until(lambda wanted=wanted: browser.click(wanted) or True, what=wanted)


def shows(browser, words: str) -> None:
    wait_until(lambda: browser.run(f"return document.body.innerText.includes({json.dumps(words)})"), what=words)


@pytest.mark.parametrize("slug", TURNS)
def test_a_turn_is_clicked_and_confirmed(browser, live_server, alice, boris, slug):
    ruleset, move = registry.get(slug), TURNS[slug]
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    if game.seats.get(side=0).user != alice:
        alice = boris  # chance seats the players of some games
    client = Client()
    client.force_login(alice)
    browser.open(f"{live_server.url}/about/")
    browser.add_cookie(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
    browser.open(live_server.url + game.get_absolute_url())
    enter(browser, ruleset, move)
    wait_until(lambda: browser.run("return document.querySelector('#text').value") == move, what="The staged turn")
    browser.click("#confirm")
    shows(browser, f"You have played {move}.")
    game.refresh_from_db()
    assert [turn.text for turn in game.turns.all()] == [move]
    play.resign(game.pk, side=game.side_to_move)


@pytest.mark.parametrize("slug", TURNS)
def test_a_turn_is_played_on_the_practice_board(browser, live_server, slug):
    ruleset, move = registry.get(slug), TURNS[slug]
    browser.open(f"{live_server.url}/practice/{slug}/")
    browser.run("window.stays = true")
    enter(browser, ruleset, move)
    played = "return document.querySelector('.practice-turns [aria-current]')?.textContent"
    wait_until(lambda: browser.run(played) == move, what="The turn")
    assert browser.run("return window.stays") is True


def test_a_task_of_a_lesson_is_solved(browser, live_server):
    browser.open(f"{live_server.url}/learn/mastery/alone/")
    enter(browser, registry.get("mastery"), "Od4xd6")
    shows(browser, "Well done!")
