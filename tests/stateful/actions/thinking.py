"""What players write for themselves beside their games (analyses, notes, sealed remarks), and what others see of it."""

from hypothesis import strategies as st

from accounts.models import User
from analysis import commands, notes, sealed, trees
from analysis.models import Mark
from games.models import Game
from tests import thinking
from tests.stateful.actions import action, players
from tests.stateful.actions.games import has_games, pick_game, which
from tests.stateful.site import Site


def find_reader(site: Site, game: Game, player: int) -> User:
    """A player, where the game is private one of its two."""
    return site.players[player].user if not game.private else game.seats.order_by("side")[player % 2].user


@action(needs=has_games, game=which, player=players, at=st.integers(0, 5), choice=st.integers(0, 30))
def analyse(site: Site, *, game: int, player: int, at: int, choice: int) -> None:
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
    at=st.integers(-4, 6),
    deed=st.sampled_from(("mark", "comment", "draw", "promote", "delete", "undo", "undo")),
    at_once=st.booleans(),
)
def edit_analysis(site: Site, *, game: int, player: int, at: int, deed: str, at_once: bool) -> None:
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


@action(needs=has_games, game=which, player=players, shares=st.booleans())
def share_analysis(site: Site, *, game: int, player: int, shares: bool) -> None:
    played = pick_game(site, game)
    tree = trees.open_game(find_reader(site, played, player), played)
    (trees.share if shares else trees.withdraw)(tree)


@action(needs=has_games, game=which, player=players, ply=st.integers(1, 6))
def seal_remark(site: Site, *, game: int, player: int, ply: int) -> None:
    played, user = pick_game(site, game), site.players[player].user
    sealed.write(user, game_id=played.pk, ply=ply, text=thinking.write_secret("remark", user, played))


@action(needs=has_games, game=which, player=players)
def take_note(site: Site, *, game: int, player: int) -> None:
    played = pick_game(site, game)
    user = find_reader(site, played, player)
    notes.write_about_game(user, played, thinking.write_secret("note", user, played))


@action(needs=has_games, game=which, player=players)
def pry(site: Site, *, game: int, player: int) -> None:
    """Looks at a game and all around it for what others think."""
    site.faults += thinking.find_read_by_others(site.players[player].user, pick_game(site, game), now=site.now)
