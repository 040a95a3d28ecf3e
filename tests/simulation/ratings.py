"""Rated games in a simulation: who wants them, and what is left out; and what must hold."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from django.utils import timezone

from engine.contract import Side
from games import events
from games.models import Game, Seat
from tests.account.rating_checks import find_wrong_entries, find_wrong_on_time, find_wrong_ratings
from tests.actions.ratings import leave_out_game
from tests.simulation.farming import Farm
from tests.simulation.finding import Finding
from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

RATED, LEFT_OUT = 0.7, 0.5
"""How many games are rated; how many of those won on time are to be left out, some of them too late."""
LONGEST = timedelta(days=9)
RATINGS = "Every rating is what a second account comes to"
ENTRIES = "Every rated game that has ended counts for both, or says why not"
ON_TIME = "Everybody has played on time as often as a second account says"


class Rated:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"ratings {world.seed}")
        self.farm = Farm(world)

    def is_wanted(self) -> bool:
        return self.rng.random() < RATED

    def on_result_changed(self, *, game_id: int, after: events.Result | None, rated: bool) -> None:
        if not rated or after is None or after.termination != "time" or after.winner is None:
            return
        winner = Seat.objects.get(game=game_id, side=after.winner).user_id
        if self.rng.random() < LEFT_OUT and winner in self.world.people:
            at = timezone.now() + self.rng.random() * LONGEST
            person = self.world.people[winner]
            self.world.plan(person.find_awake(at, self.rng), partial(self.leave_out, game_id, person, after.winner))

    def leave_out(self, game_id: int, person: Person, side: Side) -> None:
        """Asks for it; the site refuses what came too late, has been decided otherwise, or is one too many."""
        self.world.visit(person)
        with self.world.asking():
            leave_out_game(self.world, Game.objects.get(pk=game_id), side=side)

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        self.farm.live_a_day(person)


def check_ratings(world: World) -> list[Finding]:
    world.count_ratings()
    account = world.ratings
    return [
        Finding(RATINGS, len(account.list_ratings()), list(find_wrong_ratings(account))),
        Finding(ENTRIES, len(account.rows), list(find_wrong_entries(account))),
        Finding(ON_TIME, len(account.games), list(find_wrong_on_time(account, world.people))),
    ]
