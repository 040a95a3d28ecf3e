"""A turn undone within the minute, by its player alone, before the opponent has seen it: as if it had never been."""

from datetime import timedelta

import pytest

from accounts.time_off import vacation
from core.refusal import Refusal
from games import clock, play
from games.models import Game, Turn
from games.play import seeing
from tests.factories import LAST_MASTER, GameFactory, give_vacation, play_turns, set_up
from tests.games.play.conftest import NOON, log_of, state_of
from tests.games.play.undo.conftest import DARK, LIGHT, MINUTE, SECOND, rows_of, undo

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def refused(game, **how) -> str:
    """With which code the undo is refused; nothing changes then."""
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        undo(game, **how)
    assert state_of(game) == before
    return refusal.value.code


@pytest.mark.parametrize("turns", [["Pd4-d5"], ["Pd4-d5", "Pe5-e4"], ["Pd4-d5", "Pe5-e4", "Pd3xe4"]])
def test_all_rows_are_as_before_the_turn_and_the_revision_rises(game, turns):
    *before, last = turns
    play_turns(game, *before, now=NOON)
    stood, revision = rows_of(game), game.revision
    play_turns(game, last, now=NOON + HOUR)
    assert undo(game, now=NOON + HOUR + 59 * SECOND).text == last
    assert rows_of(game) == stood
    assert game.revision == revision + 2


def test_the_turn_is_kept_and_marked(game):
    play_turns(game, "Md1-c1", now=NOON)
    undo(game)
    assert [(turn.text, turn.undone, turn.taken_back_at) for turn in Turn.objects.all()] == [
        ("Md1-c1", True, NOON + SECOND)
    ]


def test_its_key_stays_used_so_that_the_same_form_sent_again_plays_nothing(game):
    submit = {"side": DARK, "expected_revision": 1, "expected_ply": 0, "key": "b0f7", "now": NOON}
    play.play_move(game.pk, text="Md1-c1", **submit)
    undo(game)
    before = state_of(game)
    with pytest.raises(Refusal) as refusal:
        play.play_move(game.pk, text="Md1-c1", **submit)
    assert refusal.value.code == "stale"
    assert state_of(game) == before


def test_no_new_turn_is_announced(game, news):
    play_turns(game, "Md1-c1", now=NOON)
    undo(game)
    assert [name for name, _ in news] == ["turn_started"]
    assert log_of(game) == []


def test_sent_twice_it_answers_the_same_and_changes_nothing(game):
    play_turns(game, "Md1-c1", now=NOON)
    first, before = undo(game), state_of(game)
    assert play.undo(game.pk, side=DARK, expected_revision=2, now=NOON + 2 * SECOND) == first
    assert state_of(game) == before


def test_another_turn_takes_its_place(game):
    play_turns(game, "Md1-c1", now=NOON)
    undo(game)
    play_turns(game, "Md1-b1", now=NOON + 2 * SECOND)
    assert [turn.text for turn in game.turns.filter(taken_back_at=None)] == ["Md1-b1"]


# --- When it may not be ------------------------------------------------------------------------------------------
def test_a_turn_is_undone_once_lest_one_try_which_of_them_are_answered(game):
    play_turns(game, "Md1-c1", now=NOON)
    undo(game)
    play_turns(game, "Md1-b1", now=NOON + 2 * SECOND)
    assert refused(game, now=NOON + 3 * SECOND) == "undone_before"
    play_turns(game, "Mc8-b8", now=NOON + 4 * SECOND)
    assert undo(game, now=NOON + 5 * SECOND)


def test_not_once_the_minute_is_over(game):
    play_turns(game, "Md1-c1", now=NOON)
    assert refused(game, now=NOON + MINUTE) == "too_late_to_undo"


def test_not_once_the_opponent_has_seen_it(game):
    play_turns(game, "Md1-c1", now=NOON)
    assert seeing.see(game, reader_id=game.seats.get(side=LIGHT).user_id)
    assert refused(game) == "seen"


def test_its_player_and_others_who_see_it_do_not_count(game, carol):
    play_turns(game, "Md1-c1", now=NOON)
    for reader in (game.seats.get(side=DARK).user_id, carol.pk, None):
        assert seeing.see(game, reader_id=reader)
    assert undo(game)


def test_not_once_it_was_answered(game):
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON)
    assert refused(game, side=DARK) == "answered"


def test_not_where_a_line_has_answered(game):
    play.arm(game.pk, side=LIGHT, turns=["Md1-c1", "Mc8-b8"], expected_position=game.position_text, now=NOON - MINUTE)
    play_turns(game, "Md1-c1", now=NOON)
    assert game.ply == 2
    assert refused(game, side=DARK) == "answered"


