"""Staff of a simulation decide a game by mistake and undo it in the same minute: all reads as before."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.contract import Side
from games.models import Game
from moderation import acting
from moderation.models import LoggedAction
from tests.before_and_after import read_all
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.staff import Staff, find_action

if TYPE_CHECKING:
    from tests.simulation.world import World

A_DAY = 0.04
"""How often, a day, that happens to a game of somebody, one of a ladder where there is one."""
UNDONE = "After an act of staff and its undoing all reads as before"


class Mistakes:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World, staff: Staff) -> None:
        self.world, self.staff, self.rng = world, staff, Random(f"mistakes {world.seed}")

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        if self.rng.random() >= A_DAY:
            return
        games = Game.objects.active().of(person.user).exclude(deadline_at=None)
        games = games.filter(pk__in=self.world.times.clocks)
        game = games.filter(arranged=Game.Arranged.LADDER).order_by("pk").first() or games.order_by("pk").first()
        if game is not None:
            self.decide_and_undo(game)

    def decide_and_undo(self, game: Game) -> None:
        before = read_all(game)
        name = self.rng.choice(("void", "adjudicate", "adjudicate"))
        winner = self.rng.choice(("draw", str(int(Side.FIRST)), str(int(Side.SECOND))))
        acting.perform(find_action(name), game, order=self.staff.make_order(winner=winner))
        row = LoggedAction.objects.filter(game=game).latest("pk")
        acting.undo(row, order=self.staff.make_order())
        self.world.undone += 1
        if (now := read_all(game)) != before:
            self.world.misdone.append(f"game {game.pk}, {name}: {before} became {now}")


def check_mistakes(world: World) -> Finding:
    return Finding(UNDONE, world.undone, list(world.misdone))
