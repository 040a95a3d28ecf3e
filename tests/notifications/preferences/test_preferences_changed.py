"""Waiting notices follow changed preferences (hours, zone, mode), and who moves is never long without a digest."""

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games import chat
from notifications.delivery import outbox
from notifications.models import Mode, Notice
from notifications.preferences.saving import save_preferences
from notifications.scheduling import digests
from tests.factories import GameFactory, play_turns
from tests.sharing import begin_with

BERLIN = ZoneInfo("Europe/Berlin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = datetime(2026, 11, 21, 23, 30, tzinfo=BERLIN)


@pytest.fixture
def travel():
    with time_machine.travel(NIGHT, tick=False) as traveller:
        yield traveller


@pytest.fixture
def choose(alice):
    return lambda **chosen: save_preferences(alice, **chosen)


@pytest.fixture
def start(travel, alice, boris):
    """A game in which it is Alice's turn; what is due is delivered."""

    def run():
        game = GameFactory(first=alice, second=boris)
        outbox.deliver_due()
        return game

    return run


def list_subjects(user, now=None):
    """Of the emails that leave now."""
    before = len(mail.outbox)
    outbox.deliver_due(now=now or timezone.now())
    return [message.subject.partition(" against")[0] for message in mail.outbox[before:] if message.to == [user.email]]


def find_waiting():
    return Notice.objects.open().get(kind="your_turn", channel="email")


def test_a_notice_that_waits_for_the_end_of_quiet_hours_leaves_once_there_are_none(choose, start, alice):
    choose(quiet_from=22, quiet_until=7)
    start()
    assert find_waiting().due_at == datetime(2026, 11, 22, 7, tzinfo=BERLIN)
    choose(quiet_from=None, quiet_until=None)
    assert list_subjects(alice) == ["Your turn"]


def test_it_waits_for_the_end_of_others(choose, start, alice):
    choose(quiet_from=22, quiet_until=7)
    start()
    choose(quiet_from=23, quiet_until=5)
    assert list_subjects(alice) == []
    assert find_waiting().due_at == datetime(2026, 11, 22, 5, tzinfo=BERLIN)


def test_it_waits_for_their_end_where_its_reader_is_now(choose, start, alice):
    choose(quiet_from=22, quiet_until=7)
    start()
    alice.move_to("Asia/Tokyo")  # where it is half past seven
    assert list_subjects(alice) == ["Your turn"]


def test_it_waits_on_where_it_is_night_there_too(choose, start, alice):
    choose(quiet_from=22, quiet_until=7)
    start()
    alice.move_to("Europe/London")
    assert list_subjects(alice) == []
    assert find_waiting().due_at == datetime(2026, 11, 22, 7, tzinfo=ZoneInfo("Europe/London"))


@pytest.mark.parametrize("mode", [Mode.DAILY, Mode.TWICE])
def test_a_turn_that_was_left_to_a_digest_is_told_by_the_new_mode(choose, start, alice, mode):
    choose(mode=mode)
    start()
    assert list_subjects(alice) == []
    choose(mode=Mode.EACH)
    assert list_subjects(alice) == ["Your turn"]
    choose(mode=mode)
    choose(mode=Mode.EACH)
    assert list_subjects(alice) == [], "once is enough"


def test_a_turn_that_a_digest_has_listed_is_not_told_by_the_new_mode(choose, start, travel, alice):
    choose(mode=Mode.DAILY, digest_hour=8)
    start()
    travel.move_to(datetime(2026, 11, 22, 8, tzinfo=BERLIN))
    digests.write_digests(now=timezone.now())
    assert len(list_subjects(alice)) == 1
    choose(mode=Mode.EACH)
    assert list_subjects(alice) == []


def test_a_turn_that_is_over_is_not_told_by_the_new_mode(choose, start, alice):
    choose(mode=Mode.DAILY)
    game = start()
    play_turns(game, game.position.legal_moves()[0])
    choose(mode=Mode.EACH)
    assert list_subjects(alice) == []


def test_a_turn_that_waited_for_a_visit_is_told_by_the_new_mode(choose, start, alice):
    choose(mode=Mode.ONCE)
    start()
    second = start()
    assert not Notice.objects.open().filter(kind="your_turn").exists()
    choose(mode=Mode.ONCE, quiet_from=1, quiet_until=2)
    assert list_subjects(alice) == []
    choose(mode=Mode.EACH)
    assert list_subjects(alice) == ["Your turn"]
    assert f"#{second.pk}" in mail.outbox[-1].subject


def test_a_player_who_switches_to_digests_is_not_told_of_waiting_turns(choose, start, alice):
    choose(quiet_from=22, quiet_until=7)
    start()
    choose(mode=Mode.DAILY, quiet_from=None, quiet_until=None)
    assert list_subjects(alice) == []
    assert list_subjects(alice, now=datetime(2026, 11, 22, 7, tzinfo=BERLIN)) == []


def test_a_notice_that_waits_for_something_else_keeps_waiting(choose, start, alice, boris):
    """A message of the chat does, so that others can join it."""
    game = start()
    chat.send(boris, game_id=game.pk, text="Hello.")
    due_at = Notice.objects.get(kind="chat_message", channel="email").due_at
    choose(quiet_from=1, quiet_until=2)
    assert Notice.objects.get(kind="chat_message", channel="email").due_at == due_at


MOVES = [
    (home, away, after)
    for home, away in (
        ("Pacific/Auckland", "Pacific/Honolulu"),
        ("Europe/Berlin", "Europe/Moscow"),
        ("Pacific/Honolulu", "Pacific/Auckland"),
        ("Europe/Berlin", "America/New_York"),
        ("America/Los_Angeles", "Asia/Tokyo"),
        ("Pacific/Kiritimati", "Pacific/Niue"),
        ("Asia/Tokyo", "America/Los_Angeles"),
        ("America/New_York", "Europe/Berlin"),
    )
    for after in (23, 1, 9, 17, 22, 4)
]


@pytest.mark.parametrize(
    ("home", "away", "after"), begin_with(4, sorted(MOVES, key=lambda move: MOVES.index(move) % 6))
)
def test_a_reader_who_moves_is_never_much_longer_than_a_day_without_a_digest(travel, alice, boris, home, away, after):
    """And back again two days later; so many hours after a digest. None comes soon after another."""
    alice.move_to(home)
    save_preferences(alice, mode=Mode.DAILY, digest_hour=8)
    GameFactory(first=alice, second=boris)
    eight = datetime(2026, 11, 23, 8, tzinfo=ZoneInfo(home)).astimezone(ZoneInfo("UTC"))
    moves = {eight + after * HOUR: away, eight + 2 * DAY + after * HOUR: home}
    at, written = eight, []
    while at < eight + 4 * DAY:
        travel.move_to(at)
        if at in moves:
            alice.move_to(moves[at])
        digests.write_digests(now=at)
        count = Notice.objects.filter(kind="digest").count()
        written += [at] * (count - len(written))
        at += HOUR
    gaps = [later - sooner for sooner, later in pairwise([*written, eight + 4 * DAY])]
    assert max(gaps) <= 27 * HOUR, gaps
    assert min(gaps[:-1]) >= 3 * HOUR, gaps
