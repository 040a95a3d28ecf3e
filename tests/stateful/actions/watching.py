"""What those do who watch: they follow games and players, take records with them, and open these again."""

from hypothesis import strategies as st

from records import following
from tests.stateful.actions import action, pairs, players
from tests.stateful.actions.games import has_games, pick_game, which
from tests.stateful.site import Site
from tests.watched import find_unread


@action(pair=pairs, weight=2)
def follow_person(site: Site, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number].user for number in pair)
    following.follow_person(one, other)


@action(needs=has_games, game=which, player=players)
def follow_game(site: Site, *, game: int, player: int) -> None:
    played = pick_game(site, game)
    if not played.private:
        following.follow_game(site.players[player].user, played)


@action(pair=pairs)
def stop_following(site: Site, *, pair: tuple[int, int]) -> None:
    one, other = (site.players[number].user for number in pair)
    following.end(one, person_id=other.pk)


@action(needs=has_games, game=which, player=players)
def stop_following_game(site: Site, *, game: int, player: int) -> None:
    following.end(site.players[player].user, game_id=pick_game(site, game).pk)


@action(needs=has_games, game=which, player=st.sampled_from((None, 0, 1, 2)))
def take_record(site: Site, *, game: int, player: int | None) -> None:
    """Its record is written and opened again: nothing of it is lost."""
    played = pick_game(site, game)
    reader = None if player is None else site.players[player].pk
    if not played.private or reader in set(played.seats.values_list("user", flat=True)):
        site.faults += find_unread(played, reader_id=reader)
