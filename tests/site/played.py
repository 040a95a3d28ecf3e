"""Many really played games, for tests of size: some are played through games.play, then copied in SQL."""

import os
from random import Random

from django.db import connection
from django.db.models import Model

from games import clock
from games.engine.contract import Side
from games.models import Game, Seat, Turn
from games.play import play_move, resign
from tests.factories import GameFactory

WANTED = int(os.environ.get("PLAYED_GAMES", 200))
"""PLAYED_GAMES=10000 for the size that the promise is about."""
PLAYED, TURNS = 12, 24


def play_some(*, seed: int = 7) -> None:
    """A few games of every kind, by turns drawn by lot; every third is resigned."""
    rng = Random(seed)
    for number in range(PLAYED):
        game = GameFactory(ruleset_slug=("mastery", "masters")[number % 2], control=clock.Bank())
        for _ in range(TURNS):
            game.refresh_from_db()
            if game.is_over:
                break
            text = rng.choice(game.position.legal_moves())
            play_move(game.pk, side=Side(game.side_to_move), expected_revision=game.revision, text=text)
        if number % 3 == 0 and not game.is_over:
            resign(game.pk, side=Side.FIRST)


def copy_games(*, until: int = WANTED) -> None:
    """Copies the games with their seats and turns, in SQL, until there are so many."""
    number = Game.objects.count()
    last = {model: model.objects.order_by("-pk").first().pk for model in (Game, Seat, Turn)}
    for times in range(1, until // number):
        copy_rows(Game, "id", last=last[Game], by={"id": times * last[Game]})
        for model in (Seat, Turn):
            by = {"id": times * last[model], "game_id": times * last[Game]}
            copy_rows(model, "game_id", last=last[Game], by=by)


def copy_rows(model: type[Model], column: str, *, last: int, by: dict[str, int]) -> None:
    """Copies the rows whose `column` is at most `last`, with the columns of `by` set off by so much."""
    columns = [field.column for field in model._meta.local_concrete_fields]
    values = ", ".join(f"{name} + {by[name]}" if name in by else name for name in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {column} <= {last}"
        )
