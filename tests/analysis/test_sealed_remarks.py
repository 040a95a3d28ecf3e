"""Sealed remarks: about one's own turns while the game runs, opened for all at its end."""

import pytest
from django.urls import reverse

from accounts import blocks
from analysis.models import SealedRemark
from games import play
from games.engine.contract import Side
from notifications.models import Notice
from tests.factories import GameFactory

WORDS = "I only wanted the file"


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])


def seal(client, game, *, ply, text=WORDS):
    return client.post(reverse("seal_remark", args=[game.pk]), {"ply": str(ply), "remark": text})


def test_it_is_written_about_ones_own_turn_changed_taken_back_and_kept_when_it_is_refused(client, alice, game):
    client.force_login(alice)
    assert seal(client, game, ply=2).status_code == 403
    assert seal(client, game, ply=3).status_code == 403
    refused = seal(client, game, ply=1, text="x" * 1001)
    assert (refused.status_code, "x" * 1000 in refused.content.decode()) == (422, True)
    assert seal(client, game, ply=1, text="First thought").status_code == 302
    assert seal(client, game, ply=1).status_code == 302
    assert WORDS in client.get(game.get_absolute_url()).content.decode()
    assert SealedRemark.objects.get().text == WORDS
    seal(client, game, ply=1, text="")
    assert not SealedRemark.objects.exists()


def test_it_opens_with_the_end_for_all_but_whom_a_block_parts_and_nothing_is_sealed_after(
    client, alice, boris, carol, game
):
    client.force_login(alice)
    seal(client, game, ply=1)
    play.resign(game.pk, side=Side.SECOND)
    assert not any(WORDS in str(notice.payload) for notice in Notice.objects.all())
    assert seal(client, game, ply=1, text="Hindsight").status_code == 409
    for reader, seen in ((carol, True), (boris, True), (alice, True)):
        client.force_login(reader)
        assert (WORDS in client.get(game.get_absolute_url()).content.decode()) is seen
    blocks.make(boris, alice, mute=False)
    client.force_login(boris)
    assert WORDS not in client.get(game.get_absolute_url()).content.decode()


def test_one_about_a_turn_that_was_taken_back_is_never_opened(client, alice, boris):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    client.force_login(alice)
    seal(client, game, ply=1)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND)
    play.resign(game.pk, side=Side.SECOND)
    assert game.turns.filter(taken_back_at=None).count() == 0
    assert WORDS not in client.get(game.get_absolute_url()).content.decode()
