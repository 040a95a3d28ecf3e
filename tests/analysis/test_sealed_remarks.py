"""Sealed remarks: about one's own turns while the game runs, opened for all at its end."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from accounts.conduct import blocks, restrictions
from accounts.models import User
from analysis import sealed
from analysis.models import SealedRemark
from computers import thinking, waking
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game
from notifications.models import Notice
from tests.factories import GameFactory
from tests.marks import marked
from tests.versions import see

WORDS = "I only wanted the file"


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"])


def seal(client, game, *, ply, text=WORDS, **seen):
    return client.post(reverse("seal_remark", args=[game.pk]), {"ply": str(ply), "remark": text, **seen})


def see_remark(client, game):
    return see(client, game.get_absolute_url(), action=reverse("seal_remark", args=[game.pk]))


def test_it_is_written_about_ones_own_turn_changed_taken_back_and_kept_when_it_is_refused(client, alice, game):
    client.force_login(alice)
    assert seal(client, game, ply=2).status_code == 403
    assert seal(client, game, ply=3).status_code == 403
    refused = seal(client, game, ply=1, text="x" * 1001)
    assert (refused.status_code, "x" * 1000 in refused.content.decode()) == (422, True)
    assert seal(client, game, ply=1, text="First thought").status_code == 302
    assert seal(client, game, ply=1, **see_remark(client, game)).status_code == 302
    assert WORDS in client.get(game.get_absolute_url()).content.decode()
    assert SealedRemark.objects.get().text == WORDS
    seal(client, game, ply=1, text="", **see_remark(client, game))
    assert not SealedRemark.objects.exists()


def test_it_opens_to_all_but_blocked_players_when_the_game_ends_and_nothing_is_sealed_after(
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


def test_a_remark_about_a_turn_that_was_taken_back_is_never_opened(client, alice, boris):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    client.force_login(alice)
    seal(client, game, ply=1)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND)
    play.resign(game.pk, side=Side.SECOND)
    assert game.turns.filter(taken_back_at=None).count() == 0
    assert WORDS not in client.get(game.get_absolute_url()).content.decode()


# --- Where a turn is confirmed ------------------------------------------------------------------------------------
def confirm(client, game, text="Md1-c1", *, remark=WORDS, **more):
    """Sends the form of the turn, with a remark on it."""
    game.refresh_from_db()
    sent = {"text": text, "revision": game.revision, "ply": game.ply, "remark": remark, **more}
    return client.post(reverse("play_move", args=[game.pk]), sent)


@pytest.fixture
def fresh(alice, boris):
    return GameFactory(first=alice, second=boris)


def test_it_is_sealed_with_the_turn_and_read_by_nobody_else_before_the_end(client, alice, boris, fresh):
    client.force_login(alice)
    assert confirm(client, fresh).status_code == 302
    assert list(SealedRemark.objects.values_list("turn__ply", "turn__text", "text")) == [(1, "Md1-c1", WORDS)]
    assert WORDS in client.get(fresh.get_absolute_url()).content.decode()
    client.force_login(boris)
    assert WORDS not in client.get(fresh.get_absolute_url()).content.decode()
    assert confirm(client, fresh, "Mc8-b8", remark="  ").status_code == 302
    assert SealedRemark.objects.count() == 1


def test_a_remark_on_a_turn_whose_chain_ends_the_game_is_open_at_once(client, alice, boris, fresh):
    turns = {"turns": ["Md1-c1"], "ending": "resign", "expected_position": fresh.position_text}
    play.arm(fresh.pk, side=Side.SECOND, **turns)
    client.force_login(alice)
    confirm(client, fresh)
    fresh.refresh_from_db()
    assert (fresh.termination, SealedRemark.objects.get().turn.ply) == ("resignation", 1)
    client.force_login(boris)
    assert WORDS in client.get(fresh.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("text", "remark", "more", "status"),
    [
        ("Md1-c1", "x" * 1001, {}, 422),
        ("Md1-d8", WORDS, {}, 422),
        ("", WORDS, {}, 422),
        ("Md1-c1", WORDS, {"revision": "9", "ply": ""}, 409),
    ],
    ids=["too long", "illegal turn", "no turn", "stale"],
)
def test_a_refusal_of_either_plays_nothing_and_keeps_both(client, alice, fresh, text, remark, more, status):
    client.force_login(alice)
    refused = confirm(client, fresh, text, remark=remark, **more)
    page = refused.content.decode()
    form = page.split('id="turn"')[1].split("</form>")[0]
    assert refused.status_code == status
    assert f'name="text" value="{text}"' in form
    assert f">{remark[:1000]}</textarea>" in form
    assert '<details class="sealing" id="sealing" open>' in form
    assert page.count(remark[:1000]) == 1, "not in the field for the turn before, too"
    assert (fresh.turns.count(), SealedRemark.objects.count()) == (0, 0)


def test_out_of_turn_it_is_shown_to_its_writer_beside_the_turn(client, boris, fresh):
    client.force_login(boris)
    refused = confirm(client, fresh, "Mc8-b8")
    assert refused.status_code == 409
    assert f"Your remark on it: {WORDS}" in refused.content.decode()


def test_a_player_who_was_logged_out_finds_both_after_the_log_in_and_no_address_holds_the_remark(client, alice, fresh):
    asked = confirm(client, fresh, **marked(alice))
    assert "only" not in asked.url
    client.force_login(alice)
    page = client.get(parse_qs(urlsplit(asked.url).query)["next"][0]).content.decode()
    assert 'name="text" value="Md1-c1"' in page
    assert f">{WORDS}</textarea>" in page
    assert not SealedRemark.objects.exists()


def test_a_player_who_may_not_write_is_not_asked_for_a_remark_and_plays_without(client, alice, admin, fresh):
    client.force_login(alice)
    assert 'id="sealing"' in client.get(fresh.get_absolute_url()).content.decode()
    restrictions.impose(alice, restrictions.Kind.MUTED, reason="Insults", by=admin)
    refused = confirm(client, fresh)
    assert (refused.status_code, fresh.turns.count()) == (403, 0)
    assert 'id="sealing"' not in refused.content.decode()
    assert confirm(client, fresh, remark="").status_code == 302


def test_who_was_muted_since_their_request_was_read_seals_nothing(alice, admin, game):
    restrictions.impose(User.objects.get(pk=alice.pk), restrictions.Kind.MUTED, reason="Insults", by=admin)
    with pytest.raises(Refusal) as refused:
        sealed.write(alice, game_id=game.pk, ply=1, text=WORDS)
    assert (refused.value.code, SealedRemark.objects.count()) == ("muted", 0)


def test_only_the_player_to_move_has_the_field_and_a_guest_has_none(client, boris, carol, fresh, monkeypatch):
    monkeypatch.setattr(waking, "wake", lambda *ids: None)
    for reader in (boris, carol):
        client.force_login(reader)
        assert 'id="sealing"' not in client.get(fresh.get_absolute_url()).content.decode()
    client.logout()
    theirs = client.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer"}).url
    game = Game.objects.get(pk=int(theirs.strip("/").rpartition("/")[2]))
    thinking.think(game.pk)  # if it is to begin
    game.refresh_from_db()
    page = client.get(theirs).content.decode()
    assert ('id="turn"' in page, 'id="sealing"' in page) == (True, False)
    assert confirm(client, game, game.position.legal_moves()[0]).status_code == 302
    assert not SealedRemark.objects.exists()
