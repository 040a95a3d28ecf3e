"""Corrections: each changes the two who played and nobody else, and undone restores every digit."""

import pytest

from accounts.conduct import restrictions
from accounts.models import Restriction
from core.refusal import Refusal
from engine import glicko
from games import events, play
from games.models import Game, PlayerRating, RatingEntry
from games.play.suspension import settle_suspensions
from games.rating import settle
from tests.factories import UserFactory
from tests.games.rating.conftest import (
    DAY,
    FIRST,
    HOUR,
    REASON,
    SECOND,
    TURNS,
    assert_folded,
    begin,
    draw,
    number_of,
    on_day,
    put,
    rating_of,
    state,
    why,
    win,
)


@pytest.fixture
def others(db):
    """Alice's opponents: Dora, Emil, Fred and Gaby."""
    return [UserFactory(username=name) for name in ("Dora", "Emil", "Fred", "Gaby")]


@pytest.fixture
def games(alice, others, mira) -> list[Game]:
    """Four games of Alice: won, lost, won, and at the same instant drawn."""
    dora, emil, fred, gaby = others
    games = [win(alice, dora, at=on_day(0))]
    put(emil, 1650, 90, at=on_day(10))
    games.append(win(emil, alice, at=on_day(10)))
    put(fred, 1580, 60, at=on_day(31))
    games.append(win(alice, fred, at=on_day(31)))
    put(gaby, 1400, 120, at=on_day(31))
    games.append(draw(alice, gaby, at=on_day(31), staff=mira))
    return games


@pytest.fixture
def told():
    """Whom corrections were announced to: user, game, before, after."""
    heard = []

    def receive(user_id, game_id, before, after, **_):
        heard.append((user_id, game_id, before, after))

    events.rating_corrected.connect(receive)
    yield heard
    events.rating_corrected.disconnect(receive)


def close(*values):
    return pytest.approx(values, abs=1e-4)


def void(game, mira, *, day):
    """Voids a game, and returns how to undo that."""
    before = Game.objects.get(pk=game.pk)
    play.void(game.pk, staff=mira, reason=REASON, now=on_day(day))
    left = {"winner": None, "termination": "void"}

    def undo():
        how = {"winner": before.winner, "termination": before.termination, "left": left}
        play.restore_result(game.pk, **how, staff=mira, reason=REASON, now=on_day(day + 1))

    return undo


def adjudicate(game, mira, *, day):
    before = Game.objects.get(pk=game.pk)
    won_by = FIRST if before.winner == SECOND else SECOND
    play.adjudicate(game.pk, winner=won_by, staff=mira, reason=REASON, now=on_day(day))

    def undo():
        how = {"winner": before.winner, "termination": before.termination, "left": {}}
        play.restore_result(game.pk, **how, staff=mira, reason=REASON, now=on_day(day + 1))

    return undo


def reopen(game, mira, *, day):
    before = Game.objects.get(pk=game.pk)
    play.reopen(game.pk, staff=mira, reason=REASON, now=on_day(day))

    def undo():
        how = {"winner": before.winner, "termination": before.termination, "ended_at": before.ended_at, "left": {}}
        play.restore_result(game.pk, **how, staff=mira, reason=REASON, now=on_day(day + 1))

    return undo


def take_back(game, mira, *, day):
    """Takes back the last turn of a game that is over."""
    states = []

    def note(before, after, **_):
        states.append((before, after))

    events.staff_acted.connect(note)
    play.take_back_by_staff(game.pk, turns=1, staff=mira, reason=REASON, now=on_day(day))
    events.staff_acted.disconnect(note)
    [(before, after)] = states

    def undo():
        how = {"before": before, "revision": after["revision"], "taken_back_at": on_day(day)}
        play.put_turns_back(game.pk, **how, staff=mira, reason=REASON, now=on_day(day + 1))

    return undo


def is_changed_by_settling(*games) -> bool:
    before = state()
    corrections, is_end = settle([game.pk for game in games])
    return is_end or state() != before or any(each.before != each.after for each in corrections)


CORRECTIONS = [void, adjudicate, reopen, take_back]


def test_four_games_of_a_new_player(alice, games):
    entries = RatingEntry.objects.filter(user=alice).in_order()
    assert [glicko.show(entry.rating) for entry in entries] == [1662, 1515, 1639, 1591]
    assert [entry.change for entry in entries] == [162, -147, 124, -48]
    assert number_of(alice) == close(1591.0536, 176.6999)
    assert (rating_of(alice).games, rating_of(alice).at) == (4, on_day(31))
    assert [glicko.show(value) for value in (entries[0].opponent_rating, entries[0].opponent_deviation)] == [1500, 350]


def test_the_second_is_declared_void(alice, games, mira, told):
    void(games[1], mira, day=40)
    assert number_of(alice) == close(1682.8549, 211.3686)
    emils = games[1].seats.get(side=FIRST).user_id
    assert (alice.pk, games[1].pk, 1591, 1683) in told
    assert {user_id for user_id, *_ in told} == {alice.pk, emils}


def test_the_second_is_adjudicated_as_won(alice, games, mira):
    adjudicate(games[1], mira, day=40)
    assert number_of(alice) == close(1767.1658, 192.0622)


def test_the_second_is_reopened_and_drawn_later(alice, others, games, mira, told):
    play.reopen(games[1].pk, staff=mira, reason=REASON, now=on_day(35))
    assert why(games[1]) == "open"
    assert number_of(alice) == close(1682.8549, 211.3686)
    put(others[1], 1662, 88, at=on_day(40))
    told.clear()
    play.adjudicate(games[1].pk, winner=None, staff=mira, reason=REASON, now=on_day(40))
    assert number_of(alice) == close(1677.5138, 182.6581)
    assert told == []  # it is an end, not a correction


