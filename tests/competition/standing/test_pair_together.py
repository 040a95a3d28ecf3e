"""A round of pairing and something else at the same instant, in threads of their own: one of the two comes first, and
the world looks as if the other had known of it."""

from datetime import datetime
from functools import partial

import pytest
from django.utils import timezone

from accounts.conduct import blocks
from accounts.models import Block, User, Vacation
from accounts.time_off import vacation
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping
from competition.standing.pairing import pair
from core.refusal import Refusal
from games import challenges
from games.models import Game, Seat
from tests.competition.standing.pairing_world import DAY, read, stand_for
from tests.factories import UserFactory, give_vacation
from tests.together import count_rounds, run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]
ROUNDS = count_rounds("PAIRING", 20)
"""Of each kind; two hundred where there is time."""


def stand_two() -> tuple[StandingChallenge, StandingChallenge]:
    """Two that fit, and that nobody else fits."""
    StandingChallenge.objects.update(ended_at=timezone.now(), look_at=None)
    return stand_now(UserFactory(), waited=1), stand_now(UserFactory())


def stand_now(owner: User, **given) -> StandingChallenge:
    return stand_for(owner, now=timezone.now(), **given)


def check(answers: list[object], *, codes: set[str] = frozenset()) -> None:
    """Nobody had another exception than these refusals."""
    raised = [answer for answer in answers if isinstance(answer, Exception)]
    assert [each for each in raised if not (isinstance(each, Refusal) and each.code in codes)] == []


def find_game(one: StandingChallenge) -> Game | None:
    """The only one of a player’s, if any, in which nothing is missing."""
    games = list(Game.objects.filter(seats__user=one.owner))
    assert len(games) == StandingGame.objects.of(one.owner_id).count() <= 1
    assert all(Seat.objects.filter(game=game).count() == 2 for game in games)
    return games[0] if games else None


def test_a_round_and_a_withdrawal():
    """Either there is no game, or it had started before its standing challenge ended."""
    started = 0
    for _ in range(ROUNDS):
        one, other = stand_two()
        check(run_together([pair, partial(keeping.end, one.pk, owner=one.owner)]))
        game, ended_at = find_game(one), read(one).ended_at
        assert ended_at is not None
        assert game is None or game.started_at <= ended_at
        assert read(other).challenge.withheld == (game is not None)
        started += game is not None
    print(f"{started} of {ROUNDS} rounds had a game")


def test_a_round_and_a_block():
    """Either there is no game, or it had started before: it goes on, and no other starts."""
    for _ in range(ROUNDS):
        one, other = stand_two()
        check(run_together([pair, partial(blocks.make, other.owner, one.owner, mute=False)]))
        assert Block.objects.filter(user=other.owner, other=one.owner).exists()
        met = find_game(one) is not None
        assert [read(each).challenge.withheld for each in (one, other)] == [met, met]
        assert pair() == 0


def test_a_round_and_a_vacation_that_begins():
    for _ in range(ROUNDS):
        one, other = stand_two()
        give_vacation(one.owner, days=30, now=timezone.now())
        book = partial(book_now, one.owner)
        check(run_together([pair, book]))
        game, away = find_game(one), Vacation.objects.get(user=one.owner)
        assert game is None or game.started_at <= away.booked_at
        assert read(one).paused == "vacation"
        assert read(other).challenge.withheld == (game is not None)


def book_now(user: User) -> Vacation:
    now: datetime = timezone.now()
    return vacation.book(user, from_at=now, until_at=now + 3 * DAY)


def test_a_round_and_somebody_who_accepts_the_last_room():
    by_hand = 0
    for _ in range(ROUNDS):
        one, other = stand_two()
        accept = partial(challenges.accept, one.challenge_id, user=UserFactory())
        check(answers := run_together([pair, accept]), codes={"no_room"})
        game = find_game(one)
        assert game is not None
        assert isinstance(answers[1], Game) == (answers[1] == game) == (answers[0] == 0)
        assert (find_game(other) is None) == (answers[0] == 0)
        by_hand += isinstance(answers[1], Game)
    print(f"{by_hand} of {ROUNDS} rounds were won by hand")


def test_two_rounds_at_once_start_each_game_once():
    for _ in range(ROUNDS):
        one, other = stand_two()
        check(answers := run_together([pair, pair]))
        assert sorted(answers) == [0, 1]
        assert find_game(one) == find_game(other) is not None


def test_two_rounds_at_once_among_many():
    """The same two never have two games, though both have room for more."""
    for _ in range(max(ROUNDS // 10, 1)):
        StandingChallenge.objects.update(ended_at=timezone.now(), look_at=None)
        made = [stand_now(UserFactory(), keep=3) for _ in range(6)]
        before = StandingGame.objects.count()
        check(answers := run_together([pair, pair, pair]))
        assert StandingGame.objects.count() == before + sum(answers)
        met = StandingGame.objects.running().filter(one__in=[each.owner_id for each in made])
        ties = [tuple(sorted(both)) for both in met.values_list("one", "other")]
        assert len(ties) == len(set(ties)) >= 3
