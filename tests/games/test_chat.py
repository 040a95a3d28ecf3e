"""What two players say to each other: who may, how much, how long, and how far each has read."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.limiting.limits import ACTIONS
from core.refusal import Refusal
from engine.contract import Side
from games import chat, events, play
from games.models import Message
from tests.factories import GameFactory

PAIR = ACTIONS["message"].limits[0]
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, now=NOON)


def say(user, game, text="Hello!", *, now=NOON) -> Message:
    return chat.send(user, game_id=game.pk, text=text, now=now)


def refused(user, game, text="Hello!", *, now=NOON) -> str:
    """The code of the refusal; nothing is said."""
    before = Message.objects.count()
    with pytest.raises(Refusal) as refusal:
        say(user, game, text, now=now)
    assert Message.objects.count() == before
    return refusal.value.code


def test_either_player_may_write_whichever_is_to_move_and_it_is_announced(game, alice, boris):
    heard = []
    events.message_sent.connect(listen := lambda message_id, **_: heard.append(message_id))
    said = [say(alice, game, "Hello!"), say(boris, game, "Hello.")]
    events.message_sent.disconnect(listen)
    assert [(message.user, message.text, message.ply) for message in said] == [
        (alice, "Hello!", 0),
        (boris, "Hello.", 0),
    ]
    assert heard == [message.pk for message in said]


def test_a_message_changes_nothing_of_the_game(game, alice):
    say(alice, game)
    revision = game.revision
    game.refresh_from_db()
    assert game.revision == revision


def test_nobody_else_writes(game, carol):
    assert refused(carol, game) == "not_yours"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Well played!\t", "Well played!"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\0b\x07c\x1b[31m", "abc[31m"),
        ("left\u202eright\u2066", "leftright"),
        ("Grüße, 你好 👩\u200d🚀", "Grüße, 你好 👩\u200d🚀"),
        ("<b>&amp;", "<b>&amp;"),
        ("\ufeffno\u00a0break", "no break"),
        ("> You wrote:\n“I resign – soon”", "> You wrote:\n“I resign – soon”"),
    ],
)
def test_characters_that_no_reader_should_meet_are_removed(game, alice, typed, kept):
    assert say(alice, game, typed).text == kept


@pytest.mark.parametrize("text", ["", "  \n\t", "\0\x01", "\u202e"])
def test_an_empty_message_is_refused(game, alice, text):
    assert refused(alice, game, text) == "empty"


def test_a_message_has_a_thousand_characters_at_most(game, alice):
    assert len(say(alice, game, "ä" * 1000).text) == 1000
    assert refused(alice, game, "ä" * 1001) == "too_long"


def test_the_same_message_twice_within_a_minute_is_sent_twice(game, alice):
    """Of two clicks the key of the form makes one: tests/accounts/posted/test_sent_forms.py."""
    first = say(alice, game)
    assert say(alice, game, now=NOON + SECOND) != first


def test_messages_to_one_player_have_a_limit_across_games_and_each_player_counts_alone(game, alice, boris, carol):
    another = GameFactory(first=alice, second=boris)
    for number in range(PAIR.most):
        say(alice, (game, another)[number % 2], str(number))
    assert refused(alice, game) == refused(alice, another) == "too_often"
    say(boris, game)
    say(alice, GameFactory(first=alice, second=carol))
    say(alice, game, now=NOON + PAIR.span)


def test_the_chat_stays_open_for_two_weeks_after_the_end(game, alice):
    play.resign(game.pk, side=Side.FIRST, now=NOON)
    say(alice, game, now=NOON + timedelta(days=14) - SECOND)
    assert refused(alice, game, now=NOON + timedelta(days=14)) == "closed"


def test_the_last_forty_are_listed_and_older_ones_before_a_number(game, alice, django_assert_num_queries):
    said = [say(alice, game, str(n), now=NOON + n * timedelta(minutes=1)) for n in range(95)]
    with django_assert_num_queries(3):
        newest, more = chat.list_messages(game)
        older, more_still = chat.list_messages(game, before=newest[0].pk)
        oldest, no_more = chat.list_messages(game, before=older[0].pk)
    assert [*oldest, *older, *newest] == said
    assert (len(newest), len(older), len(oldest)) == (40, 40, 15)
    assert (more, more_still, no_more) == (True, True, False)


def test_reading_goes_forward_only(game, alice):
    seat = game.seats.get(user=alice)
    for up_to in (5, 3):
        play.mark_read(seat, up_to=up_to)
    seat.refresh_from_db()
    assert seat.read_up_to == 5
