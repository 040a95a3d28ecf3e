"""`PING_URL` is asked each minute while all parts are well, and at no other time; what it answers harms nothing."""

import socket
import time
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.utils import timezone

from computers.models import Thought
from core import outgoing
from games.models import Heartbeat
from mastery_site import schedule
from mastery_site.checks.environment import find_faults
from mastery_site.health import healthz, pinging
from mastery_site.models import LastRun
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


class Service(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.asked, server.status = [], 200
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def service(settings):
    with serving() as server:
        origin = f"http://127.0.0.1:{server.server_port}"
        settings.PING_URL, settings.OUTGOING_HOSTS = f"{origin}/ping/a-secret?of=ours", [origin]
        yield server


@pytest.fixture(autouse=True)
def _swept(monkeypatch):
    """The site has been running for long, and all is well."""
    monkeypatch.setattr(healthz, "started_at", lambda now: now - timedelta(days=1))
    LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now())


def test_it_is_asked_while_all_is_well(service):
    assert pinging.ping()
    assert service.asked == ["/ping/a-secret?of=ours"]


def let_it_fail() -> None:
    raise OSError


def stop_sweep(now, monkeypatch) -> None:
    LastRun.objects.update(ended_at=now - timedelta(minutes=3))


def start_only_now(now, monkeypatch) -> None:
    stop_sweep(now, monkeypatch)
    monkeypatch.setattr(healthz, "started_at", lambda now: now - timedelta(seconds=10))


def silence_pages(now, monkeypatch) -> None:
    Heartbeat.objects.create(part=Heartbeat.Part.WEB, at=now - timedelta(minutes=11))


def break_mail(now, monkeypatch) -> None:
    Heartbeat.objects.create(part=Heartbeat.Part.NO_MAIL, at=now - timedelta(minutes=30))


def break_database(now, monkeypatch) -> None:
    monkeypatch.setattr(healthz, "check_database", let_it_fail)


def break_broker(now, monkeypatch) -> None:
    monkeypatch.setattr(healthz, "check_broker", let_it_fail)


def break_cache(now, monkeypatch) -> None:
    monkeypatch.setattr(healthz, "check_cache", let_it_fail)


def leave_turns_of_computers(now, monkeypatch) -> None:
    game = GameFactory(first=UserFactory(kind="computer"), second=UserFactory())
    Thought.objects.update_or_create(game=game, defaults={"revision": 0, "asked_at": now - timedelta(minutes=11)})


UNWELL = {
    stop_sweep: "sweep",
    start_only_now: "sweep",
    silence_pages: "pages",
    break_mail: "mail",
    break_database: "database",
    break_broker: "broker",
    break_cache: "cache",
    leave_turns_of_computers: "computers",
}


@pytest.mark.parametrize("happen", UNWELL, ids=lambda happen: happen.__name__)
def test_it_is_not_asked_while_a_part_is_not_well_and_the_log_names_the_part(happen, service, monkeypatch, caplog):
    happen(timezone.now(), monkeypatch)
    assert not pinging.ping()
    assert service.asked == []
    assert UNWELL[happen] in caplog.text
    assert "a-secret" not in caplog.text


def test_turns_of_computers_that_wait_for_no_worker_do_not_count(service):
    now = timezone.now()
    for fields in ({"relayed": True}, {"stopped_at": now}, {"seen_at": now}):
        Thought.objects.all().delete()
        leave_turns_of_computers(now, None)
        Thought.objects.update(**fields)
        assert pinging.ping(), fields


def test_the_probe_alone_says_whether_pages_can_be_shown(service, monkeypatch):
    """Templates and addresses would make a worker a third larger."""
    monkeypatch.setitem(healthz.CHECKS, "page", let_it_fail)
    assert pinging.ping()


@pytest.mark.parametrize("status", [302, 404, 500])
def test_an_answer_that_is_none_is_told_in_the_log_without_the_address(status, service, caplog):
    service.status = status
    assert not pinging.ping()
    assert f"it answered {status}" in caplog.text
    assert "a-secret" not in caplog.text


def test_a_service_that_is_gone_or_never_answers_harms_nothing(settings, caplog, monkeypatch):
    monkeypatch.setattr(outgoing, "Client", partial(outgoing.Client, patience=0.3))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        origin = f"http://127.0.0.1:{silent.getsockname()[1]}"
        settings.PING_URL, settings.OUTGOING_HOSTS = f"{origin}/a-secret", [origin]
        began = time.monotonic()
        assert not pinging.ping()
        assert time.monotonic() - began < 5
    assert not pinging.ping()
    assert caplog.text.count("PING_URL could not be told") == 2
    assert "a-secret" not in caplog.text


def test_a_site_that_nobody_watches_asks_nobody_and_plans_nothing(settings):
    settings.PING_URL = ""
    assert not pinging.ping()
    tasks = {
        pings: schedule.write_for_beat(looks_for_replies=False, has_telegram=False, pings=pings)
        for pings in (False, True)
    }
    assert tasks[True].keys() - tasks[False].keys() == {"ping"}


@pytest.mark.parametrize(
    ("address", "hosts", "fits"),
    [
        ("https://hc-ping.com/uuid", "", True),
        ("http://hc-ping.com/uuid", "", False),
        ("https://hc-ping.com:8443/uuid", "", False),
        ("https://10.0.0.2/uuid", "", False),
        ("http://uptime.lan:3001/api/push/x?status=up", "http://uptime.lan:3001", True),
        ("http://uptime.lan:3001/api/push/x?status=up", "http://uptime.lan", False),
    ],
)
def test_check_says_which_address_would_never_be_asked(address, hosts, fits):
    found = [fault.msg for fault in find_faults({"PING_URL": address, "OUTGOING_HOSTS": hosts})]
    assert [told.split()[0] for told in found] == ([] if fits else ["PING_URL"])
    assert not any("uuid" in told or "push/x" in told for told in found), "it may be a secret"
