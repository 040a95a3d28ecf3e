"""Browsers of logged-in players, without the pages for logging in."""

from collections.abc import Callable, Sequence

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from engine.contract import Position, Ruleset


@pytest.fixture
def browse(new_context, live_server) -> Callable[..., Page]:
    """Opens a browser of somebody: `browse(alice)`; of a visitor without a user. Problems of scripts fail the test."""

    def open_browser(user=None, **context_args) -> Page:
        context = new_context(base_url=live_server.url, **context_args)
        if user:
            client = Client()
            client.force_login(user)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url, "httpOnly": True}]
            )
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"{page.url}: {error}"))
        return page

    return open_browser


def press(page: Page, key: str) -> None:
    """Presses a key once the page's scripts have loaded: before that it would do nothing."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def click(page: Page, token: str, *, label: str = "") -> None:
    """Clicks a square of the board, or the button of a choice, once the page's script listens."""
    page.locator('#board [role="group"]').wait_for()
    square = page.locator(f'#board [data-square="{token}"]')
    if square.count():
        square.click()
    else:
        page.locator("#tokens").get_by_role("button", name=label, exact=False).first.click()


def stage(page: Page, move: str, *, ruleset: Ruleset, position: Position, order: Sequence[int] = ()) -> None:
    """Enters a turn by clicks, its groups in the order of the text or in another one."""
    groups = ruleset.steps(position.canonical(move))
    for name, tokens in [groups[number] for number in order] or groups:
        for token in tokens:
            label = f"{ruleset.step_labels[name]}: {ruleset.step_labels.get(token, token)}"
            click(page, token, label=label)
    expect(page.locator("#text")).to_have_value(move)


def confirm(page: Page, move: str) -> None:
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text(f"You have played {move}.")).to_be_visible()