@pytest.mark.parametrize("correct", CORRECTIONS)
@pytest.mark.parametrize("number", range(4))
def test_a_correction_changes_nobody_but_the_two_and_undone_restores_every_digit(games, mira, number, correct):
    game, before = games[number], state()
    players = [seat.user for seat in game.seats.all()]
    unchanged = state(but=players)
    undo = correct(game, mira, day=41)
    assert state() != before
    assert state(but=players) == unchanged
    assert not is_changed_by_settling(game)
    undo()
    assert state() == before


def test_corrections_undone_in_another_order_restore_every_digit(alice, games, mira):
    before = state()
    undos = [correct(game, mira, day=41) for game, correct in zip(games, CORRECTIONS, strict=True)]
    undos = [undos[number] for number in (2, 0, 3, 1)]
    for undo in undos:
        undo()
    assert state() == before


def test_settling_twice_changes_nothing(games):
    assert not is_changed_by_settling(*games)


def test_what_others_have_won_meanwhile_stays_as_it_was_known(alice, others, games, mira):
    """Alice's later opponents were rated against what she was held to be then."""
    known = RatingEntry.objects.get(game=games[2], user=others[2])
    void(games[0], mira, day=40)
    again = RatingEntry.objects.get(game=games[2], user=others[2])
    assert (again.opponent_rating, again.rating) == (known.opponent_rating, known.rating)


@pytest.mark.parametrize("games_then", [Restriction.Games.LOST, Restriction.Games.VOID])
def test_a_suspension_ends_games_that_count_for_nobody_until_it_is_lifted(alice, boris, games, mira, games_then):
    before, going_on = state(), begin(alice, boris, now=on_day(40))
    with_boris = state()
    imposed = restrictions.impose(
        alice, Restriction.Kind.SUSPENDED, reason=REASON, by=mira, until=on_day(400), games=games_then
    )
    assert settle_suspensions(now=on_day(41)) == 1
    assert why(going_on) == {"lost": "suspension", "void": "no_result"}[games_then]
    assert [row for row in state() if row in before] == before
    restrictions.close(imposed.pk, how=Restriction.Close.LIFTED)
    assert settle_suspensions(now=on_day(42)) == 1
    assert why(going_on) == "open"
    assert [row for row in state() if row in with_boris] == with_boris
    play.resign(going_on.pk, side=SECOND, now=on_day(42) + HOUR)
    assert why(going_on) == ""
    assert RatingEntry.objects.get(game=going_on, user=alice).ended_at == on_day(42) + HOUR
    assert_folded()


def test_a_game_whose_end_is_taken_back_is_rated_when_it_ends_again(alice, boris, mira):
    game = win(alice, boris, at=on_day(1), turns=(*TURNS, "Mc1-d1"))
    take_back(game, mira, day=2)
    assert why(game) == "open"
    assert number_of(alice) == (1500, 350)
    assert (rating_of(alice).games, rating_of(alice).at) == (0, None)
    play.resign(game.pk, side=FIRST, now=on_day(3))
    assert [glicko.show(rating_of(each).rating) for each in (alice, boris)] == [1338, 1662]


def test_a_refused_change_changes_nothing(games, mira):
    before = state()
    with pytest.raises(Refusal):
        play.adjudicate(games[1].pk, winner=FIRST, staff=mira, reason=REASON, now=on_day(40))
    assert state() == before


def test_a_rehearsal_changes_nothing(games, mira):
    before = state()
    with pytest.raises(play.Rehearsed):
        play.void(games[1].pk, staff=mira, reason=REASON, case=play.Case(is_rehearsal=True), now=on_day(40))
    assert state() == before


def test_unrated_games_have_no_rows(alice, boris, mira):
    game = win(alice, boris, at=on_day(1), rated=False)
    void(game, mira, day=2)()
    assert not PlayerRating.objects.exists()
    assert not RatingEntry.objects.exists()


def test_several_ends_at_the_same_instant_are_folded_by_their_numbers(alice, boris, carol):
    at = on_day(3)
    first, second, third = (begin(alice, other, now=at - DAY) for other in (boris, carol, boris))
    for game, side in ((third, SECOND), (first, FIRST), (second, SECOND)):
        play.resign(game.pk, side=side, now=at)
    entries = list(RatingEntry.objects.filter(user=alice).in_order())
    assert [entry.game_id for entry in entries] == [first.pk, second.pk, third.pk]
    assert [entry.weeks for entry in entries] == [0, 0, 0]
    assert_folded()


def test_an_end_that_is_settled_late_is_folded_in_where_it_belongs(alice, boris, carol, told):
    """Two ends at once: the one whose instant was read first got the locks last."""
    late, early = begin(alice, boris, now=on_day(1)), begin(alice, carol, now=on_day(1))
    play.resign(early.pk, side=SECOND, now=on_day(3) + HOUR)
    aged = rating_of(alice).deviation
    play.resign(late.pk, side=SECOND, now=on_day(3))
    order = RatingEntry.objects.filter(user=alice).in_order()
    assert [entry.game_id for entry in order] == [late.pk, early.pk]
    assert RatingEntry.objects.get(game=late, user=boris).opponent_deviation == aged
    assert rating_of(alice).at == on_day(3) + HOUR
    assert told == []
    assert_folded()
