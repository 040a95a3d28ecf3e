"""How many ladder games somebody may have at once: three that they started, three that others started."""

from datetime import timedelta

import pytest

from competition.models import LadderGame
from tests.competition.ladder.conftest import DAY, NOON, be_away, read, refuse


def test_most_out(eight):
    for of in "EDC":
        eight.start("F", of)
    assert read(refuse(eight, "F", "B")) == ("most_out", "You already have three ladder games that you started.")


@pytest.mark.parametrize("gone", ["dropped", "leaving", "back"])
def test_a_game_whose_challenged_player_has_left_is_none_of_the_three(eight, gone):
    for of in "EDC":
        eight.start("F", of)
    if gone == "leaving":
        eight.leave("C")
    else:
        eight.play("G", "C", winner="G", termination="time")
    if gone == "back":
        eight.join("C", now=NOON + 8 * DAY)
    eight.start("F", "B", now=NOON + 9 * DAY)
    assert refuse(eight, "F", "A", now=NOON + 9 * DAY).code == "most_out"


def test_three_friends_close_the_top_for_thirty_days_at_most(eight):
    for by in "BCD":
        eight.start(by, "A")
    assert refuse(eight, "E", "A", now=NOON + 30 * DAY - timedelta(minutes=1)).code == "most_in"
    eight.start("E", "A", now=NOON + 30 * DAY)
    assert LadderGame.objects.filter(running=True, challenged=eight.people["A"]).count() == 4


def test_most_in(eight):
    for by in "DEF":
        eight.start(by, "C")
    assert read(refuse(eight, "G", "C")) == ("most_in", "PlayerC already has three ladder games that others started.")


def test_games_of_players_on_vacation_leave_room(eight):
    for by in "DEF":
        eight.start(by, "C")
    be_away(eight.people["D"])
    eight.start("G", "C")
    for of in "EB":
        eight.start("G", of)
    assert refuse(eight, "G", "F").code == "most_out"
    be_away(eight.people["E"])
    eight.start("G", "F")


def test_of_three_in_at_most_one_is_by_somebody_who_challenged_them_lately(eight):
    for by in "FG":
        eight.play(by, "C", winner="C")
    eight.start("F", "C", now=NOON + 10 * DAY)
    refusal = refuse(eight, "G", "C", now=NOON + 10 * DAY)
    sentence = "Your last ladder game with PlayerC ended on 3 May. You can challenge again from 2 July."
    assert (*read(refusal), refusal.again_at) == ("too_soon", sentence, NOON + 60 * DAY)
    eight.start("H", "C", now=NOON + 10 * DAY)
    eight.start("G", "C", now=NOON + 60 * DAY)