def test_not_where_a_line_of_ones_own_has_moved_last(game):
    """The two lines answered each other: nobody played the last turn by hand."""
    turns = ["Md1-c1", "Mc8-b8", "Mc1-d1"]
    for side, some in ((LIGHT, turns[:2]), (DARK, turns)):
        play.arm(game.pk, side=side, turns=some, expected_position=game.position_text, now=NOON - MINUTE)
    play_turns(game, "Md1-c1", now=NOON)
    assert game.ply == 3
    assert refused(game, side=DARK) == "answered"


def test_not_where_the_game_is_over(game):
    set_up(game, LAST_MASTER)
    play_turns(game, "Md4xd5", now=NOON)
    assert refused(game, side=DARK) == "over"


def test_not_from_a_page_that_showed_another_state(game):
    play_turns(game, "Md1-c1", now=NOON)
    assert refused(game, revision=1) == "stale"


def test_not_where_anything_else_has_happened_since(game):
    play_turns(game, "Md1-c1", now=NOON)
    play.offers.propose(game.pk, "draw", side=DARK, now=NOON)
    assert refused(game) == "stale"


def test_not_by_the_opponent_or_before_any_turn(game):
    assert refused(game, side=DARK) == "nothing_to_take_back"
    play_turns(game, "Md1-c1", now=NOON)
    assert refused(game, side=LIGHT) == "nothing_to_take_back"


def test_not_once_the_time_for_it_would_have_run_out(game):
    play_turns(game, "Md1-c1", now=NOON + 3 * DAY - SECOND)
    assert refused(game, now=NOON + 3 * DAY) == "out_of_time"


def test_not_where_messages_about_turns_do_not_wait(game, settings):
    settings.TURN_NOTICE_WAIT = timedelta()
    play_turns(game, "Md1-c1", now=NOON)
    assert refused(game, now=NOON) == "too_late_to_undo"


# --- What stood beside it ----------------------------------------------------------------------------------------
def test_an_offer_that_the_turn_declined_stands_again_and_may_be_accepted(game):
    play_turns(game, "Md1-c1", now=NOON)
    play.offers.propose(game.pk, "draw", side=DARK, now=NOON)
    before = rows_of(game)
    play_turns(game, "Mc8-b8", now=NOON + MINUTE)
    undo(game, now=NOON + MINUTE + SECOND)
    assert rows_of(game) == before
    play.offers.accept(game.pk, "draw", side=LIGHT, now=NOON + MINUTE + 2 * SECOND)
    assert Game.objects.get(pk=game.pk).is_draw


def test_a_line_that_the_turn_stopped_acts_again(game):
    """Dark has offered a draw since, and so Light's line stopped as it was reached."""
    line = play.arm(
        game.pk, side=LIGHT, turns=["Md1-c1", "Mc8-b8"], expected_position=game.position_text, now=NOON - MINUTE
    )
    play.offers.propose(game.pk, "draw", side=DARK, now=NOON)
    before = rows_of(game)
    play_turns(game, "Md1-c1", now=NOON)
    line.refresh_from_db()
    assert line.stopped == "offered"
    undo(game)
    assert rows_of(game) == before


def test_a_line_that_its_player_armed_after_it_ends(game):
    play_turns(game, "Md1-c1", now=NOON)
    text = game.position_text
    line = play.arm(game.pk, side=DARK, turns=["Mc8-b8", "Mc1-d1"], expected_position=text, now=NOON)
    undo(game)
    line.refresh_from_db()
    assert (line.stopped, line.awaits) == ("taken", "")


def test_bank_and_increment_are_as_before(alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Bank(10, 2, 20), now=NOON)
    before = rows_of(game)
    play_turns(game, "Md1-c1", now=NOON + 5 * DAY)
    undo(game, now=NOON + 5 * DAY + SECOND)
    assert rows_of(game) == before


def test_vacation_that_the_turn_used_is_back(alice, boris):
    game = GameFactory(first=give_vacation(alice, days=20, now=NOON), second=boris, vacation_days=9, now=NOON)
    vacation.book(alice, from_at=NOON + HOUR, until_at=NOON + 4 * DAY, now=NOON)
    game.refresh_from_db()
    before = rows_of(game)
    play_turns(game, "Md1-c1", now=NOON + 2 * DAY)
    assert game.seats.get(side=DARK).vacation_used > timedelta()
    undo(game, now=NOON + 2 * DAY + SECOND)
    assert rows_of(game) == before


def test_vacation_that_was_set_meanwhile_counts_in_the_turn_that_goes_on(alice, boris):
    game = GameFactory(first=give_vacation(alice, days=20, now=NOON), second=boris, vacation_days=9, now=NOON)
    play_turns(game, "Md1-c1", now=NOON + HOUR)
    vacation.book(alice, from_at=NOON + DAY, until_at=NOON + 3 * DAY, now=NOON + HOUR + SECOND)
    undo(game, now=NOON + HOUR + 2 * SECOND)
    assert game.deadline_at == NOON + 5 * DAY
    assert [kind for kind, _ in log_of(game)] == ["vacation"]
