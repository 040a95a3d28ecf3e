"""What a block and a mute do, where the action is: a table of who may do what, and races."""

from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import blocks
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, chat, play
from games.models import Challenge, Game, Message, Seat
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.together import run_together

STATES = {  # what Alice has done about Boris
    "nothing": lambda alice, boris: None,
    "muted": lambda alice, boris: blocks.make(alice, boris, mute=True),
    "blocked": lambda alice, boris: blocks.make(alice, boris, mute=False),
    "unblocked": lambda alice, boris: (blocks.make(alice, boris, mute=False), blocks.end(alice, boris)),
}
REFUSED = {  # of what Alice and Boris try
    "nothing": set(),
    "muted": set(),
    "blocked": {"write", "challenge", "accept open", "accept by link"},
    "unblocked": set(),
}


def act(what: str, who, other, game) -> None:
    if what == "write":
        chat.send(who, game_id=game.pk, text=f"Hello from {who}")
    elif what == "challenge":
        ChallengeFactory(challenger=who, audience="player", opponent=other)
    elif what.startswith("accept"):
        offered = ChallengeFactory(challenger=other, audience="anyone" if what == "accept open" else "link")
        challenges.accept(offered.pk, user=who)
    elif what == "offer a draw":
        play.offers.propose(game.pk, "draw", side=game.seats.get(user=who).side)
    elif what == "resign":
        play.resign(game.pk, side=Side(game.seats.get(user=who).side))


def waits(reader, game) -> bool:
    """Whether anything the other wrote waits to be read."""
    seat = game.seats.get(user=reader)
    return Message.objects.filter(game=game, pk__gt=seat.read_up_to).exclude(user=reader).exists()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", ["Alice", "Boris"])
@pytest.mark.parametrize("what", ["write", "challenge", "accept open", "accept by link", "offer a draw", "resign"])
def test_who_may_do_what_in_both_directions(alice, boris, state, who, what):
    game = GameFactory(first=alice, second=boris)
    STATES[state](alice, boris)
    one, other = (alice, boris) if who == "Alice" else (boris, alice)
    if what not in REFUSED[state]:
        act(what, one, other, game)
        return
    with pytest.raises(Refusal) as refusal:
        act(what, one, other, game)
    assert (refusal.value.code, refusal.value.status) == ("blocked", 403)
    assert ("You’ve blocked Boris" in refusal.value.sentence) is (who == "Alice")
    assert "block" not in refusal.value.sentence.lower() or who == "Alice", "the blocked one reads a neutral sentence"


def test_a_block_closes_what_waits_between_the_two_and_nothing_else(alice, boris, carol):
    mine, theirs = (
        ChallengeFactory(challenger=one, audience="player", opponent=other)
        for one, other in ((alice, boris), (boris, alice))
    )
    others = [ChallengeFactory(challenger=carol, audience="player", opponent=alice), ChallengeFactory(challenger=boris)]
    blocks.make(alice, boris, mute=False)
    statuses = dict(Challenge.objects.values_list("pk", "status"))
    assert (statuses[mine.pk], statuses[theirs.pk]) == ("withdrawn", "declined")
    assert {statuses[each.pk] for each in others} == {"pending"}
    assert not Notice.objects.filter(recipient=boris, kind="challenge_declined").exists()


@pytest.mark.parametrize("page", ["home", "challenges"])
def test_open_challenges_of_one_are_not_listed_for_the_other(client, alice, boris, page):
    for challenger in (alice, boris):
        ChallengeFactory(challenger=challenger)
    blocks.make(alice, boris, mute=False)
    for reader, other in ((alice, boris), (boris, alice)):
        client.force_login(reader)
        assert f"from {other.username}" not in client.get(reverse(page)).content.decode()


