"""What those do who watch: they follow games and players, take records with them, and open these again."""

from records import following
from tests.actions import action
from tests.actions.drawing import one_of, pairs, players, which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import Scene
from tests.watched import find_unread


@action(pair=pairs, weight=2)
def follow_person(site: Scene, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number].user for number in pair)
    following.follow_person(one, other)


@action(needs=has_games, game=which, player=players)
def follow_game(site: Scene, *, game: int, player: int) -> None:
    played = pick_game(site, game)
    if not played.private:
        following.follow_game(site.players[player].user, played)


@action(pair=pairs)
def stop_following(site: Scene, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number].user for number in pair)
    following.end(one, person_id=other.pk)


@action(needs=has_games, game=which, player=players)
def stop_following_game(site: Scene, *, game: int, player: int) -> None:
    following.end(site.players[player].user, game_id=pick_game(site, game).pk)


@action(needs=has_games, game=which, player=one_of((None, 0, 1, 2)))
def take_record(site: Scene, *, game: int, player: int | None) -> None:
    """Its record is written and opened again: nothing of it is lost."""
    played = pick_game(site, game)
    reader = None if player is None else site.players[player].pk
    if not played.private or reader in set(played.seats.values_list("user", flat=True)):
        site.faults += find_unread(played, reader_id=reader)
