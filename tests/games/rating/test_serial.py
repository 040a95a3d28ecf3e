"""Of several games that somebody loses on time while they are away, the first counts."""

import pytest

from accounts.models import User
from games import play
from games.models import PlayerRating, RatingEntry, Turn
from tests.factories import UserFactory, play_turns
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
)

GONE = on_day(20)
"""When Alice loses the first."""


@pytest.fixture
def first(alice, boris):
    """Alice's loss on time that counts."""
    game = lose_on_time(alice, boris, at=GONE)
    assert why(game) == ""
    return game


def lose_another(alice, carol, *, at=GONE + 5 * DAY, **more) -> str:
    """Why another game that Alice loses on time does not count."""
    return why(lose_on_time(alice, carol, at=at, **more))


def see(user, *, at) -> None:
    User.objects.filter(pk=user.pk).update(last_visit_at=at)


def play_elsewhere(alice, carol, *, at) -> None:
    """Alice plays a turn by hand in a game that goes on, is not rated and of another ruleset."""
    game = begin(alice, carol, now=at - HOUR, rated=False, turns=(), ruleset_slug="masters")
    text = game.position.legal_moves()[0]
    play_turns(game, text, now=at)


def answer_by_line(alice, carol, *, at) -> None:
    """A line that Alice had armed answers Carol's turn."""
    game = begin(carol, alice, now=GONE - DAY, turns=())
    position = game.position_text
    play.arm(game.pk, side=SECOND, turns=TURNS, expected_position=position, now=GONE - HOUR)
    play_turns(game, TURNS[0], now=at)
    game.refresh_from_db()
    assert game.ply == 2


HERE = [  # what happens on the next day, and whether Alice was here
    ("nothing", lambda alice, carol, at: None, False),
    ("a visit", lambda alice, carol, at: see(alice, at=at), True),
    ("a visit at the very instant", lambda alice, carol, at: see(alice, at=GONE), False),
    ("a visit before", lambda alice, carol, at: see(alice, at=GONE - HOUR), False),
    ("another's visit", lambda alice, carol, at: see(carol, at=at), False),
    ("a turn by hand", lambda alice, carol, at: play_elsewhere(alice, carol, at=at), True),
    ("a turn by hand before", lambda alice, carol, at: play_elsewhere(alice, carol, at=GONE - HOUR), False),
    ("another's turn", lambda alice, carol, at: play_elsewhere(carol, alice, at=at), False),
    ("an armed line", lambda alice, carol, at: answer_by_line(alice, carol, at=at), False),
]


@pytest.mark.parametrize(("act", "was_here"), [row[1:] for row in HERE], ids=[row[0] for row in HERE])
def test_another_loss_on_time_counts_if_the_loser_was_here(first, alice, carol, act, was_here):
    act(alice, carol, at=GONE + DAY)
    assert lose_another(alice, carol) == ("" if was_here else "serial")
    assert_folded()


def test_a_turn_by_hand_counts_also_if_its_game_is_over_or_it_was_taken_back(first, alice, carol, mira):
    game = begin(alice, carol, now=GONE - DAY, turns=())
    play_turns(game, TURNS[0], now=GONE + HOUR)
    play.resign(game.pk, side=SECOND, now=GONE + 2 * HOUR)
    play.take_back_by_staff(game.pk, turns=1, staff=mira, reason=REASON, now=GONE + 3 * HOUR)
    play.resign(game.pk, side=SECOND, now=GONE + 4 * HOUR)
    assert Turn.objects.get(game=game).taken_back_at
    assert lose_another(alice, carol) == ""


def test_a_turn_played_while_a_game_goes_on_counts(first, alice, carol):
    game = begin(carol, alice, now=GONE - DAY, turns=TURNS[:1])
    play_turns(game, TURNS[1], now=GONE + HOUR)
    assert lose_another(alice, carol) == ""


def test_the_first_of_twenty_counts(alice):
    others = [UserFactory() for _ in range(20)]
    found = [lose_another(alice, other, at=GONE + number * HOUR) for number, other in enumerate(others)]
    assert found == ["", *["serial"] * 19]
    assert rating_of(alice).games == 1
    assert [rating_of(other).games for other in others] == [1, *[0] * 19]
    assert_folded()


def test_in_every_ruleset(first, alice, carol):
    game = begin(alice, carol, now=GONE - 10 * DAY, ruleset_slug="masters", turns=())
    for _ in range(2):
        game.refresh_from_db()
        play_turns(game, game.position.legal_moves()[0], now=GONE - 10 * DAY)
    assert play.run_out(game.pk, now=GONE + 6 * DAY)
    assert (game.ruleset_slug, why(game)) == ("masters", "serial")
    assert lose_another(alice, carol, at=GONE + 7 * DAY) == "serial"


