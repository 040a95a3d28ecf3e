"""What players write for themselves beside their games (analyses, notes, sealed remarks), and what others see of it."""

from accounts.models import User
from analysis import commands, notes, sealed, trees
from analysis.models import Mark
from games.models import Game
from tests import thinking
from tests.actions import action
from tests.actions.drawing import number_from, one_of, players, whether, which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import Scene


def find_reader(site: Scene, game: Game, player: int) -> User:
    """A player, where the game is private one of its two."""
    return site.players[player].user if not game.private else game.seats.order_by("side")[player % 2].user


@action(needs=has_games, game=which, player=players, at=number_from(0, 5), choice=number_from(0, 30))
def analyse(site: Scene, *, game: int, player: int, at: int, choice: int) -> None:
    """Enters a turn from anywhere in one's tree of a game."""
    played = pick_game(site, game)
    user = find_reader(site, played, player)
    tree = trees.open_game(user, played)
    number = sorted(tree.nodes.values_list("number", flat=True))[at % tree.nodes.count()]
    if moves := thinking.find_legal(tree, number):
        given = {"text": moves[choice % len(moves)]}
        commands.do("play", user=user, tree_id=tree.pk, at=number, given=given)


@action(
    needs=has_games,
    weight=2,
    game=which,
    player=players,
    at=number_from(-4, 6),
    deed=one_of(("mark", "comment", "draw", "promote", "delete", "undo", "undo")),
    at_once=whether,
)
def edit_analysis(site: Scene, *, game: int, player: int, at: int, deed: str, at_once: bool) -> None:
    """Changes one's tree somewhere, or undoes the last change; `at_once` undoes this one."""
    played = pick_game(site, game)
    user = find_reader(site, played, player)
    tree = trees.open_game(user, played)
    given = {"mark": Mark.GOOD, "comment": thinking.write_secret("comment", user, played), "toggle": "d4-d5/red"}
    given["edit"] = str(thinking.find_last_edit(tree) or "")
    if at_once and deed != "undo":
        site.faults += thinking.do_and_undo(user, tree, deed, at=at, given=given)
    else:
        commands.do(deed, user=user, tree_id=tree.pk, at=0 if deed == "undo" else at, given=given)


@action(needs=has_games, game=which, player=players, shares=whether)
def share_analysis(site: Scene, *, game: int, player: int, shares: bool) -> None:
    played = pick_game(site, game)
    tree = trees.open_game(find_reader(site, played, player), played)
    (trees.share if shares else trees.withdraw)(tree)


@action(needs=has_games, game=which, player=players, ply=number_from(1, 6))
def seal_remark(site: Scene, *, game: int, player: int, ply: int) -> None:
    played, user = pick_game(site, game), site.players[player].user
    sealed.write(user, game_id=played.pk, ply=ply, text=thinking.write_secret("remark", user, played))


@action(needs=has_games, game=which, player=players)
def take_note(site: Scene, *, game: int, player: int) -> None:
    played = pick_game(site, game)
    user = find_reader(site, played, player)
    notes.write_about_game(user, played, thinking.write_secret("note", user, played))


@action(needs=has_games, game=which, player=players)
def pry(site: Scene, *, game: int, player: int) -> None:
    """Looks at a game and all around it for what others think."""
    site.visit(site.players[player].pk)
    site.faults += thinking.find_read_by_others(site.players[player].user, pick_game(site, game), now=site.now)
