"""What counts as an outage, and that nobody loses on time across one."""

from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
import time_machine
from django.utils import timezone

from games import outage_detection, tasks
from games.clock import Days
from games.models import Game, Heartbeat, Outage
from games.play.heartbeats import may_run_out
from tests.factories import GameFactory
from tests.servers import free_port

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
PROMISE = 2 * MINUTE


@pytest.fixture
def clock():
    """Virtual time, from an instant without fractions."""
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


@pytest.fixture
def pages(monkeypatch):
    """Whether the pages answer: a test sets it."""
    answers = {"now": True}
    monkeypatch.setattr(outage_detection, "do_pages_answer", lambda: answers["now"])
    return answers


def sweep_for(length, *, clock, every=MINUTE) -> int:
    """Sweeps at intervals, as beat does, and returns how many games ended."""
    ended, until = 0, timezone.now() + length
    while timezone.now() < until:
        clock.shift(every)
        ended += tasks.flag_expired_games()
    return ended


def make_game_due_in(length) -> Game:
    game = GameFactory(control=Days(1))
    Game.objects.update(deadline_at=timezone.now() + length)
    game.refresh_from_db()
    return game


def list_outages():
    return list(Outage.objects.values_list("kind", "from_at", "until_at"))


def test_a_new_site_is_trusted(db, clock):
    assert may_run_out(timezone.now())
    assert tasks.flag_expired_games() == 0
    assert list_outages() == []


def test_a_game_that_fell_due_while_nothing_ran_does_not_end(db, clock, pages):
    game = make_game_due_in(HOUR)
    sweep_for(5 * MINUTE, clock=clock)
    stopped = timezone.now()
    clock.shift(3 * HOUR)
    assert not may_run_out(timezone.now())
    assert tasks.flag_expired_games() == 0
    assert list_outages() == [("site", stopped, stopped + 3 * HOUR)]
    before = game.deadline_at
    game.refresh_from_db()
    assert (game.ended_at, game.deadline_at - before) == (None, 12 * HOUR)
    assert may_run_out(timezone.now())
    assert sweep_for(game.deadline_at - timezone.now() + PROMISE, clock=clock) == 1


@pytest.mark.parametrize(("minutes", "found"), [(9.9, 0), (10, 1)])
def test_ten_minutes_of_silence_are_an_outage(db, clock, pages, minutes, found):
    tasks.flag_expired_games()
    clock.shift(minutes * MINUTE)
    tasks.flag_expired_games()
    tasks.flag_expired_games()
    assert Outage.objects.count() == found


def test_nobody_loses_while_the_pages_are_out_of_reach(db, clock, pages):
    game = make_game_due_in(2 * MINUTE)
    tasks.flag_expired_games()
    stopped = timezone.now()
    pages["now"] = False
    assert sweep_for(HOUR, clock=clock) == 0
    assert not may_run_out(timezone.now())
    assert list_outages() == []
    pages["now"] = True
    assert tasks.flag_expired_games() == 0
    assert list_outages() == [("site", stopped, stopped + HOUR)]
    game.refresh_from_db()
    assert game.ended_at is None


def test_a_game_ends_when_the_pages_answer_again_after_a_moment(db, clock, pages):
    make_game_due_in(2 * MINUTE)
    tasks.flag_expired_games()
    pages["now"] = False
    assert sweep_for(9 * MINUTE, clock=clock) == 0
    pages["now"] = True
    assert tasks.flag_expired_games() == 1
    assert list_outages() == []


def test_several_parts_that_fail_together_are_one_outage(db, clock, pages):
    tasks.flag_expired_games()
    stopped = timezone.now()
    pages["now"] = False
    sweep_for(HOUR, clock=clock)
    clock.shift(2 * HOUR)
    sweep_for(HOUR, clock=clock)
    pages["now"] = True
    tasks.flag_expired_games()
    assert list_outages() == [("site", stopped, stopped + 4 * HOUR)]


def test_a_probe_that_never_found_the_pages_keeps_no_game_from_its_end(db, clock, pages):
    pages["now"] = False
    make_game_due_in(2 * MINUTE)
    assert sweep_for(20 * MINUTE, clock=clock) == 1