def test_each_loser_by_themselves(first, boris, carol):
    assert lose_another(carol, boris) == ""
    assert lose_another(boris, carol) == ""


def test_a_loss_after_a_serial_one_is_measured_from_the_one_that_counted(first, alice, carol):
    assert lose_another(alice, carol, at=GONE + 5 * DAY) == "serial"
    see(alice, at=GONE + 2 * DAY)
    assert lose_another(alice, carol, at=GONE + 6 * DAY) == ""
    assert rating_of(alice).lost_on_time_at == GONE + 6 * DAY
    assert lose_another(alice, carol, at=GONE + 7 * DAY) == "serial"


def test_losses_on_time_that_are_not_rated_do_not_matter(alice, boris, carol):
    game = begin(alice, boris, now=GONE - 15 * DAY, rated=False)
    assert play.run_out(game.pk, now=GONE)
    assert lose_another(alice, carol) == ""


def test_games_lost_otherwise_count(first, alice, carol, mira):
    resigned, judged = begin(alice, carol, now=GONE), begin(alice, carol, now=GONE)
    play.adjudicate(judged.pk, winner=SECOND, staff=mira, reason=REASON, now=GONE + DAY)
    assert why(judged) == ""
    User.objects.filter(pk=alice.pk).update(last_visit_at=None)
    Turn.objects.filter(game__in=[resigned, judged]).update(played_at=GONE - DAY)
    play.resign(resigned.pk, side=FIRST, now=GONE + DAY)
    assert why(resigned) == ""


def correct_by_void(game, mira):
    play.void(game.pk, staff=mira, reason=REASON, now=GONE + 8 * DAY)


def correct_by_reopening(game, mira):
    play.reopen(game.pk, staff=mira, reason=REASON, now=GONE + 8 * DAY)


def correct_by_adjudicating(game, mira):
    play.adjudicate(game.pk, winner=None, staff=mira, reason=REASON, now=GONE + 8 * DAY)


@pytest.mark.parametrize("correct", [correct_by_void, correct_by_reopening, correct_by_adjudicating])
def test_what_becomes_of_the_first_changes_no_other(first, alice, carol, mira, correct):
    second = lose_on_time(alice, carol, at=GONE + 5 * DAY)
    carols = state(but=[alice, first.seats.get(side=SECOND).user])
    correct(first, mira)
    assert why(second) == "serial"
    assert state(but=[alice, first.seats.get(side=SECOND).user]) == carols
    assert lose_another(alice, carol, at=GONE + 9 * DAY) == "serial"
    assert_folded()


def test_a_serial_one_counts_once_staff_decide_it_and_not_again_when_that_is_undone(first, alice, carol, mira):
    second = lose_on_time(alice, carol, at=GONE + 5 * DAY)
    before = state()
    play.adjudicate(second.pk, winner=FIRST, staff=mira, reason=REASON, now=GONE + 6 * DAY)
    assert why(second) == ""
    assert rating_of(alice).lost_on_time_at == GONE
    how = {"winner": SECOND, "termination": "time", "left": {}}
    play.restore_result(second.pk, **how, staff=mira, reason=REASON, now=GONE + 7 * DAY)
    assert (why(second), state()) == ("serial", before)


def test_two_that_end_at_the_same_instant_count_once(first, alice, boris, carol):
    see(alice, at=GONE + DAY)
    games = [begin(alice, other, now=GONE - 10 * DAY) for other in (boris, carol)]
    for game in games:
        assert play.run_out(game.pk, now=GONE + 5 * DAY)
    assert [why(game) for game in games] == ["", "serial"]


def test_one_that_is_settled_late_does_not_count_beside_one_that_counted(first, alice, boris, carol):
    """The instant of the earlier was read first, and its locks were had last."""
    see(alice, at=GONE + DAY)
    late, early = (begin(alice, other, now=GONE - 10 * DAY) for other in (boris, carol))
    assert play.run_out(early.pk, now=GONE + 5 * DAY)
    assert play.run_out(late.pk, now=GONE + 5 * DAY - HOUR)
    assert (why(early), why(late)) == ("", "serial")
    assert rating_of(alice).lost_on_time_at == GONE + 5 * DAY
    assert_folded()


def test_the_sweep_judges_one_after_another(alice):
    others = [UserFactory() for _ in range(5)]
    games = [begin(alice, other, now=GONE - 20 * DAY) for other in others]
    assert play.run_out_due(now=GONE) == 5
    assert sorted(why(game) for game in games) == ["", *["serial"] * 4]
    assert PlayerRating.objects.get(user=alice).games == 1
    assert RatingEntry.objects.filter(serial=True).count() == 8
