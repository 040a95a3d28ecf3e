"""Rated games in a simulation: who wants them, what is left out, what staff correct long after; and what must hold."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from django.utils import timezone

from engine.contract import Side
from games import events, play
from games.models import Game, Seat
from moderation import acting
from moderation.models import LoggedAction
from tests.account.rating_checks import find_wrong_entries, find_wrong_on_time, find_wrong_ratings
from tests.account.ratings import Account
from tests.simulation.farming import Farm
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.staff import WITHOUT_TURN, Staff, find_action

if TYPE_CHECKING:
    from tests.simulation.world import World

RATED, LEFT_OUT = 0.7, 0.5
"""How many games are rated; how many of those won on time are to be left out, some of them too late."""
LONGEST = timedelta(days=9)
A_DAY = 0.05
"""How often, a day, staff correct a rated game of somebody that has ended."""
RATINGS = "Every rating is what a second account comes to"
ENTRIES = "Every rated game that has ended counts for both, or says why not"
ON_TIME = "Everybody has played on time as often as a second account says"


class Rated:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World, staff: Staff) -> None:
        self.world, self.staff, self.rng = world, staff, Random(f"ratings {world.seed}")
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
            self.world.plan(person.find_awake(at, self.rng), partial(self.leave_out, game_id, person))

    def leave_out(self, game_id: int, person: Person) -> None:
        """Asks for it; the site refuses what came too late, has been decided otherwise, or is one too many."""
        self.world.visit(person)
        with self.world.asking():
            play.leave_out(game_id, user=person.user)
            self.world.ratings.leave_out(game_id, person.user.pk)

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        with self.world.asking():  # too many rated games of the two
            self.farm.live_a_day(person)
        if self.rng.random() >= A_DAY:
            return
        over = Game.objects.ended().of(person.user).filter(rated=True, pk__in=self.world.times.clocks)
        games = list(over.order_by("-ended_at", "-pk")[:5])
        if not games:
            return
        game = self.rng.choice(games)
        match self.rng.choice(("void", "adjudicate", "adjudicate", "reopen", "undo", "undo", "take_out", "put_back")):
            case "take_out":
                acting.perform(find_action("take_out_of_ratings"), game, order=self.staff.make_order())
                self.world.ratings.read_taken_out()
            case "put_back":
                self.put_back()
            case "undo":
                self.undo(game)
            case "reopen" if game.termination not in WITHOUT_TURN:
                return
            case name:
                winner = self.rng.choice(("draw", str(int(Side.FIRST)), str(int(Side.SECOND))))
                acting.perform(find_action(name), game, order=self.staff.make_order(winner=winner))

    def put_back(self) -> None:
        """A game that staff have taken out, of whomever."""
        order = self.staff.make_order()
        rows = LoggedAction.objects.filter(action="take_out_of_ratings").order_by("-pk")
        if found := [row for row in rows if acting.may_undo(row, reader=order.staff)]:
            acting.undo(self.rng.choice(found), order=order)
            self.world.ratings.read_taken_out()

    def undo(self, game: Game) -> None:
        """It has the result of before again, or goes on. One that was lost on time was so at its own hour."""
        order = self.staff.make_order()
        rows = LoggedAction.objects.filter(game=game, action__in=("void", "adjudicate")).order_by("-pk")
        found = [row for row in rows if acting.may_undo(row, reader=order.staff)]
        if found and found[0].before["termination"] != "time":
            acting.undo(found[0], order=order)


def check_ratings(world: World) -> list[Finding]:
    """Goes through the whole diary of what ratings depend on."""
    account = Account(world.ratings.happenings)
    return [
        Finding(RATINGS, len(account.list_ratings()), list(find_wrong_ratings(account))),
        Finding(ENTRIES, len(account.rows), list(find_wrong_entries(account))),
        Finding(ON_TIME, len(account.games), list(find_wrong_on_time(account, world.people))),
    ]
