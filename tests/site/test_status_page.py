"""The status page: whether the site works, what its outages were, and what was done for players."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from core.words import Said
from games.models import Heartbeat, Outage
from mastery_site.health import healthz
from mastery_site.models import LastRun
from mastery_site.pages import status
from mastery_site.processes import uptime

HOUR = timedelta(hours=1)
FROM = datetime(2026, 5, 6, 10, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _afresh(monkeypatch):
    """No test is told what another found, and what is found is kept for the whole of a test."""
    monkeypatch.setattr(status, "KEPT", 10**9)
    monkeypatch.setattr(uptime, "_began", time.monotonic() - 86400)
    status.read_state.cache_clear()
    yield
    status.read_state.cache_clear()


@pytest.fixture
def swept(db):
    """Beat and worker do their work."""
    return LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now())


def make_outage(*, kind="site", from_at=FROM, lasted=3 * HOUR, **fields) -> Outage:
    found = {"found_at": from_at + lasted, "settled_at": from_at + lasted}
    return Outage.objects.create(kind=kind, from_at=from_at, until_at=from_at + lasted, **{**found, **fields})


def read(client) -> str:
    response = client.get("/status/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_it_says_that_everything_works(client, swept):
    page = read(client)
    assert "<h1>Everything works</h1>" in page
    assert "No outages so far." in page
    assert "does not work" not in page
    assert "Nobody loses on time" not in page


def test_it_says_what_does_not_work(client, swept):
    LastRun.objects.update(ended_at=timezone.now() - HOUR)
    for part in ("no_mail", "web"):
        Heartbeat.objects.create(part=part, at=timezone.now() - HOUR)
    page = read(client)
    assert "<h1>Something is wrong</h1>" in page
    assert "Nobody looks at the clocks just now." in page
    assert "The mail server isn’t accepting our emails." in page
    assert page.count("does not work") == 3
    assert "Nobody loses on time right now." in page


def test_it_says_that_the_site_has_just_started_until_each_part_is_heard_of(client, db, monkeypatch):
    monkeypatch.setattr(uptime, "_began", time.monotonic())
    page = read(client)
    assert "<h1>The site has just started</h1>" in page
    assert page.count("nothing known yet") == 1, "the clocks; a page is read, and no notification is late"
    assert "does not work" not in page
    LastRun.objects.create(task=healthz.SWEEP, ended_at=timezone.now())
    status.read_state.cache_clear()
    assert "<h1>Everything works</h1>" in read(client)


def test_known_faults_are_told_at_the_start_too(client, db, monkeypatch):
    monkeypatch.setattr(uptime, "_began", time.monotonic())
    Heartbeat.objects.create(part="no_mail", at=timezone.now() - HOUR)
    page = read(client)
    assert "<h1>Something is wrong</h1>" in page
    assert (page.count("does not work"), page.count("nothing known yet")) == (1, 1)


def test_it_says_that_nobody_loses_on_time_before_an_outage_is_settled(client, swept):
    make_outage(settled_at=None)
    page = read(client)
    assert "Nobody loses on time right now." in page
    assert "Deadlines are being moved." in page


@pytest.mark.parametrize(
    ("outage", "done"),
    [
        ({"games_moved": 1234}, "1,234 games: 3 hours more, or up to 12 hours where time was about to run out."),
        ({"games_moved": 1}, "1 game: 3 hours more, or up to 12 hours where time was about to run out."),
        ({"games_moved": 7, "lasted": 26 * HOUR}, "7 games: 1 day 2 hours more."),
        ({"games_moved": 7, "kind": "mail"}, "7 games due that day: up to 12 hours more."),
        ({}, "No running clock was touched."),
    ],
)
def test_it_says_what_was_done_after_an_outage(client, swept, outage, done):
    make_outage(**outage)
    assert done in read(client)


def test_outages_stand_in_the_reader_s_own_time_the_last_first(client, swept, alice):
    make_outage()
    make_outage(kind="mail", from_at=FROM + timedelta(days=1))
    client.force_login(alice)
    page = read(client)
    assert "6 May 2026, 12:00" in page
    assert "6 May 2026, 15:00 CEST" in page
    assert page.index("Email could not be sent") < page.index("The site was out of reach")


def test_it_asks_as_little_however_much_there_is_to_tell(
    client, swept, django_assert_num_queries, django_assert_max_num_queries
):
    for day in range(status.SHOWN + 5):
        make_outage(from_at=FROM + timedelta(days=day))
    with django_assert_max_num_queries(11):  # one of them is remembered for a while
        page = read(client)
    assert page.count("The site was out of reach") == status.SHOWN
    with django_assert_num_queries(0):
        read(client)


def test_it_says_how_much_more_than_was_lost_there_is_in_a_month(client, swept):
    assert "beyond it a game gets at most 1 day within 30 days." in read(client)


def test_every_page_leads_to_it(client, db):
    assert 'href="/status/"' in client.get("/rules/").content.decode()


def test_what_is_cached_for_all_readers_holds_no_words(db):
    state = status.read_state(0)
    status.read_state.cache_clear()
    assert all(isinstance(said, Said) for part in state.parts for said in (part.name, part.words))
