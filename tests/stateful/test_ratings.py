"""The machine sees it where ratings are not what the rules make of what happened: each way once."""

from contextlib import contextmanager
from unittest import mock

import pytest
from django.db.models import F

from engine.contract import Side
from games import clock
from games.models import Game, PlayerRating, RatingEntry
from tests.actions.scene import DAY, MINUTE

DAILY = clock.Days(1)


@pytest.fixture
def lost(told):
    """Alice has lost three rated games on time, of which the first counts, and won one as staff decided."""
    told.open(control=DAILY, rated=True)
    told.play_rated(pair=(0, 1), ruleset="mastery", control=DAILY, turns=2, games=3)
    told.decide(number=0, side=Side.FIRST, result="wins")
    told.wait(length=2 * DAY, rounds=2)
    return list(Game.objects.order_by("pk"))


def list_labels(games):
    return [list(RatingEntry.objects.filter(game=game).values_list("why", flat=True)) for game in games]


def test_whoever_loses_several_on_time_loses_one(lost):
    assert list_labels(lost) == [["short"] * 2, ["", ""], ["serial"] * 2, ["serial"] * 2]


def test_a_visit_between_makes_the_next_loss_count(told, lost):
    told.wait(length=MINUTE, rounds=1)
    told.visit(number=0)
    told.play_rated(pair=(0, 1), ruleset="mastery", control=DAILY, turns=2, games=1)
    told.wait(length=2 * DAY, rounds=2)
    assert list_labels(Game.objects.order_by("-pk")[:1]) == [["", ""]]


def test_the_winner_leaves_out_what_counts_and_the_next_loss_is_still_serial(told, lost):
    for number in range(3):
        told.leave_out(number=number, side=Side.FIRST)
        told.leave_out(number=number, side=Side.SECOND)
    assert list_labels(lost)[1:] == [["declined"] * 2, ["serial"] * 2, ["serial"] * 2]


def test_what_staff_decide_changes_both_players_and_nobody_else(told, lost):
    told.play_rated(pair=(1, 2), ruleset="mastery", control=DAILY, turns=2, games=1)
    told.give_up_rated(number=0, side=Side.FIRST)
    for result in ("void", "draw", "wins", "reopen", "draw"):
        told.correct(number=2, side=Side.FIRST, result=result)
        told.reverse_decision(number=0)
    assert told.machine.site.ratings.faults == []


@contextmanager
def altered(model, **values):
    model.objects.filter(pk=model.objects.earliest("pk").pk).update(**values)
    yield


ALTERED = {
    "a rating": (PlayerRating, {"rating": F("rating") + 1}, "has .* in mastery in place of"),
    "the number of games": (PlayerRating, {"games": F("games") + 1}, "has .* in mastery in place of"),
    "when it turns provisional": (PlayerRating, {"established_until": F("at")}, "has .* in mastery in place of"),
    "an opponent": (RatingEntry, {"opponent_rating": F("opponent_rating") + 1}, "is in the rating of player"),
    "a label": (RatingEntry, {"why": "staff"}, "is in the rating of player"),
    "a score": (RatingEntry, {"score": 0.25}, "is in the rating of player"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_what_is_stored_otherwise_is_seen(told, lost, what):
    model, values, seen = ALTERED[what]
    with altered(model, **values), pytest.raises(AssertionError, match=seen):
        told.machine.holds()


def test_an_on_time_figure_that_is_wrong_is_seen(told, lost):
    with mock.patch("games.reading.on_time.LAST", 2), pytest.raises(AssertionError, match="of 2 on time in place of"):
        told.machine.holds()


FAULTS = {
    "every loss on time counts": ("games.rating.settling._Settled._was_here", {"return_value": True}, "'serial'"),
    "what is left out counts": (
        "games.rating.deciding.is_declined",
        {"return_value": False},
        "'declined'",
    ),
}


def lose_and_leave_out(told):
    told.open()
    told.play_rated(pair=(0, 1), ruleset="mastery", control=DAILY, turns=2, games=2)
    told.wait(length=2 * DAY, rounds=2)
    for number in range(2):
        told.leave_out(number=number, side=Side.SECOND)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_site_is_seen(told, fault):
    where, does, seen = FAULTS[fault]
    with mock.patch(where, **does), pytest.raises(AssertionError, match=f"label={seen}"):
        lose_and_leave_out(told)


def test_a_game_that_ended_anew_has_its_first_end_again(told):
    """By undoing what ended it the second time, and then what let it go on: opponents are as they were known first."""
    told.open()
    told.play_rated(pair=(0, 1), ruleset="mastery", control=clock.Days(3), turns=2, games=1)
    told.give_up_rated(number=0, side=Side.FIRST)
    told.correct(number=0, side=Side.FIRST, result="reopen")
    told.play_rated(pair=(1, 2), ruleset="mastery", control=clock.Days(3), turns=2, games=1)
    told.give_up_rated(number=1, side=Side.FIRST)
    told.wait(length=MINUTE, rounds=1)
    told.decide(number=1, side=Side.FIRST, result="void")
    told.reverse_decision(number=1)
    told.reverse_decision(number=0)
    assert Game.objects.filter(rated=True, termination="resignation").count() == 2


def test_of_games_handed_over_early_five_count(told):
    told.open()
    told.hand_points(pair=(0, 1), ruleset="mastery", games=7)
    assert list_labels(Game.objects.order_by("pk"))[1:] == [*[["", ""]] * 5, *[["early"] * 2] * 2]
