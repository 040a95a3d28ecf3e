"""The lists of what computers have to do say what they are, and show every column on a screen of usual width."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from computers.models import Review, Thought
from tests.administration import enter
from tests.factories import GameFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WHY = "It failed: " + "OperationalError " * 11


@pytest.mark.parametrize("name", ["turns waiting for computers", "analyses, waiting or done"])
def test_every_column_of_a_list_is_in_view(browse, admin, alice, boris, live_server, name):
    game, now = GameFactory(first=alice, second=boris), timezone.now()
    stopped = {"game": game, "asked_at": now, "seen_at": now, "stopped_at": now, "why": WHY}
    Thought.objects.create(revision=1, **stopped)
    Review.objects.create(positions=500, done=499, **stopped)
    page = browse(viewport={"width": 1280, "height": 800})
    cookie = enter(Client(), admin).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
    page.goto("/admin/")
    page.locator("#content-main").get_by_role("link", name=name.capitalize(), exact=True).click()
    expect(page.get_by_text(WHY.strip())).to_be_visible()
    assert page.locator(".results").evaluate("list => list.scrollWidth - list.clientWidth") <= 0