def test_an_invitation_to_somebody_who_blocks_the_sender_stays_open_and_reaches_nobody(alice, boris):
    blocks.make(alice, boris, mute=False)
    Notice.objects.all().delete()
    sent = ChallengeFactory(challenger=boris, audience="address", address=alice.email)
    assert (sent.opponent, sent.addressee) == (None, alice.email)
    assert not Notice.objects.exists()
    assert challenges.welcome(alice, address=alice.email) == 0


@pytest.mark.parametrize(("mute", "who_sees_less"), [(True, {"Alice"}), (False, {"Alice", "Boris"})])
def test_messages_of_a_blocked_player_are_hidden_and_do_not_count_as_unread(client, alice, boris, mute, who_sees_less):
    game = GameFactory(first=alice, second=boris)
    for one in (alice, boris):
        chat.send(one, game_id=game.pk, text=f"Words of {one}.")
    blocks.make(alice, boris, mute=mute)
    assert not waits(alice, game)
    for reader, other in ((alice, boris), (boris, alice)):
        client.force_login(reader)
        page = client.get(game.get_absolute_url()).content.decode()
        assert f"Words of {reader}." in page
        assert (f"Words of {other}." in page) is (reader.username not in who_sees_less)
    blocks.end(alice, boris)
    client.force_login(alice)
    assert "Words of Boris." in client.get(game.get_absolute_url()).content.decode()


def test_a_muted_player_may_write_and_the_other_is_not_told(alice, boris):
    game = GameFactory(first=alice, second=boris)
    blocks.make(alice, boris, mute=True)
    chat.send(boris, game_id=game.pk, text="Are you there?")
    assert not Notice.objects.filter(kind="chat_message").exists()
    assert not waits(alice, game)


def test_the_chat_of_a_blocker_says_so_and_has_no_field_and_the_other_is_not_told(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    blocks.make(alice, boris, mute=False)
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You’ve blocked Boris" in page
    assert 'id="message"' not in page
    client.force_login(boris)
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'id="message"' in page
    assert "block" not in page.partition('id="chat"')[2].partition("</section>")[0].lower()
    answer = client.post(reverse("game_chat", args=[game.pk]), {"message": "Hello?"})
    assert answer.status_code == 403
    assert "You can’t write to this player." in answer.content.decode()
    assert "Hello?" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_block_while_the_other_accepts_has_one_outcome():
    for _ in range(20):
        alice, boris = UserFactory.create_batch(2)
        offered = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
        answers = run_together(
            [partial(challenges.accept, offered.pk, user=boris), partial(blocks.make, alice, boris, mute=False)]
        )
        offered.refresh_from_db()
        assert answers[1] is None
        if isinstance(answers[0], Game):
            assert offered.status == "accepted"
        else:
            assert (answers[0].code, offered.status) in {("withdrawn", "withdrawn"), ("blocked", "withdrawn")}
            assert not Seat.objects.filter(user=boris).exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_block_each_other_and_send_challenges_at_once_do_not_wait_for_each_other():
    for _ in range(10):
        alice, boris = UserFactory.create_batch(2)
        ones = ((alice, boris), (boris, alice))
        answers = run_together(
            [partial(blocks.make, one, other, mute=False) for one, other in ones]
            + [partial(ChallengeFactory, challenger=one, audience="player", opponent=other) for one, other in ones]
        )
        assert {getattr(answer, "code", None) for answer in answers} <= {None, "blocked"}
        assert not Challenge.objects.pending(timezone.now()).exists()


def test_the_page_of_a_game_costs_the_same_with_blocks_and_much_hidden(client, alice, boris):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    client.get(game.get_absolute_url())

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(game.get_absolute_url())
        return len(queries)

    few = count()
    for number in range(9):
        chat.send(boris, game_id=game.pk, text=f"Word {number}")
    blocks.make(alice, boris, mute=False)
    for each in UserFactory.create_batch(3):
        blocks.make(alice, each, mute=True)
    assert count() <= few + 1, "of a page that shows what is new, that it was read is noted"
    assert Message.objects.count() == 9
