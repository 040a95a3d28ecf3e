"""`/livez` and `/healthz`: what is well, what is not, and that nothing is given away."""

import json
import time
from datetime import timedelta
from unittest.mock import Mock

import pytest
import time_machine
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import ProgrammingError
from django.template import TemplateDoesNotExist
from django.utils import timezone

from accounts.signing_in.sessions import SessionStore
from games.models import Heartbeat
from games.tasks import flag_expired_games
from mastery_site.health import healthz
from mastery_site.models import LastRun
from mastery_site.processes import uptime
from notifications.delivery.outbox import FIRST_WAIT, GIVE_UP_AFTER, LONGEST_WAIT
from notifications.models import Notice
from tests.servers import START_WITHIN


@pytest.fixture(autouse=True)
def run_for(monkeypatch):
    """A site that has run for a day, or for so many minutes."""

    def set_start(minutes):
        monkeypatch.setattr(uptime, "_began", time.monotonic() - minutes * 60)

    set_start(1440)
    return set_start


@pytest.fixture
def still(db):
    """Time stands still from here on, so that a slow machine finds the same as a quick one."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
def swept(still):
    """Beat and worker do their work."""
    return LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now())


def ask(client) -> tuple[int, dict]:
    response = client.get("/healthz")
    return response.status_code, response.json()


def make_notice(**fields) -> Notice:
    now = timezone.now()
    return Notice.objects.create(
        **{"address": "a@example.org", "kind": "test", "created_at": now, "due_at": now, "dedupe_key": "1", **fields}
    )


def test_a_site_that_does_its_work_is_well(client, swept, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):  # one of them, for an announcement, is remembered for a while
        status, found = ask(client)
    assert status == 200
    assert found == {
        "ok": True,
        "database": {"ok": True},
        "page": {"ok": True},
        "pages": {"ok": True, "seconds_since": None},
        "sweep": {"ok": True, "seconds_since": 0},
        "notices": {"ok": True, "oldest_seconds": 0},
        "mail": {"ok": True, "failing_seconds": None},
        "replies": {"ok": True, "failing_seconds": None, "seconds_since": None},
        "push": {"ok": True, "refused_readers": 0, "signs": True},
        "broker": {"ok": True},
        "cache": {"ok": True},
    }


def break_template(monkeypatch, settings):
    monkeypatch.setattr("django.template.engine.Engine.get_template", Mock(side_effect=TemplateDoesNotExist("page")))


def lose_static_files(monkeypatch, settings):
    monkeypatch.setattr(staticfiles_storage, "url", Mock(side_effect=ValueError("Missing staticfiles manifest entry")))


def lose_sessions(monkeypatch, settings):
    monkeypatch.setattr(SessionStore, "load", Mock(side_effect=ProgrammingError("no such table: sessions")))


def leave_out_host(monkeypatch, settings):
    settings.ALLOWED_HOSTS = ["another.example.org"]


@pytest.mark.parametrize("happen", [break_template, lose_static_files, lose_sessions, leave_out_host])
def test_pages_that_cannot_be_shown_are_not_well(client, swept, monkeypatch, settings, happen):
    """A request by another host name than the site's gets the same answer."""
    settings.SITE_URL = "https://games.example.org"
    settings.ALLOWED_HOSTS = ["games.example.org", "testserver"]
    assert ask(client)[1]["page"] == {"ok": True}
    happen(monkeypatch, settings)
    monkeypatch.setattr(healthz, "check_broker", lambda: {"ok": True})
    found = healthz.examine(timezone.now())
    assert (found["database"]["ok"], found["page"]["ok"]) == (True, False)


@pytest.mark.parametrize(("minutes", "status"), [(1.9, 200), (2.1, 503)])
def test_a_sweep_must_not_lag_by_more_than_what_players_are_promised(client, swept, minutes, status):
    LastRun.objects.update(ended_at=timezone.now() - timedelta(minutes=minutes))
    found = ask(client)
    assert found[0] == status
    assert found[1]["sweep"] == {"ok": status == 200, "seconds_since": pytest.approx(minutes * 60, abs=0.5)}


@pytest.mark.parametrize(("minutes", "status"), [(9.9, 200), (10.1, 503)])
def test_pages_must_not_be_silent_for_as_long_as_an_outage(client, swept, minutes, status):
    Heartbeat.objects.create(part="web", at=timezone.now() - timedelta(minutes=minutes))
    found = ask(client)
    assert found[0] == status
    assert found[1]["pages"] == {"ok": status == 200, "seconds_since": pytest.approx(minutes * 60, abs=0.5)}


def test_a_site_that_was_never_swept_is_not_well(client, db):
    status, found = ask(client)
    assert status == 503
    assert found["sweep"] == {"ok": False, "seconds_since": None}


