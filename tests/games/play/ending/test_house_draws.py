"""House rules for draws, which a game plays by only if it was agreed on: repetition and quiet turns."""

import pytest

from engine.contract import Side
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up

ROUND = ["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"]
"""After these four turns the board stands as before, with the same side to move."""


def start(*draws):
    return GameFactory(options={"rules": "woag", "draws": list(draws)})


def test_the_same_position_for_the_third_time_is_a_draw_and_the_start_counts_as_the_first(db):
    game = play_turns(start("repetition"), *ROUND, *ROUND[:3])
    assert not game.is_over
    play_turns(game, ROUND[3])
    assert (game.is_over, game.winner, game.termination, game.ply) == (True, None, "repetition", 8)


def test_a_position_that_is_not_the_start_is_counted_alike(db):
    game = play_turns(start("repetition"), "Mf1-g1", "Me8-f8", *ROUND, *ROUND)
    assert (game.termination, game.ply) == ("repetition", 10)


def test_turns_taken_back_are_not_counted(db):
    game = play_turns(start("repetition"), *ROUND)
    game.turns.filter(ply=4).update(taken_back_at=game.started_at)
    set_up(game, game.turns.get(ply=3).position_text, ply=3)
    game = play_turns(game, ROUND[3], *ROUND)
    assert game.termination == "repetition"
    assert game.turns.filter(taken_back_at=None).count() == 8


@pytest.mark.parametrize(("text", "quiet", "termination"), [("Md4-c4", 99, "quiet-50"), ("Md4-c4", 98, "")])
def test_a_hundred_turns_in_a_row_without_a_capture_are_a_draw(db, text, quiet, termination):
    game = play_turns(set_up(start("quiet-50"), LAST_MASTER, quiet_turns=quiet), text)
    assert (game.termination, game.winner) == (termination, None)
    assert game.quiet_turns == quiet + 1


def test_a_capture_starts_the_count_again(db):
    game = set_up(
        start("quiet-50"), LAST_MASTER.replace("3m4", "m2p4").replace("P5/M2O3P5", "P5/M2O3P4"), quiet_turns=99
    )
    game = play_turns(game, "Md4xd5")
    assert (game.is_over, game.quiet_turns) == (False, 0)


def test_a_loss_on_the_same_turn_goes_before_a_draw(db):
    game = set_up(start("repetition"), LAST_MASTER)
    key = game.position.play("Md4xd5").repetition_key()
    for ply in (90, 91):  # so the position after the winning turn stands there for the third time
        game.turns.create(ply=ply, side=0, text="-", position_text="-", position_key=key, played_at=game.started_at)
    game = play_turns(game, "Md4xd5")
    assert (game.winner, game.termination) == (Side.FIRST, "masters_lost")


def test_without_these_house_rules_the_game_goes_on(db):
    game = set_up(start(), start().position_text, quiet_turns=500)
    assert not play_turns(game, *ROUND, *ROUND, *ROUND).is_over


@pytest.mark.parametrize(
    ("slug", "turns"),
    [
        ("master", ["a2-a3", "a9-a8", "a3-a2", "a8-a9"]),
        ("masters", ["Hb1-c3", "Hb12-c10", "Hc3-b1", "Hc10-b12"]),
    ],
)
def test_the_other_games_offer_the_same_two(db, slug, turns):
    game = GameFactory(ruleset_slug=slug, options={"draws": ["repetition", "quiet-50"]})
    game = play_turns(game, *turns, *turns[:3])
    assert not game.is_over
    assert (play_turns(game, turns[3]).termination, game.winner) == ("repetition", None)
    game = set_up(GameFactory(ruleset_slug=slug, options={"draws": ["quiet-50"]}), game.position_text, quiet_turns=99)
    assert play_turns(game, turns[0]).termination == "quiet-50"
