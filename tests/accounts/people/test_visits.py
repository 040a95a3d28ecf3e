"""A visit is a page that somebody opened: never what a page asks for by itself, never a feed or a picture."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import GameFactory

BY_HAND = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Accept": "text/html,*/*;q=0.8"}
BY_SCRIPT = {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Accept": "*/*"}


@pytest.fixture
def go(client, alice):
    """Opens an address as Alice, and returns when she is said to have visited last."""
    client.force_login(alice)

    def run(path="/", headers=BY_HAND, method="get", **data):
        getattr(client, method)(path, data, headers=headers)
        alice.refresh_from_db()
        return alice.last_visit_at

    return run


def test_a_page_that_is_opened_is_a_visit(go):
    assert timezone.now() - go() < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("headers", "counts"),
    [
        (BY_HAND, True),
        ({"Accept": "text/html,application/xhtml+xml"}, True),  # a browser that says no more
        (BY_SCRIPT, False),
        ({"Accept": "*/*"}, False),
        ({}, False),
        ({**BY_HAND, "Sec-Purpose": "prefetch;prerender"}, False),
        ({**BY_HAND, "Sec-Fetch-Dest": "iframe"}, False),
    ],
)
def test_the_headers_of_a_request_decide_whether_it_is_a_visit(go, headers, counts):
    assert bool(go(headers=headers)) is counts


@pytest.mark.parametrize(("method", "path"), [("post", "/settings/"), ("get", "/nothing/"), ("head", "/")])
def test_a_posted_form_or_an_error_page_is_no_visit(go, method, path):
    assert go(path, method=method) is None


def test_an_answer_that_is_no_page_is_no_visit(go):
    assert go("/livez") is None


def test_a_games_page_asking_for_news_is_no_visit(go, alice, boris):
    game = GameFactory(first=alice, second=boris)
    assert go(reverse("game_state", args=[game.pk]), BY_SCRIPT, revision=0) is None


def test_it_is_written_once_in_five_minutes(go, client, django_assert_num_queries):
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        first = go()
        clock.shift(290)
        assert go() == first
        clock.shift(20)
        assert go() == timezone.now()


def test_nobody_else_is_said_to_have_visited(go, boris):
    go()
    boris.refresh_from_db()
    assert boris.last_visit_at is None
