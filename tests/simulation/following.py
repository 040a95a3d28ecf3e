"""What people of a simulation do who watch: they follow each other and games, and take records with them."""

from __future__ import annotations

from random import Random

from games.models import Game
from records import following
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.world import World
from tests.watched import find_unread, find_wrong_book, find_wrong_files, find_wrong_follows

A_DAY = 0.4
"""How often, a day, somebody does anything of it."""
WATCHED = "The book and the files of games are what the games come to, records lose nothing, and no block is followed"


class Following:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"following {world.seed}")

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        if self.rng.random() >= A_DAY:
            return
        other = self.rng.choice([each for each in self.world.people.values() if each is not person])
        games = list(Game.objects.filter(private=False).order_by("-pk")[:10])
        deed = self.rng.choice(("person", "person", "game", "end", "record", "record"))
        if deed == "person":
            following.follow_person(person.user, other.user)
        elif deed == "end":
            following.end(person.user, person_id=other.user.pk)
        elif games:
            game = self.rng.choice(games)
            if deed == "game":
                following.follow_game(person.user, game)
            else:
                self.world.records_taken += 1
                self.world.miswritten += find_unread(game, reader_id=person.user.pk)


def find_misrecorded(world: World) -> Finding:
    wrong = [*find_wrong_book(), *find_wrong_follows(), *find_wrong_files(world.ends), *world.miswritten]
    return Finding(WATCHED, world.records_taken, wrong)
