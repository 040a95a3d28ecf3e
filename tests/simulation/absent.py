"""People of a simulation who are found for others, do not come for days, and come back: a pause of their standing
challenges begins and ends. Nobody may be found for them meanwhile, says `judge_absent` of opponent_checks.py."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from competition.standing import keeping
from games.challenges import Terms
from games.models import Game
from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

ENOUGH = 10
"""With so many people two vanish, else one."""
SHARE, AT_LEAST = 0.3, timedelta(days=2)
"""For how much of a run they are away."""
KEEP = 3


def begin(world: World, come_back: Callable[[Person, list[Game]], None]) -> None:
    """Plans who vanishes and comes back. `come_back` is told who does, and in which games they are to move."""
    people = list(world.people.values())
    length = world.ends - world.begins
    for number, person in enumerate(people[-3:-1] if len(people) >= ENOUGH else people[-2:-1], 1):
        person.leaves_at = world.begins + number * SHARE / 2 * length
        person.comes_back_at = person.leaves_at + max(SHARE * length, AT_LEAST)
        world.plan(person.leaves_at - timedelta(minutes=5), partial(ask_for_games, world, person))
        world.plan(person.comes_back_at, partial(look_in, world, person, come_back))


def ask_for_games(world: World, person: Person) -> None:
    """The last that they do: a standing challenge for anybody, as quick as there is."""
    world.visit(person)
    with world.asking():  # has as many as there may be
        terms = Terms("mastery", {}, ["days-3"], "random", weekends=False, vacation_days=0, rated=False)
        made = keeping.make(person.user, terms=terms, keep=KEEP)
        world.times.keeps_weekends[made.challenge_id] = False


def look_in(world: World, person: Person, come_back: Callable[[Person, list[Game]], None]) -> None:
    world.visit(person)
    running = Game.objects.active().of(person.user).order_by("pk")
    sides = {game.pk: game.seats.get(user=person.user).side for game in running}
    come_back(person, [game for game in running if game.side_to_move == sides[game.pk]])
