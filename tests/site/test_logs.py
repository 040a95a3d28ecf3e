"""The line of each request and each task, and the name that both bear."""

import json
import logging

import pytest

from games.tasks import flag_expired_games
from mastery_site.logs import JsonLines, connect, work


@pytest.fixture
def lines(caplog):
    """What was logged, as a collector of logs reads it."""
    caplog.handler.setFormatter(JsonLines())
    with caplog.at_level(logging.INFO, logger="mastery_site.logs"):
        yield lambda: [json.loads(line) for line in caplog.text.splitlines()]


def test_a_request_is_logged_with_its_view_and_numbers(client, db, lines):
    response = client.get("/games/4711/?from=anna@example.org", REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT="Browser")
    (line,) = [line for line in lines() if line["message"] == "request"]
    assert {name: line[name] for name in ("view", "pk", "method", "status")} == {
        "view": "game",
        "pk": 4711,
        "method": "GET",
        "status": 404,
    }
    assert line["ms"] >= 0
    assert line["request"] == response.headers["X-Request-Id"]
    assert not [word for word in ("anna", "198.51.100.7", "Browser", "4711/") if word in json.dumps(line)]


def test_a_request_keeps_the_name_that_the_proxy_gave_it(client, db):
    given = "5b0ff3e4-0c1f-4b9e-9d39-c0ffee000001"
    assert client.get("/livez", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "short", "with space in it", "a" * 65, "<script>alert</script>"])
def test_a_name_that_cannot_be_is_replaced(client, db, given):
    name = client.get("/livez", headers={"X-Request-Id": given}).headers["X-Request-Id"]
    assert name != given
    assert len(name) == 16


def test_each_request_has_a_name_of_its_own_which_ends_with_it(client, db):
    assert len({client.get("/livez").headers["X-Request-Id"] for _ in range(5)}) == 5
    assert work.get() == {}


def test_a_task_is_logged_with_its_name_and_id(db, lines):
    connect()
    result = flag_expired_games.apply()
    (line,) = [line for line in lines() if line["message"] == "task"]
    assert (line["name"], line["state"], line["task"]) == ("games.tasks.flag_expired_games", "SUCCESS", result.id)
    assert work.get() == {}
