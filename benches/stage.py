"""Sets the stage for the benches: servers, the real site on them, players, games played and then copied."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import django

from tests import servers
from tests.faults.public import PublicSite

CHUNK = 50_000


@contextmanager
def open_site(*, email_url: str = "smtp://127.0.0.1:1/", web: bool = False, **environ: str) -> Iterator[PublicSite]:
    """A public site on a PostgreSQL and a Redis of its own, none of its processes running; this process is set up as
    one of them. `web` collects its static files too, which takes a while."""
    with (
        TemporaryDirectory(prefix="bench-") as folder,
        servers.run_postgres() as database_url,
        servers.run_redis() as redis_url,
        PublicSite(
            Path(folder) / "data", database_url=database_url, redis_url=redis_url, email_url=email_url, **environ
        ) as site,
    ):
        os.environ.update(site.environ)
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        if web:
            call_command("collectstatic", interactive=False, verbosity=0)
        try:
            yield site
        finally:
            connection.close_pool()


@contextmanager
def open_database(kind: str) -> Iterator[None]:
    """An empty database of the site, `sqlite` or `postgres`; this process is set up on it."""
    if kind == "postgres":
        with open_site(web=True, TURN_NOTICE_WAIT="60"):  # seconds, as on a site that sets none
            yield
        return
    with TemporaryDirectory(prefix="bench-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "mastery_site.settings", "DATA_DIR": str(Path(folder) / "data")}
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def tell(text: str) -> None:
    """What the program is at, on a line of its own."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


def make_players(count: int) -> list[int]:
    """Players with verified addresses and no password; their ids."""
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from accounts.profile.names import look_of

    start = User.objects.count()
    names = [f"Player{number}" for number in range(start, start + count)]
    made = User.objects.bulk_create(
        [User(username=name, look=look_of(name), email=f"{name.lower()}@example.org", password="!") for name in names],
        batch_size=1000,
    )
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in made], batch_size=1000
    )
    return [user.pk for user in made]


def log_in(user_ids: Sequence[int]) -> list[str]:
    """The cookie of a session for each, as after a log-in whose last use was noted a moment ago."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.middleware import NOTED
    from accounts.models import User

    store = import_module(settings.SESSION_ENGINE).SessionStore
    cookies = []
    users = User.objects.in_bulk(user_ids)
    for user in (users[user_id] for user_id in user_ids):
        session = store()
        session.update(
            {
                SESSION_KEY: str(user.pk),
                BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                HASH_SESSION_KEY: user.get_session_auth_hash(),
                NOTED: int(time.time()),
            }
        )
        session.create()
        cookies.append(session.session_key)
    return cookies


def choose_moves(length: int, *, rng: Random) -> list[str]:
    """A game of Mastery at random in which nothing is taken, so that it may be as long as one likes."""
    from engine import registry

    ruleset = registry.get("mastery")
    position, moves = ruleset.start(), []
    while len(moves) < length:
        legal = position.legal_moves()
        quiet = [move for move in legal if ruleset.is_quiet(move)]
        moves.append(rng.choice(quiet or legal))
        position = position.play(moves[-1])
        if not position.legal_moves():
            position, moves = ruleset.start(), []
    return moves


def play_game(players: tuple[int, int], moves: Sequence[str], *, resigned: bool = False, vacation_days: int = 0) -> int:
    """A game played by `games.play`, turn by turn, and resigned where asked for; its id."""
    from accounts.models import User
    from engine.contract import Side
    from games import clock, play

    first, second = (User.objects.get(pk=pk) for pk in players)
    terms = {"ruleset_slug": "mastery", "options": {}, "control": clock.Days(3), "vacation_days": vacation_days}
    game = play.start_game(**terms, first=first, second=second)
    for ply, move in enumerate(moves):
        play.play_move(game.pk, side=Side(ply % 2), expected_revision=ply + 1, text=move)
    if resigned:
        play.resign(game.pk, side=Side(len(moves) % 2))
    return game.pk


def copy_games(stock: Sequence[int], *, count: int, players: Sequence[int], turns: bool = True, **changed: str) -> None:
    """Copies games in SQL, in turn, with seats for other players and where asked for their turns.

    `changed` are columns of the game and the SQL that gives them; `copy.n` counts the copies from 0.
    """
    from django.db import connection
    from django.db.models import Max

    from games.models import Game, Seat, Turn

    base = (Game.objects.aggregate(top=Max("pk"))["top"] or 0) + 1
    seat_of = (
        f"({_array(players)})[1 + (copy.n * 7919 + copy.n / 10 + original.side * (1 + copy.n % 97)) % {len(players)}]"
    )
    tables = [(Game, "id", changed), (Seat, "game_id", {"user_id": seat_of})]
    tables += [(Turn, "game_id", {})] if turns else []
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # the rows fit: no need to look up each foreign key
        for begin, end in pairwise([*range(0, count, CHUNK), count]):
            for model, link, own in tables:
                given = {**own, link: "copy.id"}
                columns = [column for field in model._meta.local_fields if (column := field.column) != "id"]
                columns += ["id"] if link == "id" else []
                chosen = ", ".join(given.get(column, f"original.{column}") for column in columns)
                cursor.execute(
                    f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {chosen}"
                    f" FROM (SELECT n, {base} + n AS id, ({_array(stock)})[1 + n % {len(stock)}] AS source"
                    f" FROM generate_series({begin}::bigint, {end - 1}) AS n) AS copy"
                    f" JOIN {model._meta.db_table} AS original ON original.{link} = copy.source"
                )
            if end % (CHUNK * 4) == 0:
                tell(f"{end:,} of {count:,} games copied")
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute(f"SELECT setval('games_game_id_seq', {base + count})")
        cursor.execute("VACUUM ANALYZE games_game, games_seat, games_turn")


def _array(numbers: Sequence[int]) -> str:
    return f"'{{{','.join(map(str, numbers))}}}'::bigint[]"
