"""Messages in a game are told in one mail, once, unless they are read before."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import chat, play
from notifications.models import Notice

SOON = timedelta(minutes=3)


@pytest.fixture
def told(deliver):
    """The mails of messages that have left after some minutes."""

    def run(later=SOON):
        return [message for message in deliver(timezone.now() + later) if "wrote to you" in message.subject]

    return run


def say(user, game, *texts):
    for text in texts:
        chat.send(user, game_id=game.pk, text=text)


def read(game, user):
    last = game.messages.latest("pk").pk
    play.mark_read(game.seats.get(user=user), up_to=last)


def test_ten_messages_are_one_mail_to_the_other_player(game, alice, told):
    say(alice, game, *(f"Number {number}" for number in range(10)))
    (message,) = told()
    assert message.to == ["boris@example.org"]
    assert message.subject == f"Alice wrote to you (Mastery #{game.pk})"
    assert all(f"> Number {number}" in message.body for number in range(10))
    assert f"{game.get_absolute_url()}#chat" in message.body


def test_it_is_quoted_as_it_was_written_in_its_own_direction(game, alice, told):
    text = "می\u200cخواهم 👨\u200d👩\u200d👧"
    say(alice, game, text)
    (message,) = told()
    assert f"> {text}" in message.body
    (html,) = (part.content for part in message.alternatives)
    assert re.search(rf'<blockquote [^>]*dir="auto"[^>]*>{text}', html)


def test_it_waits_two_minutes_for_its_reader(game, alice, told):
    say(alice, game, "Hello!")
    assert told(timedelta(seconds=110)) == []
    assert len(told(timedelta(seconds=125))) == 1


def test_messages_read_meanwhile_are_not_told(game, alice, boris, told):
    say(alice, game, "Hello!")
    read(game, boris)
    assert told() == []


def test_later_messages_that_stay_unread_are_told_some_hours_later(game, alice, told):
    say(alice, game, "Hello!")
    assert len(told()) == 1
    say(alice, game, "Shall we pause?", "I am away next week.")
    assert told(timedelta(hours=5)) == []
    (message,) = told(timedelta(hours=7))
    assert "> I am away next week." in message.body
    assert told(timedelta(days=3)) == []


def test_until_it_is_read_no_second_mail_follows_at_once(game, alice, boris, told):
    say(alice, game, "Hello!")
    assert len(told()) == 1
    say(alice, game, "Are you there?")
    assert told() == []
    read(game, boris)
    say(alice, game, "Good.")
    (message,) = told()
    assert "> Good." in message.body
    assert "Hello!" not in message.body


def test_a_message_after_the_others_were_read_is_sent_once_by_itself(game, alice, boris, told):
    say(alice, game, "Hello!")
    read(game, boris)
    say(alice, game, "One more thing")
    (message,) = told()
    assert "Hello!" not in message.body


def test_own_messages_are_no_news(game, alice, boris, told):
    say(alice, game, "Hello!")
    say(boris, game, "Hello!")
    assert sorted(message.to[0] for message in told()) == ["alice@example.org", "boris@example.org"]


def test_a_mail_of_many_messages_has_the_last_ones_and_their_number(game, alice, told):
    say(alice, game, *(f"Number {number}" for number in range(12)))
    (message,) = told()
    assert "wrote 12 messages" in message.body
    assert "> Number 1\n" not in message.body
    assert "> Number 11" in message.body


def test_the_text_of_a_message_is_never_markup(game, alice, told):
    say(alice, game, "<img src=x>\nSubject: no")
    (message,) = told()
    assert "> <img src=x>\n> Subject: no" in message.body
    assert "&lt;img src=x&gt;" in message.alternatives[0][0]


def test_the_chat_of_a_game_that_is_over_is_told_too(game, alice, told):
    play.resign(game.pk, side=Side.SECOND)
    say(alice, game, "Thank you for the game")
    assert len(told()) == 1


def test_the_bell_has_it_at_once(game, alice):
    say(alice, game, "Hello!")
    assert Notice.objects.filter(kind="chat_message", channel="inbox", recipient__username="Boris").count() == 1
