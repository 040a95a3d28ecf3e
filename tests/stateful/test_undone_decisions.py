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
