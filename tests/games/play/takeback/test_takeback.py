"""A turn taken back by agreement."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game, Turn
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up
from tests.games.play.conftest import NOON, started
from tests.games.play.offers.test_offers import refused

DARK, LIGHT = Side.FIRST, Side.SECOND
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def take_back(game, *, now=NOON, side=None):
    """The side that has just moved takes its turn back."""
    game.refresh_from_db()
    side = Side(game.side_to_move).other if side is None else side
    play.offers.propose(game.pk, "takeback", side=side, now=now)
    play.offers.accept(game.pk, "takeback", side=side.other, now=now)
    game.refresh_from_db()
    return game


def position_of(game) -> tuple:
    game.refresh_from_db()
    return game.ply, game.side_to_move, game.position_text, game.quiet_turns


@pytest.mark.parametrize("turns", [["Pd4-d5"], ["Pd4-d5", "Pe5-e4"], ["Pd4-d5", "Pe5-e4", "Pd3xe4"]])
def test_the_position_is_as_it_was_before_the_turn_and_the_revision_rises(game, turns):
    *before, last = turns
    play_turns(game, *before, now=NOON)
    stood, revision = position_of(game), game.revision
    take_back(play_turns(game, last, now=NOON))
    assert position_of(game) == stood
    assert game.revision == revision + 3
    assert game.turns.get(taken_back_at=NOON).text == last


def test_a_capture_taken_back_leaves_the_quiet_turns_there_were_before_it(game):
    play_turns(game, "Pd4-d5", "Pe5-e4", "Pd3xe4", now=NOON)
    assert game.quiet_turns == 0
    assert take_back(game).quiet_turns == 2


def test_it_is_announced_as_a_new_turn_and_logged_as_a_change_of_the_clock(game, news):
    take_back(play_turns(game, "Md1-c1", now=NOON))
    assert [name for name, _ in news] == ["turn_started", "offer_made", "deadline_moved", "turn_started"]
    assert news[-1] == started(game)
    change = game.clock_changes.get()
    assert (change.kind, change.side, change.ply, change.terms) == ("taken_back", DARK, 0, {"turn": "Md1-c1"})


def test_whatever_else_was_offered_after_the_turn_lapses(game):
    play_turns(game, "Md1-c1", now=NOON)
    play.offers.propose(game.pk, "draw", side=DARK, now=NOON)
    play.offers.propose(game.pk, "more_time", side=LIGHT, days=2, now=NOON)
    take_back(game)
    assert game.offers == {}


def test_another_turn_may_be_played_instead_with_the_same_ply(game):
    take_back(play_turns(game, "Md1-c1", now=NOON))
    play_turns(game, "Pd4-d5", "Mc8-b8", now=NOON)
    kept = game.turns.filter(taken_back_at=None).order_by("ply")
    assert [(turn.ply, turn.text) for turn in kept] == [(1, "Pd4-d5"), (2, "Mc8-b8")]
    assert Turn.objects.filter(game=game).count() == 3


def test_the_key_of_a_turn_that_was_taken_back_plays_nothing_again(game):
    sent = {"side": DARK, "expected_revision": game.revision, "text": "Md1-c1", "key": "one", "now": NOON}
    play.play_move(game.pk, **sent)
    take_back(game)
    for revision in (sent["expected_revision"], game.revision):
        with pytest.raises(Refusal) as refusal:
            play.play_move(game.pk, **{**sent, "expected_revision": revision})
        assert refusal.value.code == "stale"
    assert Game.objects.get(pk=game.pk).ply == 0


@pytest.mark.parametrize("side", Side)
def test_only_the_turn_one_has_just_played_is_taken_back(game, side):
    def offer(pk, *, side):
        play.offers.propose(pk, "takeback", side=side, now=NOON)

    assert refused(offer, game, side) == "nothing_to_take_back"
    play_turns(game, "Md1-c1", now=NOON)
    assert refused(offer, game, LIGHT) == "nothing_to_take_back"


def test_a_turn_that_was_answered_goes_back_with_the_answer(game):
    stood = position_of(play_turns(game, "Pd4-d5", now=NOON))
    play_turns(game, "Pe5-e4", "Pd3xe4", now=NOON)
    take_back(game, side=LIGHT)
    assert position_of(game) == stood
    assert set(game.turns.filter(taken_back_at=NOON).values_list("text", flat=True)) == {"Pe5-e4", "Pd3xe4"}
    assert (game.clock_changes.get().side, game.clock_changes.get().ply) == (LIGHT, 1)


def test_a_request_ends_with_the_next_turn_of_either_side(game):
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON)
    play.offers.propose(game.pk, "takeback", side=DARK, now=NOON)
    play_turns(game, "Mc1-d1", now=NOON)
    accept = lambda pk, side: play.offers.accept(pk, "takeback", side=side, now=NOON)  # noqa: E731
    assert refused(accept, game, LIGHT) == "no_offer"


def test_a_game_that_is_over_is_never_taken_back_into(game):
    play_turns(set_up(game, LAST_MASTER), "Md4xd5", now=NOON)
    assert game.is_over
    assert refused(lambda pk, side: play.offers.propose(pk, "takeback", side=side, now=NOON), game, DARK) == "over"


def test_one_turn_after_another_may_be_taken_back(game):
    start = position_of(game)
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON)
    take_back(take_back(game))
    assert position_of(game) == start


# --- Clocks ------------------------------------------------------------------------------------------------------
def test_days_are_left_to_the_player_as_they_were_when_the_turn_was_played(game):
    play_turns(game, "Md1-c1", now=NOON + DAY)
    take_back(game, now=NOON + 3 * DAY)
    assert game.deadline_at == NOON + 5 * DAY


@pytest.mark.parametrize(
    ("control", "held", "left"),
    [
        (clock.Bank(start=5, increment=2, cap=9), 5 * DAY, 4 * DAY),
        (clock.Reserve(days=1, bank=6), 6 * DAY, 6 * DAY),
    ],
)
def test_a_bank_is_as_it_was_before_the_turn(alice, boris, control, held, left):
    game = GameFactory(first=alice, second=boris, control=control, now=NOON)
    play_turns(game, "Md1-c1", now=NOON + DAY)
    other = game.seats.get(side=LIGHT).bank
    take_back(game, now=NOON + 2 * DAY)
    assert game.seats.get(side=DARK).bank == held
    assert game.deadline_at == NOON + 2 * DAY + left
    assert game.seats.get(side=LIGHT).bank == other


def test_the_bank_of_who_answered_is_as_it_was_before_the_answer(alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Reserve(days=1, bank=6), now=NOON)
    play_turns(game, "Md1-c1", now=NOON + HOUR)
    play_turns(game, "Mc8-b8", now=NOON + 4 * DAY)
    assert game.seats.get(side=LIGHT).bank < 6 * DAY
    take_back(game, side=DARK, now=NOON + 5 * DAY)
    assert game.seats.get(side=LIGHT).bank == 6 * DAY
    assert game.deadline_at == NOON + 5 * DAY + 7 * DAY - HOUR


def test_time_that_had_been_agreed_on_for_the_turn_is_given_back_too(game):
    play.offers.propose(game.pk, "more_time", side=DARK, days=10, now=NOON)
    play.offers.accept(game.pk, "more_time", side=LIGHT, now=NOON)
    play_turns(game, "Md1-c1", now=NOON)
    assert take_back(game, now=NOON).deadline_at == NOON + 13 * DAY


def test_a_pause_that_ended_since_gives_no_time(game):
    play.offers.propose(game.pk, "pause", side=DARK, until=NOON + 30 * DAY, now=NOON)
    play.offers.accept(game.pk, "pause", side=LIGHT, now=NOON)
    play_turns(game, "Md1-c1", now=NOON + DAY)
    play.offers.propose(game.pk, "resume", side=DARK, now=NOON + 2 * DAY)
    play.offers.accept(game.pk, "resume", side=LIGHT, now=NOON + 2 * DAY)
    assert take_back(game, now=NOON + 2 * DAY).deadline_at == NOON + 5 * DAY


def test_vacation_set_since_neither_takes_time_nor_is_lost(alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=14, now=NOON)
    vacation.grant(alice, now=NOON)
    play_turns(game, "Md1-c1", now=NOON)
    alice.refresh_from_db()
    vacation.book(alice, from_at=NOON + DAY, until_at=NOON + 3 * DAY, now=NOON)
    take_back(game, now=NOON)
    assert game.deadline_at == NOON + 5 * DAY


def test_vacation_that_passed_in_the_turn_of_the_other_counts_for_nothing(alice, boris):
    game = GameFactory(first=alice, second=boris, vacation_days=1, now=NOON)
    vacation.grant(alice, now=NOON)
    play_turns(game, "Md1-c1", now=NOON)
    alice.refresh_from_db()
    vacation.book(alice, from_at=NOON, until_at=NOON + 3 * DAY, now=NOON)
    take_back(game, now=NOON + 1.5 * DAY)
    assert game.deadline_at == NOON + (1.5 + 1 + 3) * DAY


def test_in_a_game_without_limit_there_is_none_after_it(alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    take_back(play_turns(game, "Md1-c1", now=NOON))
    assert (game.deadline_at, game.ply) == (None, 0)


def test_a_turn_from_before_the_rest_was_kept_gets_its_whole_time_again(game):
    play_turns(game, "Md1-c1", now=NOON + DAY)
    game.turns.update(time_left=None, had_until_at=None, bank_before=None)
    assert take_back(game, now=NOON + DAY).deadline_at == NOON + 4 * DAY


def test_a_turn_costs_no_query_for_what_is_offered(game, django_assert_num_queries):
    with CaptureQueriesContext(connection) as plain:
        play_turns(game, "Md1-c1", now=NOON)
    play.offers.propose(game.pk, "pause", side=LIGHT, until=NOON + DAY, now=NOON)
    play.offers.propose(game.pk, "more_time", side=LIGHT, days=1, now=NOON)
    play.offers.decline(game.pk, "more_time", side=DARK, now=NOON)
    with django_assert_num_queries(len(plain)):
        play_turns(game, "Mc8-b8", now=NOON)
