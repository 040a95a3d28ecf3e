"""A player who is asked for more time, a pause, its end or a takeback is told, as long as the request stands."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import play
from notifications.models import Notice
from notifications.wording import links
from tests.factories import play_turns

DARK, LIGHT = Side.FIRST, Side.SECOND


def offer_pause(game, *, side):
    play.offers.propose(game.pk, "pause", side=side, until=timezone.now() + timedelta(days=9, hours=1))


def offer_end_of_pause(game, *, side):
    offer_pause(game, side=side)
    play.offers.accept(game.pk, "pause", side=side.other)
    play.offers.propose(game.pk, "resume", side=side)


OFFERS = {
    "Alice offers 3 more days": lambda game: play.offers.propose(game.pk, "more_time", side=DARK, days=3),
    "Alice offers a pause": lambda game: offer_pause(game, side=DARK),
    "Alice offers to end the pause": lambda game: offer_end_of_pause(game, side=DARK),
    "Alice asks to take a turn back": lambda game: play.offers.propose(game.pk, "takeback", side=DARK),
    "Alice asks to cancel the game": lambda game: play.offers.propose(game.pk, "cancel", side=DARK),
}
KINDS = ["more_time", "pause", "resume", "takeback", "cancel"]


@pytest.fixture
def game(game, deliver):
    """Alice has played; what that told has left."""
    play_turns(game, "Md1-c1")
    deliver(timezone.now() + timedelta(minutes=2))
    return game


def about(messages, subject: str) -> list:
    return [message for message in messages if message.subject.startswith(subject)]


@pytest.mark.parametrize("subject", OFFERS)
def test_the_other_player_is_told_what_is_asked_and_where_to_answer(game, deliver, subject):
    OFFERS[subject](game)
    (message,) = about(deliver(), subject)
    assert message.to == ["boris@example.org"]
    assert message.subject == f"{subject} (Mastery #{game.pk})"
    assert f"ecline in the game: {links.absolute(game.get_absolute_url())}" in message.body


@pytest.mark.parametrize(("subject", "kind"), list(zip(OFFERS, KINDS, strict=True)))
def test_a_request_answered_before_the_mail_leaves_is_not_told(game, deliver, subject, kind):
    OFFERS[subject](game)
    play.offers.decline(game.pk, kind, side=LIGHT)
    assert about(deliver(), subject) == []


@pytest.mark.parametrize("subject", OFFERS)
def test_a_request_that_lapsed_by_playing_on_is_not_told(game, deliver, subject):
    OFFERS[subject](game)
    play_turns(game, "Mc8-b8")
    assert about(deliver(), subject) == []


def test_the_day_until_which_a_pause_is_offered_is_told_in_the_readers_zone(game, deliver, boris):
    until = timezone.now() + timedelta(days=9)
    play.offers.propose(game.pk, "pause", side=DARK, until=until)
    (message,) = about(deliver(), "Alice offers a pause")
    local = timezone.localtime(until, boris.zone)
    assert f"{local:%H:%M} (America/New York)" in message.body.replace("\n", " ")


def test_an_offer_that_was_changed_is_told_once_as_it_stands(game, deliver):
    for days in (2, 5):
        play.offers.propose(game.pk, "more_time", side=DARK, days=days)
    (message,) = about(deliver(), "Alice offers")
    assert "5 more days" in message.subject


def test_a_turn_taken_back_is_notified_like_a_new_turn(game, deliver):
    play.offers.propose(game.pk, "takeback", side=DARK)
    play.offers.accept(game.pk, "takeback", side=LIGHT)
    turns = Notice.objects.filter(kind="your_turn", recipient__username="Alice", channel="email")
    assert turns.count() == 2
    later = timezone.now() + timedelta(minutes=40)
    assert [message.to for message in about(deliver(later), "Your turn")] == [["alice@example.org"]]


def test_a_rematch_offer_and_its_refusal_are_told_though_the_game_is_over(game, deliver):
    play.resign(game.pk, side=LIGHT)
    later = timezone.now() + timedelta(minutes=40)
    deliver(later)
    play.offers.propose(game.pk, "rematch", side=DARK)
    (message,) = about(deliver(later), "Alice offers a rematch")
    assert message.to == ["boris@example.org"]
    assert "The terms are the same, with sides swapped." in message.body
    assert "Alice offers you a rematch in Mastery; you would play Dark." in message.body
    assert "you played Light, and would play Dark in the rematch." in message.alternatives[0][0]
    assert "you play Light" not in message.body + message.alternatives[0][0]
    play.offers.decline(game.pk, "rematch", side=LIGHT)
    assert [message.to for message in about(deliver(later), "Boris declined the rematch")] == [["alice@example.org"]]
