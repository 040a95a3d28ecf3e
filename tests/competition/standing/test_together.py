"""Several do something to standing challenges at once, in threads of their own."""

from functools import partial

import pytest
from django.db import transaction

from accounts.limiting.limits import DAY, MOST_STANDING
from accounts.models import Allowance, Vacation
from accounts.time_off import vacation
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping, room
from core.refusal import Refusal
from games import challenges, play
from games.challenges import Terms
from games.models import Challenge, Game
from tests.competition.standing.conftest import NOON, is_listed
from tests.factories import UserFactory, give_vacation, prove
from tests.together import count_rounds, run_together

ROUNDS = count_rounds("STANDING", 20)
pytestmark = pytest.mark.django_db(transaction=True)


def told(answers) -> list[str]:
    """The codes of refusals; anything else that went wrong is raised."""
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, Refusal):
            raise answer
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


def test_two_who_accept_the_last_room_start_exactly_one_game(stand):
    standing, people = stand(keep=2), UserFactory.create_batch(3)
    prove(standing.owner, *people, now=NOON)
    before = Game.objects.count()
    for number in range(1, ROUNDS + 1):
        challenges.accept(standing.challenge_id, user=people[2], now=NOON)
        answers = run_together(
            [partial(challenges.accept, standing.challenge_id, user=user, now=NOON) for user in people[:2]]
        )
        assert told(answers) == ["no_room"]
        assert StandingGame.objects.running().count() == 2
        assert Game.objects.count() == before + 2 * number
        assert not is_listed(standing)
        StandingGame.objects.update(running=False)
        room.refresh([standing.owner_id], now=NOON)


def test_eleven_made_at_once_are_ten(alice):
    different = [(slug, rated, preset) for slug in ("mastery", "master") for rated in (True, False) for preset in "abc"]
    presets = dict(zip("abc", ("days-3", "days-7", "bank"), strict=True))
    terms = [Terms(slug, {}, [presets[preset]], rated=rated) for slug, rated, preset in different][: MOST_STANDING + 1]
    answers = run_together([partial(keeping.make, alice, terms=each, now=NOON) for each in terms])
    assert told(answers) == ["most_standing"]
    assert StandingChallenge.objects.standing().count() == Challenge.objects.count() == MOST_STANDING


def test_one_made_twice_at_once_is_one(alice):
    answers = run_together([partial(keeping.make, alice, terms=Terms("mastery", {}, ["bank"]), now=NOON)] * 3)
    assert told(answers) == ["same", "same"]
    assert StandingChallenge.objects.count() == 1


def test_accepted_and_ended_or_paused_at_once_is_one_after_the_other(stand, boris):
    for act, codes in ((keeping.end, "withdrawn"), (keeping.pause, "no_room")):
        for _ in range(ROUNDS):
            standing = stand(keep=10)
            answers = run_together(
                [
                    partial(challenges.accept, standing.challenge_id, user=boris, now=NOON),
                    partial(act, standing.pk, owner=standing.owner, now=NOON),
                ]
            )
            assert told(answers) in ([], [codes])
            assert standing.challenge.games.count() == (told(answers) == [])
            with transaction.atomic():
                keeping.end_all(standing.owner_id, now=NOON)
            Allowance.objects.all().delete()  # forty changes a day
            StandingGame.objects.update(running=False)


def test_a_vacation_and_the_end_of_a_game_at_once_wait_for_each_other_in_one_order(stand, alice, boris):
    """A vacation locks the player, then their games, then their standing challenges; the end of a game all but the
    player."""
    give_vacation(alice, days=30, now=NOON)
    standing = stand(keep=10, vacation_days=14)
    for _ in range(ROUNDS):
        game = challenges.accept(standing.challenge_id, user=boris, now=NOON)
        answers = run_together(
            [
                partial(vacation.book, alice, from_at=NOON, until_at=NOON + DAY, now=NOON),
                partial(play.resign, game.pk, side=game.side_to_move, expected_revision=game.revision, now=NOON),
            ]
        )
        assert told(answers) in ([], ["stale"]), "the vacation may have moved the clock first"
        StandingGame.objects.update(running=False)
        standing.refresh_from_db()
        vacation.end(alice, vacation_id=Vacation.objects.latest("pk").pk, now=NOON)
        Allowance.objects.all().delete()  # twenty vacations a day
        room.refresh([alice.pk], now=NOON)
        assert is_listed(standing)
