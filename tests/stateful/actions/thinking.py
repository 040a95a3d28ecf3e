"""What players think for themselves beside their games: analyses, notes, sealed remarks."""

from hypothesis import strategies as st

from accounts.models import User
from analysis import deeds, notes, sealed, trees
from analysis.models import Mark, Node
from games.models import Game
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
    position = tree.ruleset.read(Node.objects.get(tree=tree, number=number).position_text)
    moves = position.legal_moves()
    if moves:
        given = {"text": moves[choice % len(moves)]}
        deeds.do("play", user=user, tree_id=tree.pk, at=number, given=given)


@action(
    needs=has_games,
    game=which,
    player=players,
    at=st.integers(-4, 6),
    deed=st.sampled_from(("mark", "comment", "promote", "delete", "undo", "undo")),
)
def edit_analysis(site: Site, *, game: int, player: int, at: int, deed: str) -> None:
    """Changes one's tree somewhere, or undoes the last change."""
    played = pick_game(site, game)
    user = find_reader(site, played, player)
    tree = trees.open_game(user, played)
    last = tree.edits.order_by("-pk").values_list("pk", flat=True).first()
    given = {"mark": Mark.GOOD, "comment": f"At {at}.", "edit": str(last or "")}
    deeds.do(deed, user=user, tree_id=tree.pk, at=0 if deed == "undo" else at, given=given)


@action(needs=has_games, game=which, player=players, shares=st.booleans())
def share_analysis(site: Site, *, game: int, player: int, shares: bool) -> None:
    played = pick_game(site, game)
    tree = trees.open_game(find_reader(site, played, player), played)
    (trees.share if shares else trees.withdraw)(tree)


@action(needs=has_games, game=which, player=players, ply=st.integers(1, 6))
def seal_remark(site: Site, *, game: int, player: int, ply: int) -> None:
    played = pick_game(site, game)
    sealed.write(site.players[player].user, game_id=played.pk, ply=ply, text=f"On {ply}.")


@action(needs=has_games, game=which, player=players)
def take_note(site: Site, *, game: int, player: int) -> None:
    played = pick_game(site, game)
    notes.write_about_game(find_reader(site, played, player), played, "Remember the bridge.")
