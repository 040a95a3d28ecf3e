"""Visitors who send text that once held a process for seconds, one after another: the pages go on being answered."""

import threading
import time

import pytest

from tests.faults.public import call

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]
ASKED_EVERY, TIMES = 0.1, 40
"""Seconds, and how often the page is asked."""
PATIENCE = 5
"""Seconds: each of these posts took longer, by itself."""
COMBINING = "d4" + "\u0301\u0316" * 15_000
SPACES = "a" + " " * 60_000 + "a"
POSTS = {
    "a password": ("/account/signup/", {"username": "Dora", "email": "d@example.org", "password1": SPACES}),
    "a turn": ("/practice/mastery/frames/", {"turns": COMBINING}),
    "a record": ("/records/", {"text": f'[Game "mastery"]\n\n1. {SPACES}{{'}),
}
"""Once 26, 9 and 4 seconds."""


@pytest.fixture(scope="module")
def port(public):
    public.run_web("mastery_site.wsgi", processes=1)
    return public.port


@pytest.mark.parametrize("kind", POSTS)
def test_a_page_is_answered_meanwhile(port, kind):
    path, form = POSTS[kind]
    ends, statuses = threading.Event(), []

    def send() -> None:
        while not ends.is_set():
            statuses.append(call(port, "POST", path, data=form).status)

    senders = [threading.Thread(target=send) for _ in range(2)]
    for sender in senders:
        sender.start()
    try:
        for _ in range(TIMES):
            assert call(port, "GET", "/rules/time/", timeout=PATIENCE).status == 200
            time.sleep(ASKED_EVERY)
    finally:
        ends.set()
        for sender in senders:
            sender.join()
    assert statuses, "none of them was answered"
    assert max(statuses) < 500
