"""The page of the day's figures."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import clock, play
from games.models import Game, Heartbeat
from mastery_site.administration.figures import count_figures
from notifications.models import Notice
from tests.administration import enter
from tests.factories import GameFactory

NOW = datetime(2027, 1, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def counted(now=NOW) -> dict[str, tuple[int, int]]:
    return {row.name: (row.day, row.day_before) for row in count_figures(now).counted}


def send(state: str, *, hours_ago: float, **fields) -> None:
    """A notice that came to its end so many hours ago."""
    at = NOW - hours_ago * HOUR
    terms = {"address": "x@example.org", "kind": "account", "created_at": at, "due_at": at, "closed_at": at}
    Notice.objects.create(state=state, dedupe_key=f"{state}:{hours_ago}", **{**terms, **fields})


def test_games_and_turns_are_counted_by_day(alice, boris):
    game = GameFactory(first=alice, second=boris, now=NOW - 30 * HOUR, turns=["Md1-c1"])
    GameFactory(first=alice, second=boris, now=NOW - 60 * HOUR)
    GameFactory(first=alice, second=boris, now=NOW - HOUR)
    play.resign(game.pk, side=Side.FIRST, now=NOW - 2 * HOUR)
    figures = counted()
    assert figures["Games started"] == (1, 1)
    assert figures["Games ended"] == (1, 0)
    assert figures["Turns played"] == (0, 1)


def test_mails_are_counted_by_what_became_of_them(db):
    for hours in (1, 23, 25):
        send("sent", hours_ago=hours)
    send("failed", hours_ago=2)
    send("dropped", hours_ago=2)
    send("sent", hours_ago=3, channel="inbox")
    figures = counted()
    assert (figures["Emails sent"], figures["Emails failed"]) == ((2, 1), (1, 0))


def test_the_queue_is_as_old_as_the_oldest_notice_that_is_due(db):
    send("waiting", hours_ago=3, closed_at=None)
    send("waiting", hours_ago=2, closed_at=None)
    send("waiting", hours_ago=-1, closed_at=None)  # due in an hour
    send("sent", hours_ago=5)
    figures = count_figures(NOW)
    assert (figures.queue_age, figures.waiting) == (3 * HOUR, 2)


def test_the_sweep_lags_by_the_time_a_lost_game_has_not_been_ended(alice, boris):
    game = GameFactory(first=alice, second=boris, now=NOW)
    assert count_figures(game.deadline_at + clock.GRACE).sweep_lag == timedelta()
    assert count_figures(game.deadline_at + clock.GRACE + 5 * HOUR).sweep_lag == 5 * HOUR


def test_all_figures_are_zero_when_nothing_waits(db):
    figures = count_figures(NOW)
    assert (figures.sweep_lag, figures.queue_age, figures.waiting) == (timedelta(), timedelta(), 0)


def test_the_queries_are_as_many_for_many_as_for_none(client, admin, alice, boris, django_assert_num_queries):
    enter(client, admin)
    client.get(reverse("admin:figures"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("admin:figures"))
    for _ in range(5):
        GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    with django_assert_num_queries(len(few)):
        page = client.get(reverse("admin:figures"))
    assert page.context["figures"].counted[0].day == Game.objects.count() == 5


@pytest.mark.parametrize("name", ["Games started", "Turns played", "Emails failed", "Sweep lag"])
def test_staff_read_them_on_a_page(client, admin, name):
    assert name in enter(client, admin).get("/admin/figures/").content.decode()


def test_the_page_begins_with_a_warning_when_the_probe_does_not_reach_the_pages(client, admin):
    page = enter(client, admin).get(reverse("admin:figures"))
    assert "errornote" not in page.content.decode()
    Heartbeat.objects.create(part="no_web", at=timezone.now() - HOUR)
    page = client.get(reverse("admin:figures"))
    assert "The probe has not reached the pages since" in page.content.decode()
