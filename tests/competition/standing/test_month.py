"""A month of thirty people, five of whom vanish: nobody gets more than one game with each of them, and nobody waits
while two who fit and may meet are free."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from competition.models import StandingChallenge, StandingGame
from competition.standing.pairing import pair
from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game, Seat
from games.play.running_out import run_out_due
from tests.account.opponent_checks import find_waiting, find_wrong_standing
from tests.competition.standing.conftest import NOON
from tests.competition.standing.pairing_world import stand_for

pytestmark = [pytest.mark.django_db, pytest.mark.late]
STEP = timedelta(hours=12)
PEOPLE, GONE, STEPS = 30, 5, 60


class Month:
    """Those who are here visit at each step, play their first turns, and resign after some days. The others do nothing
    from the first day on."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.people = [self.add(number) for number in range(PEOPLE)]
        self.gone, self.here = {user.pk for user in self.people[:GONE]}, {user.pk for user in self.people[GONE:]}

    def add(self, number: int) -> User:
        keep, rating = self.rng.choice((1, 2, 3)), self.rng.randrange(1400, 1600)
        return stand_for(
            f"someone{number}", rating, keep=keep, presets=self.rng.choice((("days-3",), ("days-3", "days-7")))
        ).owner

    def live(self) -> None:
        now = timezone.now()
        User.objects.filter(pk__in=self.here).update(last_visit_at=now)
        run_out_due()
        for game in Game.objects.active().order_by("pk"):
            mover = Seat.objects.get(game=game, side=game.side_to_move)
            if mover.user_id in self.here and self.rng.random() < 0.7:
                self.act(game, Side(mover.side))

    def act(self, game: Game, side: Side) -> None:
        try:
            if game.ply < 2:
                text = ("Md1-c1", "Me8-f8")[game.ply]
                play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
            elif self.rng.random() < 0.2:
                play.resign(game.pk, side=side)
        except Refusal:
            pass


def test_nobody_gets_more_than_one_game_with_each_who_vanishes_and_nobody_waits_in_vain():
    month, met = Month(Random(1)), 0
    for step in range(STEPS):
        with time_machine.travel(NOON + step * STEP, tick=False):
            month.live()
            while started := pair():  # one that has room for several meets one in each round
                met += started
            assert not list(find_waiting(timezone.now())), step
            assert not list(find_wrong_standing()), step
    pairs = Counter(frozenset(both) for both in StandingGame.objects.values_list("one", "other"))
    assert max(times for both, times in pairs.items() if both & month.gone) == 1
    for user_id in month.gone:
        lost = Seat.objects.filter(user=user_id, game__termination="time").exclude(side=F("game__winner"))
        assert lost.count() <= 1
        assert {each.paused for each in StandingChallenge.objects.filter(owner=user_id)} <= {"absent", "unseen"}
    assert met > 2 * PEOPLE
