"""The page where a player chooses when to be told."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from notifications import timing
from notifications.models import Notice, Preferences
from tests.factories import GameFactory
from tests.rows import each_row
from tests.versions import see

PAGE = "notice_timing"
CHOSEN = {
    "mode": "daily",
    "digest_hour": "8",
    "second_digest_hour": "18",
    "quiet_from": "22",
    "quiet_until": "7",
    "reminders": ["24h", "3h"],
}


@pytest.fixture
def visit(client, alice):
    client.force_login(alice)
    return lambda: client.get(reverse(PAGE)).content.decode()


@pytest.fixture
def save(client, alice):
    client.force_login(alice)
    return lambda **changed: client.post(reverse(PAGE), {**see(client, reverse(PAGE)), **CHOSEN, **changed})


def test_at_first_each_turn_is_told_without_quiet_hours_and_with_the_usual_reminders(visit, alice):
    page = visit()
    assert page.count("checked") == 1 + len(timing.USUAL) + 1
    assert "Europe/Berlin" in page
    preferred = Preferences.of(alice).timed_in(alice.zone)
    assert (preferred.mode, preferred.quiet, preferred.reminders) == ("each", None, timing.USUAL)


def test_choices_are_kept_and_shown(save, visit, alice):
    assert save().status_code == 302
    saved = Preferences.objects.get(user=alice)
    assert (saved.mode, saved.digest_hour, saved.quiet_from, saved.quiet_until) == ("daily", 8, 22, 7)
    assert saved.reminders == ["24h", "3h"]
    assert visit().count("checked") == 3


@time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=ZoneInfo("Europe/Berlin")), tick=False)
@pytest.mark.parametrize(
    ("mode", "told"),
    [("daily", "Sunday 22 November, 08:00"), ("twice", "Saturday 21 November, 18:00"), ("each", "")],
)
def test_it_says_when_the_next_digest_comes_in_the_readers_zone(save, visit, mode, told):
    save(mode=mode)
    page = visit()
    assert told in page
    assert ("the next one comes" in page) == bool(told)


def test_the_usual_reminders_are_kept_as_the_usual_whatever_those_become(save, alice):
    save(reminders=list(timing.USUAL))
    assert Preferences.objects.get(user=alice).reminders is None
    save(reminders=[])
    assert Preferences.objects.get(user=alice).reminders == []


@each_row(
    ("changed", "sentence"),
    [
        ({"quiet_from": ""}, "Choose both times"),
        ({"quiet_until": ""}, "Choose both times"),
        ({"quiet_until": "22"}, "can’t last all day"),
        ({"digest_hour": "23"}, "in your quiet hours"),
        ({"mode": "twice", "second_digest_hour": "8"}, "Choose a different time"),
        ({"mode": "twice", "second_digest_hour": "3"}, "in your quiet hours"),
        ({"mode": "hourly"}, "Please choose one of the options."),
        ({"digest_hour": "24"}, "Please choose one of the options."),
        ({"reminders": ["24h", "5h"]}, "Please choose one of the options."),
        ({"quiet_from": "x" * 5000}, "Please choose one of the options."),
    ],
)
def test_an_impossible_choice_is_explained_and_nothing_typed_is_lost(save, changed, sentence):
    answer = save(**changed)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert sentence in page
    assert 'value="3h"' in page
    assert page.count("checked") >= 2
    assert not Preferences.objects.exists()


def test_hours_of_digests_do_not_matter_in_a_mode_without_digests(save):
    assert save(mode="each", digest_hour="23", second_digest_hour="23").status_code == 302


def test_the_reminders_of_running_games_follow_at_once(save, alice, boris, list_reminders):
    games = [GameFactory(first=alice, second=boris) for _ in range(2)]
    other = GameFactory(first=boris, second=alice)
    save(quiet_from="", quiet_until="")
    assert list_reminders(games[0]) == {"24h": 24, "3h": 3}
    assert set(list_reminders(other)) == set(timing.USUAL)
    save(quiet_from="", quiet_until="", reminders=["24h", "1h"])
    assert list_reminders(games[1]) == {"24h": 24, "1h": 1}


@pytest.mark.parametrize(("hour", "written"), [(11, 1), (13, 0)])
def test_a_digest_whose_hour_has_begun_is_not_made_up_for(save, alice, hour, written):
    with time_machine.travel(datetime(2026, 11, 21, 11, 30, tzinfo=ZoneInfo("Europe/Berlin")), tick=False):
        save(digest_hour=str(hour))
        from notifications.scheduling.digests import write_digests

        assert Notice.objects.filter(kind="digest", state="dropped").count() == written
        assert write_digests(now=timezone.now()) == 0


def test_a_visitor_is_asked_to_log_in(client, db):
    assert client.get(reverse(PAGE)).status_code == 302
    assert client.post(reverse(PAGE), CHOSEN).status_code == 302
    assert not Preferences.objects.exists()


@pytest.mark.parametrize(("sent", "by_reply"), [({"by_reply": "on"}, True), ({}, False)])
def test_answers_by_email_can_be_switched_off_and_it_says_what_is_kept_of_them(save, visit, alice, sent, by_reply):
    page = visit()
    assert "Let me play by replying to emails" in page
    assert "Of each reply we keep for 90 days when it came" in page
    assert 'href="/rules/email/"' in page
    save(**sent)
    assert Preferences.objects.get(user=alice).by_reply is by_reply
    assert visit().count("checked") == 3 + by_reply


def test_a_page_from_before_another_switched_them_off_does_not_switch_them_on(client, save, alice):
    older = see(client, reverse(PAGE))
    save()
    answer = client.post(reverse(PAGE), {**CHOSEN, **older, "by_reply": "on"})
    assert answer.status_code == 409
    assert not Preferences.objects.get(user=alice).by_reply


def test_where_the_site_takes_no_answers_nobody_is_asked_and_the_choice_stays(save, visit, alice, settings):
    Preferences.objects.create(user=alice, by_reply=True)
    settings.REPLY_ADDRESS = ""
    page = visit()
    assert "by_reply" not in page
    assert "/rules/email/" not in page
    assert save().status_code == 302
    assert Preferences.objects.get(user=alice).by_reply


def test_saving_takes_as_many_queries_for_many_games_as_for_few(save, alice, boris):
    save()  # what is asked once in a process, or of who has chosen nothing yet
    counts = []
    for more in (2, 13):
        for _ in range(more):
            GameFactory(first=alice, second=boris)
        with CaptureQueriesContext(connection) as queries:
            save(quiet_from=str(more))
        counts.append(len(queries))
    assert counts[0] == counts[1]
