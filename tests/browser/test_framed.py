"""A game in a frame of a page on another origin, in Chromium and Firefox: shown, replayed; and no other page is."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tests import servers
from tests.browser.firefox import Firefox
from tests.factories import GameFactory, play_turns
from tests.machine import miss
from tests.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")


@pytest.fixture
def other_site():
    """A site that shows whatever its address names in a frame."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            framed = self.path.partition("?")[2]
            content = (
                f'<!doctype html><title>Elsewhere</title><iframe src="{framed}" width="400" height="620"></iframe>'
            )
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/?"
    server.shutdown()


def test_chromium_shows_the_game_and_no_other_page_in_a_frame(browse, live_server, other_site, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = browse(alice)
    page.goto(f"{other_site}{live_server.url}/embed{game.get_absolute_url()}1/")
    frame = page.frame_locator("iframe")
    expect(frame.locator("#board svg").first).to_be_visible()
    frame.get_by_role("link", name="Next turn").click()
    expect(frame.locator("[data-part=said]")).to_contain_text("After turn 2 of 3.")
    frame.locator("[data-play]").click()
    expect(frame.locator("[data-part=said]")).to_contain_text("After turn 3 of 3.", timeout=15_000)
    for path in (game.get_absolute_url(), "/", "/settings/"):
        page.goto(f"{other_site}{live_server.url}{path}")
        assert page.frame_locator("iframe").locator("#main").count() == 0


def test_firefox_does_so_too(live_server, other_site, alice, boris, tmp_path):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    try:
        firefox = Firefox(tmp_path)
    except servers.Missing as error:
        miss(str(error))
    client = Client()
    client.force_login(alice)
    try:
        firefox.open(live_server.url)
        firefox.add_cookie(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
        firefox.open(f"{other_site}{live_server.url}/embed{game.get_absolute_url()}2/")
        firefox.ask("WebDriver:SwitchToFrame", {"id": 0})
        wait_until(lambda: firefox.run("return document.querySelectorAll('#board svg').length"), what="The board")
        firefox.click("[data-step=next]")
        said = "return document.querySelector('[data-part=said]').textContent"
        wait_until(lambda: firefox.run(said).startswith("After turn 3 of 3."), what="The next turn")
        assert urlsplit(firefox.run("return location.href")).path == f"/embed{game.get_absolute_url()}3/"
        firefox.ask("WebDriver:SwitchToFrame", {"id": None})
        firefox.open(f"{other_site}{live_server.url}{game.get_absolute_url()}")
        firefox.ask("WebDriver:SwitchToFrame", {"id": 0})
        assert not firefox.run("return document.querySelector('#board')")
    finally:
        firefox.close()
