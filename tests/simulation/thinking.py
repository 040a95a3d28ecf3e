"""What people of a simulation write for themselves beside their games, and what others find of it."""

from __future__ import annotations

from random import Random

from django.utils import timezone

from accounts.models import User
from analysis import commands, notes, sealed, trees
from analysis.models import Mark, Tree
from games.models import Game
from tests import thinking
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.world import World

A_DAY = 0.3
"""How often, a day, somebody thinks about one of their games."""
MISTHOUGHT = "What players think is theirs alone until they show it after the game, and what they undo is undone"
PRIES = 0.1
"""How often, a day, somebody looks at a game of another's, and all around it."""


class Thinking:
    """Draws lots of its own, as others do."""

    def __init__(self, world: World) -> None:
        self.world, self.rng = world, Random(f"thinking {world.seed}")

    def live_a_day(self, person: Person) -> None:
        """Raises what the site refuses."""
        thinks, pries, rng = self.rng.random() < A_DAY, self.rng.random() < PRIES, self.rng
        trees = Tree.objects.exclude(game=None).select_related("game").order_by("-changed_at", "pk")
        if pries and (tree := trees.first()) and tree.game:
            self.pry(person, tree.game)
        if thinks and (games := list(Game.objects.of(person.user).order_by("-pk")[:5])):
            self.think(person.user, rng.choice(games))

    def pry(self, person: Person, game: Game) -> None:
        self.world.pried += 1
        self.world.visit(person)
        self.world.misthought += thinking.find_read_by_others(person.user, game, now=timezone.now())

    def think(self, user: User, game: Game) -> None:
        """A line of some turns from anywhere, what is thought of it, and something that is undone at once."""
        tree = trees.open_game(user, game)
        at = self.rng.choice(sorted(tree.nodes.values_list("number", flat=True)))
        for _ in range(3):
            if moves := thinking.find_legal(tree, at):
                at = commands.do("play", user=user, tree_id=tree.pk, at=at, given={"text": self.rng.choice(moves)})
        given = {"comment": thinking.write_secret("comment", user, game), "mark": Mark.BAD, "shapes": "d4 d4-e5/red"}
        commands.do("comment", user=user, tree_id=tree.pk, at=at, given=given)
        undone = self.rng.choice(("mark", "draw", "delete", "promote"))
        self.world.thought += 1
        self.world.misthought += thinking.do_and_undo(user, tree, undone, at=at, given=given)
        notes.write_about_game(user, game, thinking.write_secret("note", user, game))
        if game.is_over:
            trees.share(tree)
        elif game.ply > 1:
            mine = game.ply - (game.side_to_move == game.seats.get(user=user).side)
            sealed.write(user, game_id=game.pk, ply=mine, text=thinking.write_secret("remark", user, game))


def find_misthought(world: World) -> Finding:
    return Finding(MISTHOUGHT, world.thought + world.pried, list(world.misthought))
