"""What staff decide and undo in the same minute reads as before, on the ladder too."""

from engine.contract import Side


def test_all_reads_as_before_once_a_ladder_game_was_decided_and_undone(told):
    told.open()
    for number in (0, 1, 2):
        told.join_ladder(number=number, slug="mastery")
    told.challenge_on_ladder(pair=(2, 0), slug="mastery")
    for side in (Side.FIRST, Side.SECOND):
        for result in ("wins", "draw", "void"):
            told.decide_and_undo(number=1, side=side, result=result)


def test_the_account_of_ladders_knows_what_was_undone_later(told):
    told.open()
    for number in (0, 1, 2):
        told.join_ladder(number=number, slug="mastery")
    told.challenge_on_ladder(pair=(2, 0), slug="mastery")
    for side in (Side.FIRST, Side.SECOND):
        told.decide(number=1, side=side, result="wins")
        told.reverse_decision(number=0)


def test_whoever_is_suspended_and_not_stands_where_they_stood(told):
    told.open()
    for number in (0, 1, 2):
        told.join_ladder(number=number, slug="mastery")
    for number in (0, 1, 2):
        told.suspend_and_undo(number=number, games="go_on")
    told.restrict(number=1, name="suspend", hours=30, games="go_on")
    told.restrict(number=2, name="suspend", hours=30, games="go_on")
    told.reverse(number=1)
    told.reverse(number=0)


def test_a_hidden_game_goes_on_as_before(told):
    told.open()
    told.hide_game(number=0)
    told.show_game(number=0)


def test_a_game_is_decided_together_with_a_measure_and_both_are_undone(told):
    told.open()
    told.decide_game_and_person(number=0, side=Side.SECOND, name="adjudicate")
    told.reverse_decision(number=0)
    told.reverse(number=1)


def test_a_hidden_game_that_is_over_counts_in_nobody_s_figure(told):
    told.open()
    told.resign(number=0, side=Side.FIRST, sure=4)
    told.hide_game(number=0)


def test_games_that_a_suspension_ended_read_as_before_once_it_is_undone(told):
    told.open(rated=True)
    for number in (0, 1, 2):
        told.join_ladder(number=number, slug="mastery")
    told.challenge_on_ladder(pair=(2, 0), slug="mastery")
    for games in ("lost", "void"):
        for number in (0, 2):
            told.suspend_and_undo(number=number, games=games)
