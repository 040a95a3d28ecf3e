"""What those who watch write about a turn is sealed until the game ends, then read by all, the players included."""

import pytest
from django.urls import reverse

from accounts.conduct import blocks
from analysis import sealed
from analysis.models import SealedRemark
from core.refusal import Refusal
from games import play
from tests.factories import GameFactory, UserFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")
SECRET = "Light will lose an Officer here."

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def write(client, user, game, *, ply=2, text=SECRET, at=None):
    client.force_login(user)
    return client.post(reverse("seal_remark", args=[game.pk]), {"ply": ply, "remark": text})


def read(client, user, game, ply=2) -> str:
    if user is None:
        client.logout()
    else:
        client.force_login(user)
    return client.get(reverse("game_at", args=[game.pk, ply])).content.decode()


def test_until_the_end_each_sees_their_own_and_spectators_how_many_wait(client, game, alice, boris, carol):
    other = UserFactory()
    page = read(client, carol, game)
    assert "Sealed remark on turn 2:" in page
    assert write(client, carol, game).status_code == 302
    assert write(client, other, game, ply=3, text="A fine answer.").status_code == 302
    assert SECRET in read(client, carol, game)
    for reader in (alice, boris, other, None, UserFactory(is_staff=True)):
        assert SECRET not in read(client, reader, game)
    waiting = "2 remarks of spectators are sealed until the game ends."
    assert waiting in read(client, carol, game)
    for reader in (alice, None):
        assert "of spectators" not in read(client, reader, game), "players are not told, nor is who may be one"


def test_after_the_end_all_read_them_with_their_authors_and_turns(client, game, alice, boris, carol):
    write(client, carol, game)
    sealed.write(alice, game_id=game.pk, ply=1, text="I had a plan.")
    play.resign(game.pk, side=1)
    for reader in (alice, boris, carol, None):
        page = read(client, reader, game)
        assert page.index("I had a plan.") < page.index(SECRET)
        assert "Carol" in page
    assert write(client, carol, game, text="Too late.").status_code == 409


def test_one_a_turn_and_author_which_another_replaces_and_an_empty_one_deletes(client, game, carol):
    sealed.write(carol, game_id=game.pk, ply=2, text="First.")
    sealed.write(carol, game_id=game.pk, ply=2, text="Second.")
    sealed.write(UserFactory(), game_id=game.pk, ply=2, text="Mine.")
    assert sorted(SealedRemark.objects.values_list("text", flat=True)) == ["Mine.", "Second."]
    sealed.write(carol, game_id=game.pk, ply=2, text="")
    assert list(SealedRemark.objects.values_list("text", flat=True)) == ["Mine."]


def test_a_private_game_is_not_found_and_a_turn_that_is_none_is_refused(client, alice, boris, carol, game):
    private = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    assert write(client, carol, private).status_code == 404
    with pytest.raises(Refusal) as refused:
        sealed.write(carol, game_id=private.pk, ply=2, text=SECRET)
    assert refused.value.code == "not_yours"
    for ply in (0, 4, "x", ""):
        assert write(client, carol, game, ply=ply).status_code == 403
    client.logout()
    answer = client.post(reverse("seal_remark", args=[game.pk]), {"ply": 2, "remark": SECRET})
    assert answer.status_code in (302, 403)
    assert not SealedRemark.objects.exists()


def test_whom_a_player_blocks_writes_nothing_and_a_mute_hides_it_from_who_mutes(client, game, alice, boris, carol):
    blocks.make(alice, carol, mute=False)
    assert write(client, carol, game).status_code == 403
    dora = UserFactory(username="Dora")
    write(client, dora, game)
    blocks.make(boris, dora, mute=True)
    play.resign(game.pk, side=1)
    assert SECRET not in read(client, boris, game)
    assert SECRET in read(client, alice, game)


def test_a_turn_that_is_taken_back_takes_its_remarks_with_it(client, game, alice, carol):
    write(client, carol, game, ply=3)
    play.offers.propose(game.pk, "takeback", side=0)
    play.offers.accept(game.pk, "takeback", side=1)
    play.resign(game.pk, side=1)
    assert SECRET not in read(client, None, game, ply=1)


def test_more_authors_cost_no_more_queries(client, game, alice, boris, django_assert_max_num_queries):
    def count(more: int) -> int:
        for _ in range(more):
            SealedRemark.objects.create(
                turn=game.turns.get(ply=1), user=UserFactory(), text="So it is.", written_at=game.started_at
            )
        with django_assert_max_num_queries(60) as queries:
            client.get(reverse("game_at", args=[game.pk, 1]))
        return len(queries)

    play.resign(game.pk, side=1)
    client.force_login(alice)
    client.get(reverse("game_at", args=[game.pk, 1]))
    assert count(2) == count(8)
