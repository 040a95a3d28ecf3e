"""What must hold whenever a game starts by pairing, in random worlds: room, thirty games, blocks, vacation, and that
two have one such game at a time, and newcomers one opponent."""

from collections import Counter
from datetime import datetime
from random import Random

import pytest
from django.db.models import Q

from accounts.conduct import blocks
from accounts.models import Block, Vacation
from accounts.time_off import vacation
from accounts.time_off.away import find_away
from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing import room
from competition.standing.pairing import pair
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game, Seat
from games.terms import Limits
from tests.competition.standing.conftest import NOON, see
from tests.competition.standing.pairing_world import DAY, give_rating, stand_for
from tests.factories import UserFactory, give_vacation, prove

pytestmark = pytest.mark.django_db
HOURS = DAY / 24
MOST = 4
"""Instead of thirty running games, so that a small world reaches it."""


class Judge:
    """Looks at the world each time a game is found, within its transaction."""

    def __init__(self) -> None:
        self.now: datetime = NOON
        self.proven: set[int] = set()
        self.seen = 0

    def look(self, game_id: int, user_ids, **_: object) -> None:
        game = StandingGame.objects.select_related("standing", "other_standing").get(pk=game_id)
        one, other = sorted(user_ids)
        seated = set(Seat.objects.filter(game=game_id).values_list("user", flat=True))
        assert {one, other} == {game.one_id, game.other_id} == seated
        running = Counter[int]()
        for row in StandingGame.objects.filter(running=True):
            running.update([row.one_id, row.other_id])
        assert max(running[one], running[other]) <= MOST
        assert all(user_id in self.proven or running[user_id] == 1 for user_id in user_ids)
        for standing in (game.standing, game.other_standing):
            its_own = Q(standing=standing) | Q(other_standing=standing)
            assert StandingGame.objects.running().filter(its_own).count() <= standing.keep
            assert (standing.ended_at, standing.paused, standing.pairs) == (None, "", True)
        assert StandingGame.objects.running().between(one, other).count() == 1
        assert not Block.objects.filter(user__in=user_ids, other__in=user_ids, is_mute=False).exists()
        assert not find_away(user_ids, now=self.now)
        self.seen += 1


@pytest.fixture
def judge(monkeypatch):
    monkeypatch.setattr(room, "MOST_RUNNING", MOST)
    monkeypatch.setattr("competition.standing.starting.MOST_RUNNING", MOST)
    judge = Judge()
    events.game_found.connect(judge.look)
    yield judge
    events.game_found.disconnect(judge.look)


def make_world(rng: Random) -> list:
    people = [give_vacation(UserFactory(), days=30, now=NOON) for _ in range(7)]
    for user in people:
        give_rating(user, rng.randrange(1350, 1650))
        for presets in rng.sample([("days-3",), ("days-7", "bank"), ("reserve",)], rng.randrange(1, 4)):
            terms = {"side": rng.choice(["random", "random", "first", "second"]), "rated": rng.random() < 0.5}
            limits = Limits(rating_within=rng.choice([None, None, 100, 400]))
            stand_for(user, presets=presets, keep=rng.randrange(1, 5), waited=rng.random() * 3, limits=limits, **terms)
    return people


def do_anything(people: list, rng: Random, *, now: datetime) -> None:
    one, other = rng.sample(people, 2)
    chance = rng.random()
    try:
        if chance < 0.25:
            blocks.make(one, other, mute=rng.random() < 0.2, now=now)
        elif chance < 0.4:
            blocks.end(one, other)
        elif chance < 0.6:
            vacation.book(one, from_at=now, until_at=now + rng.choice([1, 3]) * DAY, now=now)
        elif running := list(Game.objects.filter(ended_at=None, arranged="standing").order_by("pk")):
            play.resign(rng.choice(running).pk, side=Side.FIRST, now=now)
    except Refusal:
        pass


@pytest.mark.parametrize("seed", range(6))
def test_whoever_meets_has_room_is_there_and_is_not_kept_apart(seed, judge):
    rng = Random(seed)
    people = make_world(rng)
    prove(*people[:4], now=NOON)
    judge.proven = {user.pk for user in people[:4]}
    before = StandingGame.objects.count()
    for number in range(30):
        judge.now = now = NOON + number * 5 * HOURS
        for user in people:
            see(user, now)
        do_anything(people, rng, now=now)
        with_games = StandingGame.objects.count()
        assert pair(now=now) == StandingGame.objects.count() - with_games
        pair(now=now)  # at the same instant again
    assert judge.seen == StandingGame.objects.count() - before >= 5  # enough to have judged some
    assert Vacation.objects.exists()
    assert not StandingChallenge.objects.filter(look_at__lte=now, pairs=True, challenge__withheld=True).exists()
