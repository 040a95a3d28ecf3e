"""At the same instant, in threads of their own: two challenge the same third, and a win comes with the loser’s leaving.

`FAULT_ROUNDS_LADDER_AT_ONCE=200` looks at so many rounds of each.
"""

from functools import partial

import pytest

from competition import ladder
from competition.models import LadderGame, LadderMember
from core.refusal import Refusal
from games import play
from games.models import Game
from tests.competition.ladder.conftest import NOON, SLUG, Rungs, make_people
from tests.together import count_rounds, run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]

ROUNDS = count_rounds("LADDER_AT_ONCE", 30)


def begin(number: int, letters: str) -> Rungs:
    """A ladder of new players."""
    rungs = Rungs()
    rungs.people = dict(zip(letters, make_people(len(letters), prefix=f"Round{number:03}x"), strict=True))
    LadderMember.objects.filter(ruleset_slug=SLUG).update(rank=None)
    rungs.join(letters)
    return rungs


def list_refusals(answers: list[object]) -> list[str]:
    """The codes of all refusals; there was no other exception."""
    faults = [each for each in answers if isinstance(each, Exception)]
    assert all(isinstance(each, Refusal) for each in faults), faults
    return [each.code for each in faults]


def challenge(rungs: Rungs, by: str, of: str) -> partial:
    return partial(ladder.challenge, SLUG, challenger=rungs.people[by], other=rungs.people[of], now=NOON)


def test_of_two_who_challenge_a_third_with_room_for_one_game_one_plays():
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDE")
        for by in "BC":
            rungs.start(by, "A")
        answers = run_together([challenge(rungs, by, "A") for by in "DE"])
        assert list_refusals(answers) == ["most_in"]
        assert LadderGame.objects.filter(challenged=rungs.people["A"], running=True).count() == 3


def test_of_two_who_challenge_each_other_and_twice_one_game_starts():
    for number in range(ROUNDS):
        rungs = begin(number, "AB")
        answers = run_together([challenge(rungs, "B", "A")] * 3)
        assert list_refusals(answers) == ["playing", "playing"]
    assert Game.objects.count() == ROUNDS


def test_of_four_challenges_by_one_player_three_start_games():
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDE")
        answers = run_together([challenge(rungs, "E", of) for of in "ABCD"])
        assert list_refusals(answers) == ["most_out"]


def test_a_win_and_the_losers_leaving_end_alike_whichever_comes_first():
    """The winner has the place of the loser, and the loser is off: their row waits for the game."""
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDEF")
        game = rungs.start("F", "C")
        side = game.seats.get(user=rungs.people["C"]).side
        resign = partial(play.resign, game.pk, side=side, now=NOON)
        answers = run_together([resign, partial(ladder.leave, rungs.people["C"], SLUG, now=NOON)])
        assert list_refusals(answers) == []
        assert rungs.read() == "ABFDE"


def test_a_win_and_the_winners_leaving_are_one_after_the_other():
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDEF")
        game = rungs.start("F", "C")
        side = game.seats.get(user=rungs.people["C"]).side
        resign = partial(play.resign, game.pk, side=side, now=NOON)
        answers = run_together([resign, partial(ladder.leave, rungs.people["F"], SLUG, now=NOON)])
        assert list_refusals(answers) == []
        assert rungs.read() == "ABCDE"


def test_a_challenge_and_the_leaving_of_who_is_challenged():
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDEF")
        leave = partial(ladder.leave, rungs.people["C"], SLUG, now=NOON)
        _, is_off = answers = run_together([challenge(rungs, "F", "C"), leave])
        refusals = list_refusals(answers)
        assert (refusals, is_off, rungs.read()) in [(["gone"], True, "ABDEF"), ([], False, "ABCDEF")]


def test_several_wins_at_once_leave_every_place_once():
    for number in range(ROUNDS):
        rungs = begin(number, "ABCDEF")
        games = [rungs.start(by, of) for by, of in ["FA", "EB", "DC", "CA"]]
        ends = [
            partial(play.resign, game.pk, side=game.seats.get(user=rungs.people[of]).side, now=NOON)
            for game, of in zip(games, "ABCA", strict=True)
        ]
        newcomer = partial(rungs.join, "G")
        rungs.people["G"] = make_people(1, prefix=f"Late{number:03}x")[0]
        assert list_refusals(run_together([*ends, newcomer])) == []
        ranks = LadderMember.objects.on(SLUG).values_list("rank", flat=True)
        assert len(set(ranks)) == len(rungs.read()) == 7
        assert set(rungs.read()) == set("ABCDEFG")
