"""The line of each request and each task, the name that both bear, and what of a refusal is logged."""

import io
import json
import logging

import pytest
from django.urls import reverse

from games.tasks import flag_expired_games
from mastery_site.logs.lines import JsonLines, Lines, connect, work
from mastery_site.logs.sentry import scrub
from tests.factories import UserFactory


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


@pytest.fixture
def written():
    """What the settings have written to where logs go."""
    (handler,) = (each for each in logging.getLogger().handlers if isinstance(each.formatter, Lines))
    before = handler.setStream(io.StringIO())
    yield handler.stream
    handler.setStream(before)


def refuse_by_view(client):
    client.force_login(UserFactory())
    return client.get(reverse("moderation"))


def name_another_host(client):
    return client.get("/", headers={"host": "elsewhere.example"})


def break_off_a_form(client):
    broken = "multipart/form-data; boundary=" + "x" * 999
    return client.post(reverse("account_login"), b"--no end", content_type=broken)


def send_too_many_fields(client):
    return client.post(reverse("account_login"), {f"field{number}": "" for number in range(3000)})


def ask_for_nothing_there(client):
    return client.get("/nowhere/")


REFUSED = {
    refuse_by_view: 403,
    name_another_host: 400,
    break_off_a_form: 400,
    send_too_many_fields: 400,
    ask_for_nothing_there: 404,
}


@pytest.mark.parametrize("ask", REFUSED, ids=lambda ask: ask.__name__)
def test_what_is_refused_is_a_warning_of_one_line_and_nothing_for_sentry(ask, client, db, written, settings, caplog):
    settings.ALLOWED_HOSTS = ["testserver"]
    assert ask(client).status_code == REFUSED[ask]
    (line,) = [line for line in written.getvalue().splitlines() if " mastery_site." not in line]
    assert " WARNING django." in line
    (record,) = [record for record in caplog.records if record.name.startswith("django.")]
    assert scrub({}, {"log_record": record}) is None


def test_a_fault_keeps_its_traceback_and_goes_to_sentry(client, db, written, monkeypatch, caplog):
    client.raise_request_exception = False
    monkeypatch.setattr("games.views.social.answer_social", None)
    assert client.get("/picture.png").status_code == 500
    assert "Traceback (most recent call last)" in written.getvalue()
    (fault,) = [record for record in caplog.records if record.name == "django.request"]
    assert scrub({}, {"log_record": fault}) is not None
