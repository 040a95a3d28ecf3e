"""Who does not come is not matched again: a loss on time without a visit pauses their standing challenges, and a
newcomer holds one opponent at a time."""

import pytest
import time_machine

from accounts.limiting.limits import DAY
from competition.models import StandingGame
from competition.standing.pairing import pair
from competition.standing.room import refresh_due
from engine.contract import Side
from games import challenges, play
from games.models import Game, Seat
from games.play.running_out import run_out, run_out_due
from games.play.undoing import undo
from tests.competition.ladder.conftest import Rungs
from tests.competition.standing.conftest import NOON, is_listed, pauses, refused, see  # noqa: F401
from tests.competition.standing.pairing_world import MINUTE, list_met, read, stand_for
from tests.factories import GameFactory, UserFactory, prove

pytestmark = pytest.mark.django_db
OUT = NOON + 3 * DAY + 2 * MINUTE
"""When the first turn of a game that began at noon has run out, and a minute’s grace."""


def meet(first: str = "ann", second: str = "bob", **terms) -> Game:
    """A game of Ann, who moves first, and Bob, found at noon."""
    ann, bob = stand_for(first, side="first", **terms), stand_for(second, side="second", **terms)
    assert pair(now=NOON) == 1
    return Game.objects.get(standing_game__one__in=(ann.owner, bob.owner))


def standing_of(game: Game, side: Side):
    return read(Seat.objects.get(game=game, side=side).user.standing_challenges.get())


def lose_on_time(game: Game, *, now=OUT) -> None:
    with time_machine.travel(now, tick=False):
        assert run_out(game.pk)
    game.refresh_from_db()
    assert game.termination == "time"


# --- A loss on time ----------------------------------------------------------------------------------------------
def test_who_lost_on_time_without_a_visit_is_paused_until_the_next_and_their_opponent_is_not(pauses):  # noqa: F811
    game = meet()
    see(Seat.objects.get(game=game, side=Side.SECOND).user, OUT)
    lose_on_time(game)
    absent, there = standing_of(game, Side.FIRST), standing_of(game, Side.SECOND)
    assert (absent.paused, there.paused) == ("absent", "")
    assert not is_listed(absent, now=OUT)
    assert is_listed(there, now=OUT)
    assert pauses == [(absent.owner_id, [absent.pk], "absent")]
    assert refresh_due(OUT + DAY) == 0
    assert pair(now=OUT + DAY) == 0
    see(absent.owner, OUT + DAY)
    assert refresh_due(OUT + DAY + MINUTE) == 1
    assert is_listed(read(absent), now=OUT + DAY + MINUTE)
    assert refresh_due(OUT + DAY + 2 * MINUTE) == 0


def test_who_was_here_since_the_game_began_is_not_paused():
    game = meet()
    see(Seat.objects.get(game=game, side=Side.FIRST).user, NOON + DAY)
    lose_on_time(game)
    assert standing_of(game, Side.FIRST).paused == ""


def test_who_played_a_turn_since_it_began_was_here():
    game = meet()
    play.play_move(game.pk, side=Side.FIRST, expected_revision=1, text="Md1-c1", now=NOON + MINUTE)
    play.play_move(game.pk, side=Side.SECOND, expected_revision=2, text="Me8-f8", now=NOON + 2 * MINUTE)
    lose_on_time(game, now=OUT + 3 * MINUTE)
    assert standing_of(game, Side.FIRST).paused == ""


def test_a_resignation_pauses_nobody():
    game = meet()
    play.resign(game.pk, side=Side.FIRST, now=OUT - DAY)
    assert standing_of(game, Side.FIRST).paused == ""


def test_a_loss_that_staff_undo_pauses_no_longer(admin):
    game = meet()
    lose_on_time(game)
    play.void(game.pk, staff=admin, reason="The site was away.")
    assert standing_of(game, Side.FIRST).paused == ""


def test_a_ladder_game_lost_on_time_without_a_visit_pauses_them_too():
    rungs = Rungs()
    rungs.join("AB", now=NOON)
    top = stand_for(rungs.people["A"])
    game = rungs.start("B", "A", now=NOON + MINUTE)
    Game.objects.filter(pk=game.pk).update(side_to_move=Seat.objects.get(game=game, user=top.owner).side)
    lose_on_time(game, now=game.deadline_at + 2 * MINUTE)
    assert read(top).paused == "absent"


def test_a_game_that_two_agreed_on_pauses_nobody(alice, boris):
    standing = stand_for(alice)
    game = GameFactory(first=alice, second=boris, now=NOON)
    lose_on_time(game)
    assert read(standing).paused == ""


# --- Newcomers ---------------------------------------------------------------------------------------------------
def test_a_newcomer_holds_one_opponent_until_they_have_played_a_turn():
    newcomer = stand_for("ann", keep=3, side="first")
    for name in ("bob", "cid", "dee"):
        prove((other := stand_for(name, side="second")).owner, now=NOON)
        assert other
    assert pair(now=NOON) == 1
    assert pair(now=NOON + MINUTE) == 0
    game = Game.objects.active().get()
    play.play_move(game.pk, side=Side.FIRST, expected_revision=1, text="Md1-c1", now=NOON + MINUTE)
    assert is_listed(read(newcomer), now=NOON + 2 * MINUTE)
    assert pair(now=NOON + 2 * MINUTE) == 1
    assert pair(now=NOON + 3 * MINUTE) == 1
    assert {"ann"} == {name for met in list_met()[-3:] for name in met} - {"bob", "cid", "dee"}


def test_a_first_turn_that_was_undone_was_none(settings):
    settings.TURN_NOTICE_WAIT = MINUTE
    newcomer = stand_for("ann", keep=3, side="first")
    stand_for("bob", side="second")
    pair(now=NOON)
    game = Game.objects.active().get()
    play.play_move(game.pk, side=Side.FIRST, expected_revision=1, text="Md1-c1", now=NOON)
    assert is_listed(newcomer, now=NOON)
    undo(game.pk, side=Side.FIRST, expected_revision=2, now=NOON)
    assert not is_listed(newcomer, now=NOON)


def test_a_newcomer_accepts_one_such_game_at_a_time(alice):
    one, other = (stand_for(name, side="first") for name in ("bob", "cid"))
    see(alice, NOON)
    challenges.accept(one.challenge_id, user=alice, now=NOON)
    sentence = "You have one game from standing challenges at a time until you’ve played a turn in one of them."
    assert refused(challenges.accept, other.challenge_id, user=alice, now=NOON) == ("first_turn", 409, sentence)
    assert StandingGame.objects.count() == 1


def test_who_never_comes_costs_nobody_more_than_one_game():
    """Five games in 15 days with somebody who never came, as one player had them."""
    present = UserFactory(username="ann")
    stand_for(present, keep=2, side="second"), stand_for("bob", keep=10, side="first")
    for day in range(16):
        now = NOON + day * DAY
        see(present, now)
        with time_machine.travel(now, tick=False):
            run_out_due()
        pair(now=now)
    assert Game.objects.filter(termination="time").count() == 1
    assert StandingGame.objects.count() == 1
