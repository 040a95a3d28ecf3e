"""An older page whose scripts save replaces nothing newer either: a page that shows both texts comes in its place."""

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.factories import GameFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


@pytest.fixture
def pages(live_server, browser, alice, boris) -> tuple[Page, Page]:
    """Two windows of Alice's, with the same position of an analysis."""
    client = Client()
    client.force_login(alice)
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    address = client.post(f"{game.get_absolute_url()}analyse/", {"ply": "1"}).url
    context = browser.new_context()
    for name, cookie in client.cookies.items():
        context.add_cookies([{"name": name, "value": cookie.value, "url": live_server.url}])
    opened = context.new_page(), context.new_page()
    for page in opened:
        page.goto(live_server.url + address)
    return opened


@pytest.mark.parametrize("leaves_by", ["text=Save comment", '[data-step="first"]'], ids=["saved", "gone on"])
def test_a_comment_written_over_an_older_one_is_shown_beside_the_newer(pages, leaves_by):
    newer, older = pages
    newer.fill("#comment", "Theirs.")
    with newer.expect_response(lambda response: response.request.method == "POST"):
        newer.click("text=Save comment")
    older.fill("#comment", "Mine.")
    older.click(leaves_by)
    older.wait_for_selector("#outdated")
    assert "Theirs." in older.inner_text("#outdated")
    assert older.input_value("#yours-comment") == "Mine."
    older.click("text=Save mine")
    older.wait_for_selector("#comment")
    assert older.input_value("#comment") == "Mine."
