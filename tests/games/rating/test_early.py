"""A game that is resigned early counts up to the fifth between the same two: friends cannot hand each other points."""

import pytest

from games import play
from games.models import RatingEntry
from games.rating.checking import Check
from tests.factories import UserFactory
from tests.games.rating.conftest import (
    DAY,
    FIRST,
    HOUR,
    LONG_TURNS,
    REASON,
    SECOND,
    assert_folded,
    begin,
    draw,
    lose_on_time,
    on_day,
    rating_of,
    state,
    why,
    win,
)

TENTH = on_day(10)


@pytest.fixture
def five(alice, boris):
    """Games that Alice and Boris resigned early, whoever won them."""
    games = [win(*pair, at=on_day(day)) for day, pair in enumerate([(alice, boris), (boris, alice)] * 2)]
    games.append(win(alice, boris, at=on_day(5), turns=LONG_TURNS[:9]))
    assert [why(game) for game in games] == [""] * 5
    return games


def test_the_sixth_does_not_count_for_either(five, alice, boris):
    before = rating_of(alice).value, rating_of(boris).value
    assert why(win(boris, alice, at=TENTH)) == "early"
    assert (rating_of(alice).value, rating_of(boris).value) == before
    assert rating_of(alice).games == 5
    assert_folded()


OTHERS = {  # what counts all the same
    "ten plies": lambda alice, boris, mira: win(alice, boris, at=TENTH, turns=LONG_TURNS),
    "a draw": lambda alice, boris, mira: draw(alice, boris, at=TENTH, staff=mira),
    "a loss on time": lambda alice, boris, mira: lose_on_time(alice, boris, at=on_day(20)),
    "another opponent": lambda alice, boris, mira: win(alice, UserFactory(), at=TENTH),
}


@pytest.mark.parametrize("what", OTHERS)
def test_all_other_games_count(five, alice, boris, mira, what):
    assert why(OTHERS[what](alice, boris, mira)) == ""


def test_games_that_did_not_count_are_not_among_the_five(alice, boris, mira):
    for day in range(3):
        win(alice, boris, at=on_day(day), turns=())
        play.void(win(alice, boris, at=on_day(day) + HOUR).pk, staff=mira, reason=REASON, now=on_day(day) + 2 * HOUR)
        win(alice, boris, at=on_day(day) + 3 * HOUR, turns=LONG_TURNS)
    assert [why(win(alice, boris, at=on_day(5 + number))) for number in range(6)] == [*[""] * 5, "early"]


def test_each_ruleset_has_its_own_five(five, alice, boris):
    game = begin(alice, boris, now=TENTH, ruleset_slug="masters", turns=())
    for _ in range(2):
        game.refresh_from_db()
        play.play_move(
            game.pk, side=game.side_to_move, expected_revision=game.revision, text=game.position.legal_moves()[0]
        )
    play.resign(game.pk, side=SECOND)
    assert why(game) == ""


def test_what_becomes_of_the_first_changes_no_later_one(five, alice, boris, mira):
    sixth = win(alice, boris, at=TENTH)
    play.void(five[0].pk, staff=mira, reason=REASON, now=TENTH + DAY)
    assert why(sixth) == "early"
    assert why(win(alice, boris, at=TENTH + 2 * DAY)) == ""  # the fifth that counts
    assert list(Check().find()) == []


def test_what_staff_decide_counts_and_undone_does_not_again(five, alice, boris, mira):
    sixth = win(alice, boris, at=TENTH)
    before = state()
    play.adjudicate(sixth.pk, winner=None, staff=mira, reason=REASON, now=TENTH + DAY)
    assert why(sixth) == ""
    how = {"winner": FIRST, "termination": "resignation", "left": {}}
    play.restore_result(sixth.pk, **how, staff=mira, reason=REASON, now=TENTH + 2 * DAY)
    assert (why(sixth), state()) == ("early", before)


def test_one_that_is_reopened_and_ends_late_enough_counts_and_its_earlier_end_does_not(five, alice, boris, mira):
    sixth = win(alice, boris, at=TENTH)
    play.reopen(sixth.pk, staff=mira, reason=REASON, now=TENTH + DAY)
    play.adjudicate(sixth.pk, winner=FIRST, staff=mira, reason=REASON, now=TENTH + 2 * DAY)
    assert why(sixth) == ""
    assert set(RatingEntry.objects.filter(game=sixth).values_list("early", flat=True)) == {False}
    RatingEntry.objects.get(game=sixth, user=alice).change_end(TENTH)
    for entry in RatingEntry.objects.filter(game=sixth):
        entry.change_end(TENTH)
        assert entry.early
    assert list(Check().find()) == []
