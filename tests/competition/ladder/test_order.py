"""Who stands where on a ladder, and what the end of a game moves."""

import pytest

from competition import ladder
from competition.events import Leaving, ladder_left, ladder_moved
from competition.ladder import figures, order
from competition.models import LadderGame, LadderMember
from core.refusal import Refusal
from games import play
from games.models import CANCELLED, VOID, Game
from games.play.ending import read_result
from tests.competition.ladder.conftest import DAY, NOON, SLUG
from tests.factories import GameFactory

TABLE = [
    ("the challenger wins", "F", "resignation", "ABFCDEGH"),
    ("the challenger loses", "C", "resignation", "ABCDEFGH"),
    ("a draw", "", "agreement", "ABCDEFGH"),
    ("the challenger wins on time", "F", "time", "ABFDEGH"),
    ("the challenger loses on time", "C", "time", "ABCDEGH"),
    ("staff decide for the challenger", "F", "adjudication", "ABFCDEGH"),
    ("a void game", "", VOID, "ABCDEFGH"),
    ("a cancelled game", "", CANCELLED, "ABCDEFGH"),
]


@pytest.fixture
def told() -> list[tuple]:
    """What is announced of places, in order."""
    news: list[tuple] = []

    def note_move(*, winner_id, first, last, **_):
        news.append(("moved", winner_id, last, first))

    def note_left(*, user_id, why, **_):
        news.append(("left", user_id, why))

    ladder_moved.connect(note_move)
    ladder_left.connect(note_left)
    yield news
    ladder_moved.disconnect(note_move)
    ladder_left.disconnect(note_left)


@pytest.mark.parametrize(("winner", "termination", "after"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_f_challenges_c_and_their_game_ends(eight, winner, termination, after):
    eight.play("F", "C", winner=winner, termination=termination)
    assert eight.read() == after


def test_the_winner_takes_the_place_as_it_is_when_the_game_ends(eight, monkeypatch):
    monkeypatch.setattr(figures, "LEAST_REACH", 6)  # H stands too low to challenge B
    game = eight.start("F", "C")
    eight.play("H", "B", winner="H")
    eight.end(game, winner="F")
    assert eight.read() == "AHBFCDEG"


def test_who_already_stands_above_moves_nobody(eight):
    game = eight.start("F", "C")
    eight.play("F", "B", winner="F")
    eight.end(game, winner="F")
    assert eight.read() == "AFBCDEGH"
    assert LadderGame.objects.get(pk=game.pk).moved_to is None


def test_a_move_and_a_place_lost_on_time_are_announced_in_that_order(eight, told):
    eight.play("F", "C", winner="F", termination="time")
    f, c = (eight.people[each].pk for each in "FC")
    assert told == [("moved", f, 6, 3), ("left", c, Leaving.LOST_ON_TIME)]


def test_nothing_to_take_from_who_is_gone_and_nothing_for_who_is_gone(eight):
    by_f, by_g = eight.start("F", "C"), eight.start("G", "D")
    LadderMember.objects.filter(user__in=[eight.people["C"], eight.people["G"]]).update(rank=None)
    eight.end(by_f, winner="F")
    eight.end(by_g, winner="G")
    assert eight.read() == "ABDEFH"


def test_a_game_is_settled_once_whatever_staff_do_to_it_later(eight, admin):
    game = eight.play("F", "C", winner="F")
    play.void(game.pk, staff=admin, reason="A test.", now=NOON)
    assert eight.read() == "ABFCDEGH"
    play.reopen(game.pk, staff=admin, reason="A test.", now=NOON)
    assert LadderGame.objects.get(pk=game.pk).running
    eight.end(game, winner="C", termination="time")
    assert (eight.read(), LadderGame.objects.get(pk=game.pk).running) == ("ABFCDEGH", False)


def test_settling_it_twice_does_nothing(eight):
    game = eight.play("F", "C", winner="F")
    eight.play("C", "F", winner="C", now=NOON + 8 * DAY)
    ladder.settle(game.pk, read_result(Game.objects.get(pk=game.pk)))
    assert eight.read() == "ABCFDEGH"


def test_other_games_move_nobody(eight):
    game = GameFactory(first=eight.people["F"], second=eight.people["C"])
    eight.end(game, winner="F")
    assert eight.read() == "ABCDEFGH"


# --- Ranks -------------------------------------------------------------------------------------------------------
def test_a_win_writes_one_row_however_far_it_leads(eight):
    ranks = dict(LadderMember.objects.on(SLUG).values_list("user", "rank"))
    eight.play("F", "A", winner="F")
    assert eight.read() == "FABCDEGH"
    changed = {user for user, rank in LadderMember.objects.on(SLUG).values_list("user", "rank") if ranks[user] != rank}
    assert changed == {eight.people["F"].pk}


def test_where_no_rank_is_left_between_two_all_get_new_ones(rungs, monkeypatch):
    monkeypatch.setattr(order, "STEP", 2)
    rungs.join("ABCDEFGH")
    names = list("ABCDEFGH")
    for at in [2, 3, 3, 3, 1, 1, 1, 2] * 5:
        order.put_before(LadderMember.objects.on(SLUG).last(), LadderMember.objects.on(SLUG)[at])
        names.insert(at, names.pop())
        assert list(rungs.read()) == names
    assert max(abs(rank) for rank in LadderMember.objects.on(SLUG).values_list("rank", flat=True)) < 60


def test_a_place_by_hand(eight):
    order.put_at(eight.member("G"), 2)
    assert eight.read() == "AGBCDEFH"
    order.put_at(eight.member("G"), 7)
    assert eight.read() == "ABCDEFGH"
    order.put_at(eight.member("A"), 99)
    assert eight.read() == "BCDEFGHA"


# --- After a loss on time ----------------------------------------------------------------------------------------
def test_who_lost_on_time_may_join_again_at_the_bottom_from_a_week_on(eight):
    eight.play("F", "C", winner="F", termination="time")
    with pytest.raises(Refusal) as refused:
        eight.join("C", now=NOON + 7 * DAY - DAY / 24)
    assert (refused.value.code, refused.value.sentence) == (
        "rejoin",
        "You lost a ladder game on time. You can join again from 10 May.",
    )
    eight.join("C", now=NOON + 7 * DAY)
    assert eight.read() == "ABFDEGHC"


def test_leaving_before_the_time_runs_out_does_not_help(eight):
    game = eight.start("F", "C")
    assert eight.leave("F")
    eight.end(game, winner="C", termination="time")
    with pytest.raises(Refusal, match="You can join again from 10 May"):
        eight.join("F", now=NOON + DAY)


def test_a_game_that_runs_out_settles_like_any_other(eight):
    game = eight.start("F", "C")
    Game.objects.filter(pk=game.pk).update(vacation_days=0)
    mover = game.seats.get(side=game.side_to_move).user.username.removeprefix("Player")
    play.run_out(game.pk, now=NOON + 4 * DAY)
    assert eight.read() == ("ABCDEGH" if mover == "F" else "ABFDEGH")
