"""The same key again gives the same answer, whatever happened since."""

import pytest

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.clock import DAY, GRACE
from games.models import Turn
from tests.factories import LAST_MASTER, play_turns, set_up
from tests.games.play.conftest import NOON, state_of

KEY = "b0f7"


def submit(game, text="Md1-c1", *, key=KEY, side=Side.FIRST, revision=1, now=NOON):
    return play.play_move(game.pk, side=side, expected_revision=revision, text=text, key=key, now=now)


def play_on(game):
    play_turns(game, "Mc8-b8", now=NOON)


def resign(game):
    play.resign(game.pk, side=Side.SECOND, now=NOON)


def run_out_of_time(game):
    play.run_out(game.pk, now=NOON + 4 * DAY)


@pytest.mark.parametrize("happen", [lambda game: None, play_on, resign, run_out_of_time])
def test_the_turn_of_that_key_is_answered_again_and_nothing_changes(game, news, happen):
    first = submit(game)
    happen(game)
    before, told = state_of(game), list(news)
    assert submit(game) == first
    assert submit(game, "Md1-b1") == first
    assert state_of(game) == before
    assert news == told


def test_a_winning_turn_is_answered_again(game):
    set_up(game, LAST_MASTER)
    assert submit(game, "Md4xd5") == submit(game, "Md4xd5")


def test_a_repeated_turn_is_answered_when_the_other_side_has_run_out_of_time_meanwhile(game):
    first = submit(game)
    assert submit(game, now=NOON + 3 * DAY + 2 * GRACE) == first


def test_a_key_belongs_to_the_side_that_chose_it(game):
    submit(game)
    with pytest.raises(Refusal) as refusal:
        submit(game, "Mc8-b8", side=Side.SECOND, revision=2)
    assert refusal.value.code == "stale"
    assert Turn.objects.count() == 1


@pytest.mark.parametrize("key", [None, ""])
def test_turns_without_a_key_are_never_taken_for_one_another(game, key):
    submit(game, key=key)
    submit(game, "Mc8-b8", key=key, side=Side.SECOND, revision=2)
    with pytest.raises(Refusal) as refusal:
        submit(game, key=key)
    assert refusal.value.code == "stale"


@pytest.mark.parametrize("key", ["k" * 65, "\x00", "schlüssel", "a\nb"])
def test_a_key_that_cannot_be_kept_is_refused(game, key):
    with pytest.raises(Refusal) as refusal:
        submit(game, key=key)
    assert (refusal.value.code, refusal.value.status) == ("bad_key", 422)


def test_the_longest_key_is_kept(game):
    submit(game, key="k" * 64)


def test_should_a_lock_ever_let_two_in_the_constraint_lets_one_stay(game):
    """The second has read the game as it stood before the first."""
    first = submit(game)
    set_up(game, game.ruleset.start().text(), ply=0, revision=1)
    assert submit(game) == first
    with pytest.raises(Refusal) as refusal:
        submit(game, "Md1-b1", key="another")
    assert refusal.value.code == "stale"
    assert Turn.objects.count() == 1
