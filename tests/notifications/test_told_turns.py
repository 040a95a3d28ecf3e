"""The last turn is told in sentences wherever a player hears of it, as they read it; its notation stands beside."""

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import play
from notifications.channels.feed import words
from notifications.channels.push.message import write_message
from notifications.kinds.your_turn import kind
from notifications.models import Notice
from notifications.wording.waiting import list_waiting
from tests.factories import GameFactory, play_turns

TOLD = "Dark’s Master on d1 devoured its own Officer on d2."


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), "Md1xd2")


def test_an_email_tells_the_last_turn_and_its_notation(game, deliver):
    message = deliver()[-1]
    assert message.to == ["boris@example.org"]
    assert f"Last turn: {TOLD} (Md1xd2)" in message.body
    assert f"Last turn: {TOLD} <span" in message.alternatives[0].content


def test_a_second_turn_is_told_from_the_position_after_the_first(game, deliver):
    play_turns(game, "Pb6-b5")
    assert "Last turn: Light moved its Pawn from b6 to b5. (Pb6-b5)" in deliver()[-1].body


def test_an_email_about_the_end_says_how_it_ended_and_apart_from_that_the_last_turn(game, deliver):
    deliver()
    play.resign(game.pk, side=Side.SECOND)
    mails = {message.to[0]: message.body for message in deliver()}
    assert "Boris (Light) resigned." in mails["alice@example.org"]
    assert "Last turn: Your Master on d1 devoured your own Officer on d2. (Md1xd2)" in mails["alice@example.org"]
    assert f"Last turn: {TOLD} (Md1xd2)" in mails["boris@example.org"]


def test_the_inbox_tells_it(client, game, boris):
    client.force_login(boris)
    assert f"Mastery #{game.pk} · {TOLD}" in client.get(reverse("inbox")).content.decode()


def test_the_feed_tells_it(game, boris):
    assert TOLD in words.write_turns(boris, list_waiting(boris))


def test_a_push_message_tells_it_before_the_time_left(game, boris):
    notice = Notice.objects.get(recipient=boris, channel="inbox")
    now = timezone.now()
    body = write_message(notice, kind.describe(notice, now=now), now=now).content["body"]
    assert body.startswith(f"{TOLD} 2 days 23 hours left, until ")


def test_lists_tell_it_as_their_reader_reads_it(client, game, alice, boris, carol):
    mine = "Your Master on d1 devoured your own Officer on d2."
    for reader, sentence in ((alice, mine), (boris, TOLD), (carol, TOLD)):
        client.force_login(reader)
        assert sentence in client.get(reverse("profile", args=["Alice"])).content.decode()
    client.force_login(boris)
    assert TOLD in client.get(reverse("home")).content.decode()
