"""`/metrics`: who may read it, and what it says."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery import current_app
from django.utils import timezone

from accounts.models import User
from games import play
from mastery_site.checks.environment import find_faults
from mastery_site.health import counts, healthz, metrics
from mastery_site.models import LastRun
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory
from tests.rows import each_row

TOKEN = "a-token-of-the-tests-alone"


@pytest.fixture(autouse=True)
def _token(db, settings):
    settings.METRICS_TOKEN = TOKEN
    counts.forget()
    metrics.REQUESTS.clear()  # what thousands of tests asked takes half a second to write out


@each_row(
    ("meta", "status"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, 200),
        ({"REMOTE_ADDR": "::1"}, 200),
        ({"REMOTE_ADDR": "10.0.0.7"}, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_PROTO": "https"}, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"}, 404),
        *(
            ({"REMOTE_ADDR": "127.0.0.1", f"HTTP_{name}": "198.51.100.7"}, 404)
            for name in (
                *("X_REAL_IP", "X_REALIP", "VIA", "X_CLIENT_IP", "CLIENT_IP", "TRUE_CLIENT_IP", "X_CLUSTER_CLIENT_IP"),
                *("CF_CONNECTING_IP", "X_FORWARDED", "X_FORWARDED_HOST", "X_FORWARDED_PORT", "FORWARDED_FOR"),
                *("X_ORIGINAL_FORWARDED_FOR", "X_ORIGINAL_HOST"),
            )
        ),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_USER_AGENT": "Prometheus/3.1", "HTTP_ACCEPT": "text/plain"}, 200),
        ({"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}"}, 200),
        ({"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"}, 404),
        ({"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": "Bearer "}, 404),
        ({"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": "Bearer é"}, 404),
    ],
)
def test_figures_are_for_this_machine_or_for_the_token(client, meta, status):
    assert client.get("/metrics", **meta).status_code == status


def test_without_a_token_set_none_opens_them(client, settings):
    settings.METRICS_TOKEN = ""
    for shown in ("Bearer ", "Bearer", ""):
        assert client.get("/metrics", REMOTE_ADDR="10.0.0.7", HTTP_AUTHORIZATION=shown).status_code == 404


@pytest.mark.parametrize(("value", "fits"), [(TOKEN, True), ("short", False), ("with spaces in between it", False)])
def test_a_token_that_could_be_guessed_is_named_at_the_start(value, fits):
    faults = find_faults({"METRICS_TOKEN": value})
    assert [fault.msg.split()[0] for fault in faults] == ([] if fits else ["METRICS_TOKEN"])


def read(client, name: str) -> dict[str, float]:
    """The figures of this name, by their labels."""
    text = client.get("/metrics").content.decode()
    return {labels: float(value) for labels, value in re.findall(rf"^{name}({{.*}})? (\S+)$", text, re.MULTILINE)}


def test_requests_are_counted_by_view_never_by_address(client):
    name, labels = "site_request_seconds_count", '{method="GET",status="404",view="game"}'
    before = read(client, name).get(labels, 0)
    client.get("/games/4711/")
    client.get("/games/4712/")
    assert read(client, name)[labels] == before + 2


def test_nobody_can_make_up_new_figures(client):
    before = set(read(client, "site_request_seconds_count"))
    for number in range(3):
        client.generic(f"BREW{number}", f"/nowhere-{number}/")
    added = set(read(client, "site_request_seconds_count")) - before
    assert len([labels for labels in added if 'view="none"' in labels]) <= 1


@time_machine.travel(datetime(2026, 6, 9, 12, tzinfo=UTC), tick=False)
def test_each_part_of_the_site_has_its_figures(client):
    LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now())
    parts = read(client, "site_part_ok")
    names = ("database", "page", "pages", "sweep", "notices", "mail", "replies", "push", "broker", "cache")
    assert parts == {f'{{part="{name}"}}': 1.0 for name in names}
    (last,) = read(client, "site_task_last_success").values()
    assert last == timezone.now().timestamp()
    assert read(client, "site_oldest_unsent_notice_seconds") == {"": 0}


def test_games_players_notices_and_queues_are_counted(client, alice, boris):
    GameFactory(first=alice, second=boris)
    play.resign(GameFactory(first=alice, second=boris).pk, side=0)
    UserFactory(kind="guest", is_active=False)
    UserFactory(kind="computer")
    User.objects.filter(pk=alice.pk).update(last_visit_at=timezone.now())
    Notice.objects.all().delete()
    now = timezone.now()
    for number, (state, at) in enumerate((("waiting", None), ("sent", now), ("sent", now - timedelta(days=2)))):
        fields = {"kind": "test", "dedupe_key": str(number), "created_at": now, "due_at": now}
        Notice.objects.create(recipient=alice, state=state, closed_at=at, **fields)
    assert read(client, "site_games") == {'{state="running"}': 1, '{state="ended"}': 1}
    people = User.objects.filter(kind="person", is_active=True).count()
    assert read(client, "site_players") == {
        '{who="people"}': people,
        '{who="people_here_in_a_day"}': 1,
        '{who="guests"}': 1,
    }
    notices = {'{state="waiting"}': 1, '{state="sent"}': 1, '{state="dropped"}': 0, '{state="failed"}': 0}
    assert read(client, "site_notices") == notices
    queues = {f'{{what="queue_{name}"}}' for name in ("mail", "upkeep", "thinking")}
    work = {f'{{what="{name}"}}' for name in ("turns_of_computers", "analyses", "animations")}
    assert read(client, "site_waiting").keys() == queues | work


def test_they_are_counted_in_eight_queries_once_a_minute(django_assert_num_queries, monkeypatch):
    with django_assert_num_queries(8):
        counts.count(timezone.now())
    with django_assert_num_queries(0):
        counts.count(timezone.now())
    monkeypatch.setattr(counts, "KEPT", 0)
    with django_assert_num_queries(8):
        counts.count(timezone.now())


def test_messages_that_no_worker_has_taken_are_counted_by_their_queue():
    before = counts.count_messages()
    with current_app.connection_for_write() as broker:
        for _ in range(3):
            current_app.send_task("mastery_site.tasks.prune", connection=broker, queue="upkeep")
    after = counts.count_messages()
    assert {name: after[name] - before[name] for name in after} == {
        "queue_mail": 0,
        "queue_upkeep": 3,
        "queue_thinking": 0,
    }


def test_without_a_broker_the_other_figures_are_told(client, monkeypatch):
    monkeypatch.setattr(healthz, "check_broker", lambda: 1 / 0)
    assert read(client, "site_part_ok")['{part="broker"}'] == 0
    assert read(client, "site_games") == {}
