"""What Boris writes of Alice where chats do not reach: a sealed remark, a comment in an analysis that he shares."""

from analysis import commands, sealed, trees
from analysis.models import SealedRemark, Tree
from engine.contract import Side
from games import play
from games.models import Game
from tests.factories import GameFactory


def seal(alice, boris, *, is_over=True, private=False) -> SealedRemark:
    """Boris's, about his turn in a game with Alice."""
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Me8-f8"], private=private)
    sealed.write(boris, game_id=game.pk, ply=2, text="She plays like a goat.")
    if is_over:
        play.resign(game.pk, side=Side.SECOND)
    return SealedRemark.objects.select_related("turn__game").latest("pk")


def share(boris, game) -> Tree:
    """His analysis of a game that is over, in which he has written of Alice."""
    tree = trees.open_game(boris, Game.objects.get(pk=game.pk))
    commands.do("comment", user=boris, tree_id=tree.pk, at=-1, given={"comment": "Only a goat would."})
    trees.share(tree)
    return Tree.objects.get(pk=tree.pk)
