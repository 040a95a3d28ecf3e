"""Playing a turn: what it changes, and what is refused."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, Bank, Days
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up
from tests.games.play.conftest import NOON, ended, started, state_of

DARK, LIGHT = Side.FIRST, Side.SECOND
LATER = NOON + timedelta(hours=5)


def play_as(game, side, text, *, revision=None, now=LATER, **more):
    revision = game.revision if revision is None else revision
    return play.play_move(game.pk, side=side, expected_revision=revision, text=text, now=now, **more)


def test_a_turn_is_stored_and_the_other_side_is_to_move(game, news):
    turn = play_as(game, DARK, " md1 c1 ").turn
    game.refresh_from_db()
    assert (turn.ply, turn.side, turn.text, turn.played_at) == (1, DARK, "Md1-c1", LATER)
    assert (game.ply, game.revision, game.side_to_move, game.turn_started_at) == (1, 2, LIGHT, LATER)
    assert game.position_text == turn.position_text
    assert game.deadline_at == LATER + 3 * DAY
    assert news == [started(game)]


@pytest.mark.parametrize(
    ("side", "text", "revision", "code", "status"),
    [
        (LIGHT, "Mc8-b8", 1, "not_your_turn", 409),
        (DARK, "Md1-c1", 0, "stale", 409),
        (DARK, "Md1-c1", 2, "stale", 409),
        (DARK, "Md1-d8", 1, "illegal", 422),
        (DARK, "", 1, "illegal", 422),
        (DARK, "\x00<b>♞" * 2000, 1, "illegal", 422),
    ],
)
def test_a_refused_turn_changes_nothing_and_says_why(game, news, side, text, revision, code, status):
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        play_as(game, side, text, revision=revision)
    assert (refusal.value.code, refusal.value.status) == (code, status)
    assert refusal.value.sentence == str(refusal.value) != ""
    assert state_of(game) == before
    assert news == []


def test_an_illegal_turn_is_refused_in_the_words_of_the_rules(game):
    with pytest.raises(Refusal, match="Master") as refusal:
        play_as(game, DARK, "Md1-d8")
    assert refusal.value.sentence == str(refusal.value.__cause__)


def test_the_turn_that_takes_the_last_master_ends_the_game(game, news):
    set_up(game, LAST_MASTER, offers={"draw": {"side": LIGHT}})
    play_as(game, DARK, "Md4xd5")
    game.refresh_from_db()
    assert (game.winner, game.termination, game.ended_at, game.ply) == (DARK, "masters_lost", LATER, 1)
    assert game.offers == {}
    assert news == [ended(game)]


def test_nothing_is_played_after_the_end(game):
    play.resign(game.pk, side=LIGHT, now=LATER)
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        play_as(game, DARK, "Md1-c1")
    assert refusal.value.code == "over"
    assert state_of(game) == before


def test_each_side_pays_from_its_own_bank(alice, boris):
    game = GameFactory(first=alice, second=boris, control=Bank(3, 1, 7), now=NOON)
    play_turns(game, "Md1-c1", now=NOON + 2 * DAY)
    assert [seat.bank for seat in game.seats.order_by("side")] == [2 * DAY, 3 * DAY]
    assert game.deadline_at == NOON + 5 * DAY
    play_turns(game, "Mc8-b8", now=NOON + 2 * DAY + timedelta(hours=12))
    assert [seat.bank for seat in game.seats.order_by("side")] == [2 * DAY, 3 * DAY + timedelta(hours=12)]
    assert game.deadline_at == NOON + 4 * DAY + timedelta(hours=12)


def test_who_is_to_move_comes_from_the_position_not_from_the_number_of_turns(game):
    again = LAST_MASTER.replace(" d ", " l ")
    set_up(game, again, ply=4)
    play_as(game, LIGHT, "Md5-c5")
    game.refresh_from_db()
    assert (game.ply, game.side_to_move) == (5, DARK)


def test_the_time_is_read_by_the_code_itself_where_none_is_given(db):
    game = GameFactory(control=Days(1))
    turn = play.play_move(game.pk, side=DARK, expected_revision=1, text="Md1-c1").turn
    game.refresh_from_db()
    assert turn.played_at == game.turn_started_at
    assert game.deadline_at == turn.played_at + DAY


def test_a_turn_costs_the_same_number_of_queries_however_long_the_game(db):
    game = GameFactory(options={"rules": "woag", "draws": ["quiet-50", "repetition"]}, now=NOON)
    costs = []
    for text in ["Md1-c1", "Mc8-b8", "Mc1-b1", "Mb8-a8", "Mb1-a1", "Ma8-a7", "Ma1-a2", "Ma7-a6", "Ma2-a3", "Ma6-a5"]:
        game.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            play_as(game, Side(game.side_to_move), text, key=text)
        costs.append(len(queries))
    assert len(set(costs)) == 1, costs
