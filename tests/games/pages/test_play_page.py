"""Playing, resigning and agreeing on a draw through the page, and the messages about what cannot be done."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import Game
from tests.factories import play_turns
from tests.marks import marked


def send(client, name, game, **fields):
    return client.post(reverse(name, args=[game.pk]), {"revision": game.revision, **fields})


def refused(answer, *, status: int, sentence: str, kept: str = "") -> None:
    """The same page with the sentence as an alert, and what was typed still there."""
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page.split('role="alert"')[1].split("</div>")[0]
    assert 'id="board"' in page
    assert kept in page


def test_a_turn_is_played_and_the_way_leads_back_to_the_game(as_alice, game):
    answer = send(as_alice, "play_move", game, text="d4 d5", key="one")
    assert answer.url == game.get_absolute_url()
    game.refresh_from_db()
    assert game.ply == 1
    assert "You have played Pd4-d5." in as_alice.get(answer.url).content.decode()


def test_the_same_submission_twice_is_one_turn(as_alice, game):
    answers = [send(as_alice, "play_move", game, text="Pd4-d5", key="one") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert game.turns.count() == 1


def test_each_page_has_a_key_of_its_own(as_alice, game):
    keys = {as_alice.get(game.get_absolute_url()).context["form_key"] for _ in range(3)}
    assert len(keys) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d4-d8", "d4"),
        ("nonsense", "nonsense"),
        ("", "Choose your turn on the board, or type it, first."),
        ("  ", "Choose your turn"),
        ("d4\0", ""),
    ],
)
def test_an_illegal_turn_is_explained_and_kept(as_alice, game, text, sentence):
    refused(
        send(as_alice, "play_move", game, text=text),
        status=422,
        sentence=sentence,
        kept=f'value="{text.strip(chr(0))}"',
    )


def test_a_stale_page_is_refused_and_shows_the_game_as_it_stands(as_alice, game):
    old = game.revision
    play_turns(game, "Pd4-d5", "Pc5-c4")
    answer = as_alice.post(reverse("play_move", args=[game.pk]), {"revision": old, "text": "Pf4-f5"})
    refused(answer, status=409, sentence="The game has changed", kept='value="Pf4-f5"')
    assert 'data-label="c4, Light Pawn"' in answer.content.decode()


def test_a_turn_from_before_an_offer_is_played_and_its_player_told_what_it_declined(as_alice, game):
    page = as_alice.get(game.get_absolute_url()).content.decode()
    seen = dict(re.findall(r'name="(revision|ply)" value="(\d+)"', page.split('id="turn"')[1].split("</form>")[0]))
    assert seen == {"revision": "1", "ply": "0"}
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    answer = as_alice.post(reverse("play_move", args=[game.pk]), {**seen, "text": "Pd4-d5"})
    assert answer.status_code == 302
    told = as_alice.get(answer.url).content.decode()
    assert "You have played Pd4-d5. This declined your opponent’s draw offer." in told


@pytest.mark.parametrize("ply", ["", "x", "1", "9" * 40])
def test_a_turn_from_before_an_offer_that_names_no_ply_or_another_is_stale(as_alice, game, ply):
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    refused(send(as_alice, "play_move", game, text="Pd4-d5", ply=ply), status=409, sentence="has changed")


@pytest.mark.parametrize("revision", ["", "x", "-1", "9" * 40, "²"])
def test_an_invalid_revision_counts_as_stale(as_alice, game, revision):
    refused(send(as_alice, "play_move", game, text="Pd4-d5", revision=revision), status=409, sentence="has changed")


def test_out_of_turn_is_refused(client, game, boris):
    client.force_login(boris)
    refused(send(client, "play_move", game, text="Pc5-c4"), status=409, sentence="not your turn", kept="Pc5-c4")


def test_a_game_that_is_over_takes_no_turn(as_alice, game):
    play.resign(game.pk, side=Side.SECOND)
    refused(send(as_alice, "play_move", game, text="Pd4-d5"), status=409, sentence="This game is over.", kept="Pd4-d5")


def test_a_late_turn_is_refused_and_the_game_lost(as_alice, game):
    Game.objects.filter(pk=game.pk).update(deadline_at=timezone.now() - timedelta(hours=1))
    answer = send(as_alice, "play_move", game, text="Pd4-d5")
    refused(answer, status=409, sentence="lost on time", kept="Pd4-d5")
    assert "Light won: Dark ran out of time." in answer.content.decode()


def test_a_flipped_board_stays_flipped_after_the_turn(as_alice, game):
    answer = as_alice.post(f"{reverse('play_move', args=[game.pk])}?flip=1", {"revision": 1, "text": "Pd4-d5"})
    assert answer.url == f"{game.get_absolute_url()}?flip=1"


@pytest.mark.parametrize("name", ["play_move", "resign"])
def test_only_the_two_players_act_and_only_by_post(client, game, carol, name):
    address = reverse(name, args=[game.pk])
    client.force_login(carol)
    assert client.post(address).status_code == 403
    assert client.get(address).url == game.get_absolute_url()
    assert client.put(address).status_code == 405
    game.refresh_from_db()
    assert not game.is_over


def test_a_player_who_was_logged_out_meanwhile_finds_the_turn_on_the_page_after_the_log_in(client, game, alice):
    asked = send(client, "play_move", game, text="Pd4-d5 & <b>", **marked(alice))
    assert asked.url == f"/account/login/?next={game.get_absolute_url()}", "no address holds what is planned"
    client.force_login(alice)
    page = client.get(parse_qs(urlsplit(asked.url).query)["next"][0]).content.decode()
    assert 'value="Pd4-d5 &amp; &lt;b&gt;"' in page
    game.refresh_from_db()
    assert game.ply == 0


def test_a_log_in_that_comes_between_does_nothing_unasked(client, game, alice):
    asked = send(client, "resign", game)
    assert asked.url == f"/account/login/?next={game.get_absolute_url()}"
    client.force_login(alice)
    client.get(game.get_absolute_url())
    game.refresh_from_db()
    assert not game.is_over


def test_resigning_is_hidden_behind_a_question_and_ends_the_game(as_alice, game):
    page = as_alice.get(game.get_absolute_url()).content.decode()
    assert "<summary>Resign…</summary>" in page
    send(as_alice, "resign", game)
    game.refresh_from_db()
    assert (game.winner, game.termination) == (Side.SECOND, "resignation")


def test_an_offer_never_stands_where_confirm_is(as_alice, game):
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    page = as_alice.get(game.get_absolute_url()).content.decode()
    form = page.split('id="turn"')[1].split("</form>")[0]
    assert "Confirm" in form
    assert "answer" not in form.replace("answer it below", "")
