"""A chain of turns is told in one message to each player, which names the turns."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.contract import Side
from games import play
from games.models import Game
from notifications import registry
from notifications.channels.feed import words
from notifications.channels.push.message import write_message
from notifications.models import Notice
from notifications.wording.waiting import list_waiting
from tests.mails.games import arm_and_play
from tests.mails.table import Cast, make_anew

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "kinds", "says"),
    [
        (
            "planned_turns",
            {"Alice": ["planned_turns"], "Boris": ["your_turn"]},
            ["1. Boris: Md1-c1", "2. You: Mc8-b8 (as you had planned)", "It’s Boris’s turn now"],
        ),
        (
            "my_turn_after_a_chain",
            {"Alice": ["your_turn"], "Boris": ["planned_turns"]},
            ["1. Boris: Md1-c1", "2. You: Mc8-b8 (as you had planned)", "3. Boris: Mc1-d1", "7. Boris: Mc1-d1"],
        ),
        (
            "game_over_after_a_chain",
            {"Alice": ["game_over"], "Boris": ["game_over"]},
            ["5. Boris: Md1-c1", "8. You: Mb8-c8 (as you had planned)"],
        ),
    ],
)
def test_each_player_gets_one_message_that_names_the_turns(name, kinds, says):
    mail = make_anew(name)
    told = Notice.objects.filter(channel="email").order_by("pk").values_list("recipient__username", "kind")
    assert {who: [kind for reader, kind in told if reader == who] for who in kinds} == kinds
    for sentence in says:
        assert sentence in mail.text


FOUR = "Played in a row: Md1-c1, Mc8-b8, Mc1-d1, Mb8-c8"
SEVEN = "7 turns played in a row: Md1-c1, Mc8-b8, …, Mc8-b8, Mc1-d1"
TOLD = {
    "planned_turns": ("Played in a row: Md1-c1, Mc8-b8", False),
    "my_turn_after_a_chain": (SEVEN, True),
    "game_over_after_a_chain": (FOUR, False),
}
"""How the chain is named to Alice, and whether her feed has it: that tells of the games alone that wait for her."""


@pytest.mark.parametrize("name", TOLD)
def test_the_inbox_push_and_the_feed_name_the_turns_in_few_words(client, name):
    (named, waits), alice = TOLD[name], tell(name)
    notice = Notice.objects.get(recipient=alice, channel="inbox")
    client.force_login(alice)
    assert client.get(reverse("inbox")).content.decode().count(f"Mastery #{notice.payload['game']} · {named}<") == 1
    feed = words.write_turns(alice, list_waiting(alice))
    assert (named in feed, "in a row" in feed) == (waits, waits)
    context = registry.KINDS.get(notice.kind).describe(notice, now=timezone.now())
    body = write_message(notice, context, now=timezone.now()).content["body"]
    assert body.endswith(f"{named}.")
    assert (body == f"{named}.") == (name == "planned_turns"), "the deadline is the other's"
    assert len(body) <= 150


def tell(name: str) -> User:
    make_anew(name)
    return User.objects.get(username="Alice")


def test_turns_that_are_taken_back_and_others_played_by_hand_are_not_named_as_a_chain(client):
    alice, game = tell("planned_turns"), Game.objects.get()
    play.take_back_by_staff(game.pk, turns=1, staff=User.objects.create(username="Mira"), reason="A slip.")
    play.play_move(game.pk, side=Side.SECOND, expected_revision=Game.objects.get().revision, text="Mc8-a8")
    client.force_login(alice)
    page = client.get(reverse("inbox")).content.decode()
    assert "Your conditional turn against Boris was played" in page
    assert "in a row" not in page


def test_the_inbox_and_the_feed_cost_the_same_however_many_chains_they_tell(client, alice, boris):
    counted, told = [], []
    client.force_login(alice)
    for number in (1, 2, 3):
        arm_and_play(Cast(alice, boris), mine=6, theirs=7)
        Notice.objects.bulk_create(told)
        told = list(Notice.objects.all())
        client.get(reverse("inbox"))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("inbox")).content.decode().count(SEVEN) == number
            assert words.write_turns(alice, list_waiting(alice)).count(SEVEN) == number
        counted.append(len(queries))
    assert len(set(counted)) == 1
