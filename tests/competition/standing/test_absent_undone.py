"""Losses on time that staff undo pause nothing: standing challenges read as if those had never been."""

from datetime import datetime
from random import Random

import pytest
import time_machine

from accounts.limiting.limits import DAY
from accounts.models import User
from competition.models import LadderGame
from competition.standing.room import refresh_due
from engine.contract import Side
from games import play
from games.models import Game
from games.play.running_out import run_out
from tests.competition.standing.conftest import NOON, see
from tests.competition.standing.pairing_world import read
from tests.factories import GameFactory, StandingFactory, UserFactory

pytestmark = pytest.mark.django_db
HAPPENS = ("lose",) * 5 + ("lose on the ladder", "visit", "play elsewhere", "make another", "nothing")
DAYS = 5


class Story:
    """What Ann does and loses, a thing a day. `undone` are the days of losses that staff undo at the end; `never` those
    of losses that there are not."""

    def __init__(self, happens: list[str], *, undone: list[int], never: list[int], staff: User) -> None:
        self.ann, self.staff = UserFactory(last_visit_at=NOON - 7 * DAY), staff
        self.made = [StandingFactory(owner=self.ann, now=NOON - 5 * DAY)]
        self.lost: dict[int, Game] = {}
        for day, what in enumerate(happens):
            if day not in never:
                with time_machine.travel(NOON + day * DAY, tick=False):
                    self.act(day, what)
        self.ends_at = NOON + len(happens) * DAY
        with time_machine.travel(self.ends_at, tick=False):
            for day in undone:
                play.void(self.lost[day].pk, staff=staff, reason="The site was away.")
            refresh_due(self.ends_at)

    def act(self, day: int, what: str) -> None:
        match what:
            case "lose":
                self.lose(day, Game.Arranged.STANDING)
            case "lose on the ladder":
                self.lose(day, Game.Arranged.LADDER)
            case "visit":
                see(self.ann, NOON + day * DAY)
            case "play elsewhere":
                GameFactory(first=self.ann, turns=["Md1-c1"])
            case "make another" if len(self.made) < 3:
                self.made.append(StandingFactory(owner=self.ann, presets=["days-7"], rated=len(self.made) == 2))
        refresh_due(NOON + day * DAY)

    def lose(self, day: int, arranged: str) -> None:
        """A game that began four days ago."""
        game = self.lost[day] = GameFactory(first=self.ann, arranged=arranged, now=NOON + (day - 4) * DAY)
        if arranged == Game.Arranged.LADDER:
            other = game.seats.get(side=Side.SECOND).user
            how = {"challenger": other, "challenged": self.ann, "started_at": game.started_at}
            LadderGame.objects.create(game=game, ruleset_slug="mastery", **how)
        assert run_out(self.lost[day].pk)

    def tell(self) -> list[tuple[str, datetime | None, bool]]:
        seen_at = User.objects.get(pk=self.ann.pk).last_visit_at
        rows = [read(each) for each in self.made]
        since = [each.absent_since if each.absent_since and each.absent_since >= seen_at else None for each in rows]
        return [(each.paused, at, each.challenge.withheld) for each, at in zip(rows, since, strict=True)]


@pytest.mark.parametrize("seed", range(10))
def test_losses_that_were_undone_might_never_have_been(seed, admin):
    chance = Random(seed)
    happens = [*chance.choices(HAPPENS, k=DAYS), "lose", "lose"]
    losses = [day for day, what in enumerate(happens) if what.startswith("lose")]
    undone = chance.sample(losses, k=chance.randint(1, len(losses)))
    told = Story(happens, undone=undone, never=[], staff=admin).tell()
    assert told == Story(happens, undone=[], never=undone, staff=admin).tell(), (happens, undone)
