"""What a win in a ladder game brings, and what its end has brought, as each reads it."""

import pytest

from competition import ladder
from competition.models import LadderGame
from tests.competition.ladder.conftest import DAY, NOON

WINS = "If PlayerF wins, they move from place 6 to place 3"
LADDER = "Mastery ladder:"
MOVED = "moved from place 6 to place 3."


def tell(rungs, game, letter: str = "") -> str:
    reader_id = rungs.people[letter].pk if letter else None
    return " ".join(str(each) for each in ladder.tell_stake(game.pk, reader_id=reader_id))


# --- While it goes on --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reader", "told"),
    [("F", "If you win, you move from place 6 to place 3."), ("C", f"{WINS}, which is yours."), ("", f"{WINS}.")],
)
def test_each_reads_what_a_win_brings(eight, reader, told):
    assert tell(eight, eight.start("F", "C"), reader) == told


def test_it_tells_the_places_of_now(eight):
    game = eight.start("F", "C")
    eight.play("D", "B", winner="D")
    assert tell(eight, game, "F") == "If you win, you move from place 6 to place 4."


def test_nobody_moves_where_one_has_left_or_the_challenger_stands_above_already(eight):
    game, other = eight.start("F", "C"), eight.start("H", "D")
    eight.play("E", "C", winner="E", termination="time")
    assert tell(eight, game, "F") == "Nobody moves, whoever wins: PlayerC has left the ladder."
    assert tell(eight, game, "C") == "Nobody moves, whoever wins: you’ve left the ladder."
    eight.play("H", "B", winner="H", now=NOON + DAY)
    assert tell(eight, other) == "Nobody moves, whoever wins: PlayerH already stands above PlayerD."


# --- Once it is over ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("winner", "termination", "by_reader"),
    [
        (
            "F",
            "resignation",
            {"F": f"{LADDER} place 6 → 3.", "C": f"{LADDER} place 3 → 4.", "": f"{LADDER} PlayerF {MOVED}"},
        ),
        (
            "F",
            "time",
            {
                "C": f"{LADDER} PlayerF {MOVED} You lost on time and left the ladder.",
                "": f"{LADDER} PlayerF {MOVED} PlayerC lost on time and left the ladder.",
            },
        ),
        ("C", "resignation", {"F": "Nobody moved on the ladder."}),
        ("", "agreement", {"C": "Nobody moved on the ladder."}),
        ("", "void", {"C": "Nobody moved on the ladder."}),
    ],
)
def test_each_reads_what_the_end_has_brought(eight, winner, termination, by_reader):
    game = eight.play("F", "C", winner=winner, termination=termination)
    assert {reader: tell(eight, game, reader) for reader in by_reader} == by_reader


def test_nobody_moved_since_the_challenged_player_had_left(eight):
    game = eight.start("F", "C")
    eight.play("E", "C", winner="E", termination="time")
    eight.end(game, winner="F")
    assert LadderGame.objects.get(game=game).held == "challenged"
    assert tell(eight, game, "F") == "Nobody moved: PlayerC had left the ladder."
    assert tell(eight, game, "C") == "Nobody moved: you had left the ladder."


def test_nobody_moved_since_the_challenger_is_leaving(eight):
    eight.start("G", "F")  # for whom F keeps the place
    game = eight.start("F", "C")
    eight.leave("F")
    eight.end(game, winner="F")
    assert eight.read() == "ABCDEFGH"
    assert tell(eight, game) == "Nobody moved: PlayerF had left the ladder."


def test_nobody_moved_since_the_challenger_stood_above(eight):
    game = eight.start("F", "C")
    eight.play("F", "B", winner="F")
    eight.end(game, winner="F")
    assert tell(eight, game) == "Nobody moved: PlayerF already stood above PlayerC."


# --- Who has left and joined again -------------------------------------------------------------------------------
def test_whoever_joined_again_at_the_bottom_does_not_jump_by_a_game_from_before(eight):
    game = eight.start("F", "B")
    eight.leave("F")
    eight.join("F", now=NOON + DAY)
    eight.end(game, winner="F", now=NOON + 2 * DAY)
    assert eight.read() == "ABCDEGHF"
    assert tell(eight, game) == "Nobody moved: PlayerF had left the ladder."


def test_the_place_of_whoever_joined_again_is_not_won_by_a_game_from_before(eight):
    game = eight.start("H", "C")
    eight.play("E", "C", winner="E", termination="time")
    eight.join("C", now=NOON + 8 * DAY)
    eight.leave("H")
    eight.join("H", now=NOON + 9 * DAY)
    eight.end(game, winner="H", now=NOON + 10 * DAY)
    assert eight.read() == "ABEDFGCH"


def test_a_game_from_before_keeps_nobody_waiting_who_joined_again_and_leaves(eight):
    eight.start("F", "C")
    eight.play("E", "C", winner="E", termination="time")
    eight.join("C", now=NOON + 8 * DAY)
    assert eight.leave("C", now=NOON + 9 * DAY)
