"""What must be true of games that staff have hidden, by their log: no list of others has one, and its players have it.

The stateful test and the simulator ask it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from competition.ladder.page_rows import list_settled
from games import access
from games.models import Game
from games.reading.seats import read_seats
from moderation.models import LoggedAction
from records import collecting, following
from records.models import Puzzle

LISTS = ("/", "/games/", "/games/?over=1", "/puzzles/")
NOBODY = AnonymousUser()


def list_hidden() -> list[Game]:
    """Those that staff have hidden and not shown again."""
    rows = LoggedAction.objects.filter(action="hide_game", reverses=None, reversed_by=None).values("game")
    return list(Game.objects.filter(pk__in=rows).order_by("pk").prefetch_related("seats__user"))


def find_exposed() -> Iterator[str]:
    hidden = list_hidden()
    if not hidden:
        return
    pages = {path: Client().get(path).content.decode() for path in LISTS}
    settled = {slug: {row.game_id for row in list_settled(slug)} for slug in {game.ruleset_slug for game in hidden}}
    for game in hidden:
        yield from (f"game {game.pk} is hidden, and on {path}" for path, text in pages.items() if leads(text, game))
        if game.pk in settled[game.ruleset_slug]:
            yield f"game {game.pk} is hidden, and on the page of its ladder"
        players = [seat.user for seat in read_seats(game)]
        yield from find_seen(game, stranger=User.objects.exclude(pk__in=[each.pk for each in players]).first())
        yield from (told for player in players if player.is_person for told in find_lost(game, player=player))


def leads(page: str, game: Game) -> bool:
    puzzles = [f"/puzzles/{pk}/" for pk in Puzzle.objects.filter(game=game).values_list("pk", flat=True)]
    return any(f'"{path}' in page for path in (game.get_absolute_url(), *puzzles))


def find_seen(game: Game, *, stranger: User | None) -> Iterator[str]:
    """What somebody else finds of it, who is no member of staff."""
    readers: list[Any] = [NOBODY, *([stranger] if stranger and not stranger.is_staff else [])]
    for reader in readers:
        if access.may_see(game, reader):
            yield f"game {game.pk} is hidden, and {reader} may open it"
        for seat in read_seats(game):
            if collecting.find_games(seat.user, collecting.Wanted(), reader=reader).filter(pk=game.pk).exists():
                yield f"game {game.pk} is hidden, and {reader} has it among the games of {seat.user}"
    if following.find_followers(game.pk):
        yield f"game {game.pk} is hidden, and those who follow it would be told of it"


def find_lost(game: Game, *, player: User) -> Iterator[str]:
    """What one of its players has no more of it."""
    if not access.may_see(game, player):
        yield f"game {game.pk} is hidden, and {player} may not open it"
    if not collecting.find_games(player, collecting.Wanted(), reader=player).filter(pk=game.pk).exists():
        yield f"game {game.pk} is hidden, and not among their own games for {player}"
