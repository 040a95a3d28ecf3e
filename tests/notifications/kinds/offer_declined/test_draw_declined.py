"""A player whose offer of a draw is declined is told, unless something newer is told anyway."""

import pytest
from django.utils import timezone

from engine.contract import Side
from games import play
from notifications.channels.inbox import lines
from notifications.models import Notice
from notifications.wording import links
from tests.factories import play_turns

DARK, LIGHT = Side.FIRST, Side.SECOND


@pytest.fixture
def offered(game, deliver):
    """Alice has played and offered a draw; what that told has left."""
    play_turns(game, "Md1-c1")
    play.offers.propose(game.pk, "draw", side=DARK)
    deliver(timezone.now())
    return game


def declined(messages) -> list:
    return [message for message in messages if "declined the draw" in message.subject]


def test_the_player_who_offered_is_told_in_a_mail_that_leads_to_the_game(offered, deliver):
    play.offers.decline(offered.pk, "draw", side=LIGHT)
    (message,) = declined(deliver())
    assert (message.to, message.subject) == (["alice@example.org"], f"Boris declined the draw (Mastery #{offered.pk})")
    assert links.absolute(offered.get_absolute_url()) in message.body


def test_it_stands_at_the_bell(offered, alice):
    play.offers.decline(offered.pk, "draw", side=LIGHT)
    notice = Notice.objects.get(kind="offer_declined", channel="inbox")
    (item,) = lines.describe([notice], user=alice)
    assert (item.sentence, item.link) == ("Boris declined the draw", offered.get_absolute_url())


@pytest.mark.parametrize(
    "happen",
    [
        lambda game: play_turns(game, "Mc8-b8"),
        lambda game: play.resign(game.pk, side=LIGHT),
        lambda game: (
            play.offers.propose(game.pk, "takeback", side=DARK),
            play.offers.accept(game.pk, "takeback", side=LIGHT),
        ),
    ],
    ids=["turn", "end", "takeback"],
)
def test_a_declined_draw_is_no_news_once_the_game_has_gone_on(offered, deliver, happen):
    play.offers.decline(offered.pk, "draw", side=LIGHT)
    happen(offered)
    assert declined(deliver()) == []


def test_neither_playing_on_nor_withdrawing_counts_as_a_refusal(offered, deliver):
    play_turns(offered, "Mc8-b8")
    play.offers.propose(offered.pk, "draw", side=DARK)
    play.offers.withdraw(offered.pk, "draw", side=DARK)
    assert declined(deliver()) == []
    assert not Notice.objects.filter(kind="offer_declined").exists()
