"""A farm in a simulation: two accounts that hand each other points by rated games of two plies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine.contract import Side
from games import challenges, clock, play
from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

SIZE, A_DAY = 2, 0.5
"""So many, each of whom does so this often a day."""


class Farm:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"farm {world.seed}")

    def live_a_day(self, person: Person) -> None:
        """One resigns to another after two plies, whoever of them it is. Raises what the site refuses."""
        farm = [each for each in list(self.world.people.values())[:SIZE] if not each.is_gone]
        if person in farm and len(farm) > 1 and self.rng.random() < A_DAY:
            other = self.rng.choice([each for each in farm if each is not person])
            self.hand_points(person, other)

    def hand_points(self, person: Person, other: Person) -> None:
        for each in (person, other):
            self.world.visit(each)
        challenge = challenges.send(
            person.user,
            audience="player",
            opponent=other.user,
            ruleset_slug="mastery",
            options={},
            side="first",
            control=clock.Days(3),
            weekends=False,
            vacation_days=0,
            rated=True,
        )
        self.world.times.keeps_weekends[challenge.pk] = False
        game = challenges.accept(challenge.pk, user=other.user)
        for side, mover in zip(Side, (person, other), strict=True):
            game.refresh_from_db()
            text = min(game.position.legal_moves())
            play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
            self.world.rating_diary.see(mover.user.pk)
        play.resign(game.pk, side=Side.SECOND)