def test_nothing_is_flagged_while_an_outage_is_not_settled(db, clock):
    now = timezone.now()
    Outage.objects.create(kind="site", from_at=now - HOUR, until_at=now, found_at=now)
    assert not may_run_out(now)
    Outage.objects.update(settled_at=now)
    assert may_run_out(now)


# --- Mail --------------------------------------------------------------------------------------------------------
def fail_for(length, *, clock, every=10 * MINUTE) -> None:
    until = timezone.now() + length
    outage_detection.note_mail(False, now=timezone.now())
    while timezone.now() < until:
        clock.shift(every)
        outage_detection.note_mail(False, now=timezone.now())


@pytest.mark.parametrize(("minutes", "found"), [(50, 0), (60, 1)])
def test_mail_that_fails_for_an_hour_is_an_outage_while_it_lasts(db, clock, minutes, found):
    outage_detection.note_mail(True, now=timezone.now())
    clock.shift(5 * HOUR)  # in which nothing was sent
    began = timezone.now()
    fail_for(minutes * MINUTE, clock=clock)
    assert list_outages() == [("mail", began, began + HOUR)] * found


def test_an_outage_of_mail_grows_until_mail_works_again_and_gives_its_time_once(db, clock):
    game, began = make_game_due_in(20 * HOUR), timezone.now()
    before = game.deadline_at
    fail_for(2 * HOUR, clock=clock)
    tasks.flag_expired_games()
    clock.shift(3 * MINUTE)
    outage_detection.note_mail(True, now=timezone.now())
    tasks.flag_expired_games()
    assert list_outages() == [("mail", began, timezone.now())]
    game.refresh_from_db()
    assert game.deadline_at - before == 12 * HOUR
    assert not Heartbeat.objects.filter(part="no_mail").exists()


def test_a_failure_of_a_day_counts_by_half_days(db, clock):
    began = timezone.now()
    fail_for(26 * HOUR, clock=clock)
    assert list_outages() == [
        ("mail", began, began + 12 * HOUR),
        ("mail", began + 12 * HOUR, began + 24 * HOUR),
        ("mail", began + 24 * HOUR, began + 26 * HOUR),
    ]


def test_time_in_which_the_site_was_away_is_no_failure_of_mail(db, clock, pages):
    tasks.flag_expired_games()
    outage_detection.note_mail(False, now=timezone.now())
    clock.shift(3 * HOUR)
    tasks.flag_expired_games()
    outage_detection.note_mail(False, now=timezone.now())
    assert [kind for kind, *_ in list_outages()] == ["site"]


# --- The probe ---------------------------------------------------------------------------------------------------
WELL = b'{"ok": true, "database": {"ok": true}}'


@pytest.mark.parametrize(
    ("status", "body", "answers"),
    [
        (200, WELL, True),
        (503, b'{"ok": false, "database": {"ok": true}, "sweep": {"ok": false}}', True),
        (503, b'{"ok": false, "database": {"ok": false}}', False),
        (200, b'{"ok": true, "database": {"ok": true}, "page": {"ok": true}}', True),
        (503, b'{"ok": false, "database": {"ok": true}, "page": {"ok": false}}', False),
        (502, b"<h1>Bad gateway</h1>", False),
        (200, b"[]", False),
    ],
    ids=["well", "lagging", "without database", "showing", "broken", "proxy alone", "something else"],
)
def test_the_pages_answer_if_they_have_their_database(settings, status, body, answers):
    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Host"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    asked = []
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.handle_request).start()
        settings.PROBE_URL = f"http://127.0.0.1:{server.server_port}/healthz"
        settings.SITE_URL = "https://games.example.org"
        assert outage_detection.do_pages_answer() is answers
    assert asked == [("/healthz", "games.example.org")]


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}/healthz", "http://[/healthz", "nonsense", "http:///x"])
def test_an_address_where_nobody_answers_is_silence(settings, url):
    settings.PROBE_URL = url.format(port=free_port())
    assert outage_detection.do_pages_answer() is False


def test_the_site_itself_gives_the_answer_that_the_probe_looks_for(client, db, settings, monkeypatch):
    settings.PROBE_URL = "http://web:8000/healthz"
    monkeypatch.setattr(outage_detection, "ask", lambda url: client.get("/healthz").content)
    assert outage_detection.do_pages_answer() is True
