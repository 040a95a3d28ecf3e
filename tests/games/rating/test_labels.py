"""Why a game that has ended does not count: it is decided once, for both players."""

import pytest

from games import play
from games.models import PlayerRating, RatedGame, RatingEntry
from games.rating import settle
from tests.games.rating.conftest import (
    DAY,
    FIRST,
    HOUR,
    REASON,
    SECOND,
    TURNS,
    assert_folded,
    begin,
    lose_on_time,
    on_day,
    rating_of,
    state,
    why,
    win,
)

ENDED = on_day(1) + HOUR


def resign(game, mira):
    play.resign(game.pk, side=FIRST, now=ENDED)


def void(game, mira):
    play.void(game.pk, staff=mira, reason=REASON, now=ENDED)


def adjudicate(game, mira):
    play.adjudicate(game.pk, winner=FIRST, staff=mira, reason=REASON, now=ENDED)


def call_off(game, mira):
    play.call_off(game.pk, side=FIRST, now=ENDED)


LABELS = [  # turns played before, the end, why it does not count
    (0, resign, "short"),
    (1, resign, "short"),
    (2, resign, ""),
    (1, adjudicate, "short"),
    (2, adjudicate, ""),
    (2, void, "no_result"),
    (0, void, "no_result"),
]


@pytest.mark.parametrize(("plies", "end", "expected"), LABELS)
def test_label(alice, boris, mira, plies, end, expected):
    game = begin(alice, boris, now=on_day(1), turns=TURNS[:plies])
    end(game, mira)
    assert why(game) == expected
    for player in (alice, boris):
        entry = RatingEntry.objects.get(game=game, user=player)
        assert (entry.rating is None) == (entry.change is None) == bool(expected)
        assert (entry.opponent_rating, entry.opponent_deviation) == (1500, 350)
        assert rating_of(player).games == (not expected)
    assert_folded()


def test_a_time_out_before_both_have_moved_is_short_and_no_loss_on_time_that_counted(alice, boris, carol):
    game = lose_on_time(alice, boris, at=on_day(20), turns=())
    assert why(game) == "short"
    assert rating_of(alice).lost_on_time_at is None
    assert why(lose_on_time(alice, carol, at=on_day(20) + HOUR)) == ""


def test_what_staff_took_out_stays_out_whatever_becomes_of_its_result(alice, boris, mira):
    game = win(alice, boris, at=ENDED)
    RatedGame.objects.create(game=game, taken_out_at=ENDED)
    settle([game.pk])
    assert why(game) == "staff"
    assert rating_of(alice).value == PlayerRating().value
    play.adjudicate(game.pk, winner=None, staff=mira, reason=REASON, now=ENDED + DAY)
    assert why(game) == "staff"
    RatedGame.objects.update(taken_out_at=None)
    settle([game.pk])
    assert why(game) == ""
    assert_folded()


def test_what_its_winner_left_out_counts_again_only_where_staff_decide_it(alice, boris, mira):
    game = lose_on_time(alice, boris, at=on_day(20))
    before = state()
    RatedGame.objects.create(game=game, declined_by=boris, declined_at=on_day(21))
    settle([game.pk])
    assert why(game) == "declined"
    for winner in (None, SECOND):
        play.adjudicate(game.pk, winner=winner, staff=mira, reason=REASON, now=on_day(22))
        assert why(game) == ""
    assert state() == before


def test_a_game_left_out_that_is_reopened_and_ends_anew_on_time_counts(alice, boris, mira):
    game = lose_on_time(alice, boris, at=on_day(20))
    RatedGame.objects.create(game=game, declined_by=boris, declined_at=on_day(21))
    settle([game.pk])
    play.reopen(game.pk, staff=mira, reason=REASON, now=on_day(22))
    PlayerRating.objects.update(lost_on_time_at=None)
    assert play.run_out(game.pk, now=on_day(30))
    assert why(game) == ""


def test_a_void_game_is_adjudicated_against_the_ratings_of_its_end(alice, boris, carol, mira):
    game = begin(alice, boris, now=on_day(1))
    void(game, mira)
    win(boris, carol, at=on_day(3))
    play.adjudicate(game.pk, winner=FIRST, staff=mira, reason=REASON, now=on_day(5))
    entry = RatingEntry.objects.get(game=game, user=alice)
    assert (entry.ended_at, entry.opponent_rating, entry.why) == (ENDED, 1500, "")
    assert_folded()


def test_rulesets_are_rated_apart(alice, boris):
    win(alice, boris, at=on_day(1))
    before = rating_of(alice).value
    masters = begin(alice, boris, now=on_day(2), ruleset_slug="masters", turns=())
    assert rating_of(alice, "masters").games == 0
    play.resign(masters.pk, side=FIRST, now=on_day(3))
    assert rating_of(alice).value == before
    assert why(masters) == "short"
