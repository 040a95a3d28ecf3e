"""Several answer one challenge at once, in threads of their own."""

from functools import partial

import pytest
from django.db import connection

from accounts.limiting.limits import MOST_PENDING
from core.refusal import Refusal
from games import challenges
from games.models import Challenge, Game
from tests.factories import ChallengeFactory, UserFactory
from tests.games.challenges.conftest import NOON
from tests.together import run_together

pytestmark = pytest.mark.django_db(transaction=True)


def test_when_two_accept_at_once_one_game_starts_and_the_other_is_told(news):
    for _ in range(20):
        challenge, users = ChallengeFactory(now=NOON), UserFactory.create_batch(2)
        news.clear()
        answers = run_together([partial(challenges.accept, challenge.pk, user=user, now=NOON) for user in users])
        games = [answer for answer in answers if isinstance(answer, Game)]
        refusals = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert (len(games), refusals) == (1, ["taken"])
        assert news == [("accepted", challenge.pk)]
    assert Game.objects.count() == 20


def test_players_who_accept_each_others_challenges_at_once_do_not_block_one_another(alice, boris):
    """Each needs both users locked; locked in the order of their ids, no two wait for each other."""
    for _ in range(10):
        by_alice, by_boris = (ChallengeFactory(challenger=user, now=NOON) for user in (alice, boris))
        answers = run_together(
            [
                partial(challenges.accept, by_alice.pk, user=boris, now=NOON),
                partial(challenges.accept, by_boris.pk, user=alice, now=NOON),
            ]
        )
        assert {type(answer) for answer in answers} == {Game}


def test_accepted_and_withdrawn_at_once_is_one_of_the_two():
    for _ in range(10):
        challenge, boris = ChallengeFactory(now=NOON), UserFactory()
        run_together(
            [
                partial(challenges.accept, challenge.pk, user=boris, now=NOON),
                partial(challenges.withdraw, challenge.pk, user=challenge.challenger, now=NOON),
            ]
        )
        challenge.refresh_from_db()
        assert (challenge.status, challenge.games.count()) in [("accepted", 1), ("withdrawn", 0)]


def test_twenty_five_sent_at_once_are_twenty(alice):
    run_together([partial(ChallengeFactory, challenger=alice, now=NOON)] * 25)
    assert Challenge.objects.count() == MOST_PENDING


@pytest.mark.postgres
def test_a_challenge_that_is_being_answered_is_left_to_the_next_sweep():
    held, free = ChallengeFactory(now=NOON), ChallengeFactory(now=NOON)
    another = connection.copy()
    try:
        with another.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT 1 FROM games_challenge WHERE id = %s FOR UPDATE", [held.pk])
            assert challenges.expire_due(NOON + challenges.LASTS) == 1
            cursor.execute("ROLLBACK")
    finally:
        another.close()
    free.refresh_from_db()
    assert (free.status, challenges.expire_due(NOON + challenges.LASTS)) == ("expired", 1)