@pytest.mark.parametrize("hours", [None, 8])
@pytest.mark.parametrize(("up", "status"), [(0, 200), (1.9, 200), (2.1, 503)])
def test_a_site_that_has_just_started_is_well_until_it_should_have_been_swept(client, db, run_for, hours, up, status):
    """Otherwise a program that restarts what is not well would never let it begin."""
    run_for(up)
    if hours:
        LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now() - timedelta(hours=hours))
    found = ask(client)
    assert found[0] == status
    assert found[1]["sweep"]["ok"] == found[1]["sweep"].get("starting", False) == (status == 200)


@pytest.mark.parametrize(("up", "attempts", "status"), [(9, 0, 200), (11, 0, 503), (9, 9, 503)])
def test_after_a_night_the_pages_and_the_news_have_ten_minutes(client, swept, run_for, up, attempts, status):
    """But for news that was tried: then it is the mail that does not work."""
    run_for(up)
    night = timezone.now() - timedelta(hours=8)
    Heartbeat.objects.create(part="web", at=night)
    make_notice(due_at=night, attempts=attempts)
    found = ask(client)
    assert found[0] == status
    assert found[1]["pages"]["ok"] == (up < 10)
    assert found[1]["notices"]["ok"] == (status == 200)


def test_a_sweep_is_noted_when_it_succeeds(still):
    flag_expired_games.apply()
    assert LastRun.objects.get(task=healthz.SWEEP).ended_at == timezone.now()


def test_a_sweep_that_fails_is_not_noted(swept, monkeypatch):
    LastRun.objects.update(ended_at=timezone.now() - timedelta(hours=1))
    monkeypatch.setattr("games.play.run_out_due", lambda **terms: 1 / 0)
    flag_expired_games.apply()
    assert timezone.now() - LastRun.objects.get().ended_at > timedelta(minutes=59)


@pytest.mark.parametrize(
    ("fields", "status", "seconds"),
    [
        ({"due_at": -timedelta(minutes=9)}, 200, 540),
        ({"due_at": -timedelta(minutes=11)}, 503, 660),
        ({"due_at": timedelta(days=2)}, 200, 0),
        ({"due_at": -timedelta(days=2), "closed_at": timedelta()}, 200, 0),
        ({"due_at": LONGEST_WAIT, "attempts": 9}, 503, 2420),
        ({"due_at": FIRST_WAIT, "attempts": 1}, 200, 0),
    ],
    ids=["late", "too late", "for later", "sent", "tried for long", "tried once"],
)
def test_a_notice_must_not_wait_for_long(client, swept, fields, status, seconds):
    now = timezone.now()
    make_notice(**{name: now + value if name.endswith("_at") else value for name, value in fields.items()})
    found = ask(client)
    assert found[0] == status
    assert found[1]["notices"]["oldest_seconds"] == pytest.approx(seconds, abs=0.5)


def test_the_age_of_a_notice_that_is_tried_again_and_again_grows_to_its_end():
    ages = [healthz.waited_at_least(attempts) for attempts in range(1, 500)]
    assert ages == sorted(ages)
    assert ages[0] == timedelta()
    assert ages[-1] > GIVE_UP_AFTER


def test_a_database_that_is_away_is_reported_without_its_own_error_text(client, swept, monkeypatch):
    def fail(*args):
        raise OSError("postgres://site:secret@db.example.org")

    monkeypatch.setattr(healthz, "check_database", fail)
    status, found = ask(client)
    assert status == 503
    assert found["database"] == {"ok": False, "fault": "OSError"}
    assert found["sweep"] == {"ok": False}
    assert "secret" not in json.dumps(found)


def test_a_broker_that_is_away_is_reported_soon(client, swept, settings):
    from mastery_site.celery import app

    broker = app.conf.broker_write_url
    app.conf.broker_write_url = "redis://127.0.0.1:1/0"
    try:
        began = time.monotonic()
        status, found = ask(client)
    finally:
        app.conf.broker_write_url = broker
    assert status == 503
    assert found["broker"]["ok"] is False
    assert found["cache"] == {"ok": False}, "to ask the same server again would outlast the patience of a probe"
    assert time.monotonic() - began < START_WITHIN


def test_a_process_that_lives_says_so_whatever_else_is_away(client):
    response = client.get("/livez")  # no database: the test may not touch it
    assert (response.status_code, response.content) == (200, b"alive\n")


@pytest.mark.parametrize("path", ["/livez", "/healthz", "/metrics"])
def test_a_request_from_inside_is_not_redirected_to_https(client, swept, settings, path):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 405
    assert client.get("/rules/").status_code == 301


def test_a_state_that_is_not_well_is_reported_by_nobody_as_a_fault(client, db, caplog):
    assert ask(client)[0] == 503
    assert "Service Unavailable" not in caplog.text
