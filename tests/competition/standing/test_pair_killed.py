"""The process that pairs is killed amid fifty pairs: there is no half pair, nobody has met twice, and the next round
goes on."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing.pairing import pair
from games.models import Game, Seat
from tests.competition.standing.pairing_world import stand_for
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]
PAIRS = 50


def run_in_child(act: Callable[[], object]) -> int:
    """Calls it in a process of its own, with a connection of its own; returns the number of the process."""
    connection.close()
    getattr(connection, "close_pool", lambda: None)()
    if number := os.fork():
        return number
    try:
        act()
    finally:
        os._exit(1)


def wait_for(process: int) -> bool:
    """Whether it was killed."""
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


def pair_and_die(*, at: int) -> None:
    """Is killed in the middle of the pair of that number, when everything but the commit is done."""
    met = 0

    def die(**_: object) -> None:
        nonlocal met
        met += 1
        if met == at:
            os.kill(os.getpid(), signal.SIGKILL)

    events.game_found.connect(die)
    pair()


def check_whole() -> int:
    """How many games there are, each of which is complete, of players who all have one."""
    games = set(Game.objects.values_list("pk", flat=True))
    assert set(StandingGame.objects.values_list("pk", flat=True)) == games
    met = Counter(Seat.objects.values_list("user", flat=True))
    assert set(met.values()) <= {1}
    assert len(met) == 2 * len(games)
    busy = StandingChallenge.objects.filter(challenge__withheld=True).values_list("owner", flat=True)
    assert set(busy) == set(met)
    assert not StandingChallenge.objects.filter(challenge__withheld=True).exclude(look_at=None).exists()
    return len(games)


@pytest.fixture
def _hundred():
    for _ in range(2 * PAIRS):
        stand_for(UserFactory(), now=timezone.now())


@pytest.mark.usefixtures("_hundred")
def test_killed_in_the_middle_of_a_pair_it_leaves_no_half_and_the_next_round_goes_on():
    for at, whole in ((1, 0), (20, 19), (10, 28)):
        assert wait_for(run_in_child(lambda at=at: pair_and_die(at=at)))
        assert check_whole() == whole
    assert pair() == PAIRS - 28
    assert (check_whole(), pair()) == (PAIRS, 0)


@pytest.mark.usefixtures("_hundred")
def test_killed_at_any_instant_again_and_again_it_starts_all_games_once():
    rng, kills = Random(1), 0
    while kills < 20 and check_whole() < PAIRS:
        process = run_in_child(pair)
        time.sleep(rng.uniform(0.05, 0.4))
        os.kill(process, signal.SIGKILL)
        kills += wait_for(process)
    missing = PAIRS - check_whole()
    assert (pair(), check_whole(), pair()) == (missing, PAIRS, 0)
    assert kills
