"""Feeds under a secret address: the games that wait, as RSS and as a calendar."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from icalendar import Calendar

from engine.contract import Side
from games import clock, play
from notifications.models import Feed
from tests.factories import GameFactory, play_turns


@pytest.fixture
def address(client, alice):
    """The address of one of Alice's feeds."""
    client.force_login(alice)
    client.post(reverse("renew_feeds"))
    return lambda name: reverse(name, args=[Feed.objects.get(user=alice).token])


@pytest.fixture
def read_turns(address, client):
    return lambda: ElementTree.fromstring(client.get(address("feed_turns")).content).findall("channel/item")


@pytest.fixture
def read_deadlines(address, client):
    return lambda: Calendar.from_ical(client.get(address("feed_deadlines")).content).walk("VEVENT")


def test_there_is_an_item_for_each_game_that_waits_and_a_new_one_at_each_turn(read_turns, alice, boris):
    game = GameFactory(first=alice, second=boris)
    GameFactory(first=boris, second=alice)
    (item,) = read_turns()
    assert item.findtext("title") == f"Your turn against Boris (Mastery #{game.pk})"
    assert item.findtext("link").endswith(game.get_absolute_url())
    for _ in range(2):
        assert len(read_turns()) <= 1
        play_turns(game, game.position.legal_moves()[0])
        game.refresh_from_db()
    (later,) = read_turns()
    assert later.findtext("guid") != item.findtext("guid")
    assert later.find("guid").get("isPermaLink") == "false"


def test_a_game_that_is_over_is_gone_from_both(read_turns, read_deadlines, alice, boris):
    game = GameFactory(first=alice, second=boris)
    assert (len(read_turns()), len(read_deadlines())) == (1, 1)
    play.resign(game.pk, side=Side.SECOND)
    assert (read_turns(), read_deadlines()) == ([], [])


def test_a_deadline_is_an_instant_in_utc_with_a_warning_before(read_deadlines, alice, boris):
    game = GameFactory(first=alice, second=boris)
    (event,) = read_deadlines()
    start = event["DTSTART"].dt
    assert (start, start.utcoffset()) == (game.deadline_at.replace(microsecond=0), timedelta())
    assert event["SUMMARY"] == f"Play your turn against Boris (Mastery #{game.pk})"
    (alarm,) = event.walk("VALARM")
    assert alarm["TRIGGER"].dt < timedelta()


def test_a_deadline_that_moves_keeps_its_name_and_raises_its_number(read_deadlines, alice, boris, admin):
    game = GameFactory(first=alice, second=boris)
    (before,) = read_deadlines()
    play.move_deadline(game.pk, staff=admin, reason="Ill.", deadline=game.deadline_at + timedelta(days=1))
    (after,) = read_deadlines()
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["DTSTART"].dt - before["DTSTART"].dt == timedelta(days=1)


def test_a_game_without_a_time_limit_has_a_turn_and_no_deadline(read_turns, read_deadlines, alice, boris):
    GameFactory(first=alice, second=boris, control=clock.Unlimited())
    assert (len(read_turns()), len(read_deadlines())) == (1, 0)


def test_a_calendar_has_lines_as_its_rule_wants_them(address, client, alice, boris):
    GameFactory(first=alice, second=boris)
    body = client.get(address("feed_deadlines")).content
    assert body.startswith(b"BEGIN:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    assert b"\n" not in body.replace(b"\r\n", b"")


@pytest.mark.parametrize("name", ["feed_turns", "feed_deadlines"])
@pytest.mark.parametrize("waits", [True, False])
def test_an_unchanged_feed_is_not_sent_again_and_no_cache_keeps_it(address, client, alice, boris, name, waits):
    if waits:
        GameFactory(first=alice, second=boris)
    first = client.get(address(name))
    assert first["Cache-Control"] == "private, no-store"
    again = client.get(address(name), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    GameFactory(first=alice, second=boris)
    assert client.get(address(name), headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["feed_turns", "feed_deadlines"])
def test_new_addresses_end_the_old_ones(address, client, name):
    old = address(name)
    assert client.get(old).status_code == 200
    client.post(reverse("renew_feeds"))
    assert client.get(old).status_code == 404
    assert client.get(address(name)).status_code == 200


def test_the_first_addresses_are_not_called_new_ones(client, alice):
    client.force_login(alice)
    for said in (
        "Your feeds have addresses now: copy them from this page.",
        "Your feeds have new addresses; the old ones",
    ):
        page = client.post(reverse("renew_feeds"), follow=True).content.decode()
        assert said in page


def test_a_closed_account_has_no_feeds(address, client, alice):
    alice.is_active = False
    alice.save()
    assert client.get(address("feed_turns")).status_code == 404


def test_a_feed_needs_no_log_in_and_costs_the_same_for_many_games(
    address, client, alice, boris, django_assert_num_queries
):
    path = address("feed_deadlines")
    client.logout()
    for _ in range(2):
        GameFactory(first=alice, second=boris)
        with django_assert_num_queries(4):  # the feed, the games, their seats and players
            assert client.get(path).status_code == 200


def test_the_page_shows_addresses_once_they_are_asked_for(client, alice):
    client.force_login(alice)
    assert "Create my addresses" in client.get(reverse("notice_feeds")).content.decode()
    assert not Feed.objects.exists()
    client.post(reverse("renew_feeds"))
    page = client.get(reverse("notice_feeds")).content.decode()
    assert page.count(Feed.objects.get().token) == 4
