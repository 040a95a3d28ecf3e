"""Measures pages beside many rated games: leaderboard, players, home, a game, and the history of who has played much.

    python -m benches.rated_pages [--games 1000000] [--players 100000] [--history 10000] [--on sqlite postgres]
                                  [--rounds 11] [--unrated]

Games really played are copied in SQL, all of them finished but a few of two players, and each gets what it would have
done to ratings; these are made up, so that they are no fold of the games. `--unrated` leaves them out: so it also runs
in a version of the site that knows no ratings, to compare home and game page. Pages that the site does not have are
left out. Each is asked for by one reader alone, in this process: its queries, and the median of some times.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import contextmanager
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from benches import stage
from benches.people import EARLIER, copy

TURNS = 14
"""Of each game that is played."""
STAR, READER = "Player0", "Player1"
"""Who has played most, and who looks at the pages."""
GOALS = {"rating history": 300.0}
"""Milliseconds."""
SHARE = 0.8
"""What the leaderboard is to be worth, beside the list of players."""
SLUGS = ("mastery", "masters", "master")
ENTRIES = """
INSERT INTO games_ratingentry (game_id, user_id, ruleset_slug, ended_at, opponent_rating, opponent_deviation, score,
    why, serial, before_rating, before_deviation, before_volatility, weeks, rating, deviation, volatility)
SELECT game.id, own.user_id, game.ruleset_slug, game.ended_at, 1200 + other.user_id * 37 %% 600, 60 + game.id %% 50,
    CASE WHEN game.winner IS NULL THEN 0.5 WHEN game.winner = own.side THEN 1 ELSE 0 END, '', {false},
    1200 + own.user_id * 37 %% 600 + game.id %% 40, 70, 0.06, 1.5,
    1200 + own.user_id * 37 %% 600 + (game.id + 13) %% 40, 60 + own.user_id * 13 %% 80, 0.06
FROM games_game game JOIN games_seat own ON own.game_id = game.id
JOIN games_seat other ON other.game_id = game.id AND other.side = 1 - own.side
WHERE game.rated AND game.ended_at IS NOT NULL
"""


def play_stock(pair: tuple[int, int], *, slugs: Sequence[str], running: int, rng: Random) -> list[int]:
    """Games of these rulesets that have been played a little; all but the last few are resigned. Their ids."""
    from accounts.models import User
    from engine.contract import Side
    from games import clock, play

    first, second = (User.objects.get(pk=pk) for pk in pair)
    made = []
    for number in range(30):
        terms = {"ruleset_slug": slugs[number % len(slugs)], "options": {}, "control": clock.Days(3)}
        game = play.start_game(first=first, second=second, **terms)
        for _ in range(TURNS):
            game.refresh_from_db()
            text = rng.choice(game.position.legal_moves()[:20])
            side = Side(game.side_to_move)
            play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
        if number < 30 - running:
            play.resign(game.pk, side=Side(number % 2))
        made.append(game.pk)
    return made


def fill(options: argparse.Namespace) -> int:
    """Makes players, games and ratings; returns a finished game of the reader's."""
    from django.apps import apps

    from games.models import Game

    stage.tell(f"Making {options.players:,} players")
    star, reader, *_ = players = stage.make_players(options.players)
    stage.tell("Playing ninety games")
    of_star = play_stock((star, reader), slugs=SLUGS[:1], running=0, rng=Random(1))
    of_all = play_stock((star, reader), slugs=SLUGS, running=0, rng=Random(2))
    play_stock((star, reader), slugs=SLUGS, running=6, rng=Random(3))
    if not options.unrated:
        Game.objects.update(rated=True)
    stage.tell(f"Copying {options.history:,} games of one, and {options.games:,} of all")
    crowd, others = players[1], options.players - 1
    with without_checks():
        theirs = f"CASE WHEN n %% 2 = {{side}} THEN {star} ELSE {crowd} + n * 7919 %% {others} END"
        copy(of_star, count=options.history, user=lambda side: theirs.format(side=side), turns=False)
        anybody = f"{crowd} + (n * 31 + {{side}} * (1 + n %% 97)) %% {others}"
        copy(of_all, count=options.games, user=lambda side: anybody.format(side=side), turns=False)
    import_module("games.migrations.0003_fill_played_ruleset").fill(apps, None)
    if not options.unrated:
        rate()
    settle()
    return of_all[-1]


@contextmanager
def without_checks() -> Any:
    """Has PostgreSQL look up no foreign key for each row: the rows fit."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
        yield
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = DEFAULT")


def rate() -> None:
    """Two entries for each game, and the ratings of all who have any."""
    from django.db import connection
    from django.db.models import Count, Max

    from engine import glicko
    from games.models import PlayerRating, RatingEntry

    stage.tell("Rating the games")
    with without_checks(), connection.cursor() as cursor:
        cursor.execute(ENTRIES.format(false="FALSE" if connection.vendor == "postgresql" else "0"), [])
    stage.tell("Rating the players")
    PlayerRating.objects.all().delete()
    played = RatingEntry.objects.values_list("user", "ruleset_slug").annotate(Count("pk"), Max("ended_at"))
    rows = []
    for user_id, slug, games, at in played.iterator():
        row = PlayerRating(user_id=user_id, ruleset_slug=slug, games=games, opponents=6)
        row.take(glicko.Rating(1200 + user_id * 37 % 640, 60 + user_id * 13 % 80, 0.06), at=at)
        rows.append(row)
    PlayerRating.objects.bulk_create(rows, batch_size=2_000)
    stage.tell(f"{RatingEntry.objects.count():,} entries, {len(rows):,} ratings")


def settle() -> None:
    """Lets the database look at its rows, as it does by itself in time."""
    from django.db import connection

    here = EARLIER[connection.vendor].format(column="date_joined", seconds="id * 7919 %% 20000000")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE accounts_user SET last_visit_at = {here}", [])
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def list_pages(game: int) -> dict[str, str]:
    """The pages that there are, by their names."""
    from django.urls import NoReverseMatch, reverse

    asked = {
        "players": ("players", [], ""),
        "players, page 20": ("players", [], "?page=20"),
        "players of one game": ("players", [], "?game=mastery"),
        "leaderboard": ("leaderboard", ["mastery"], ""),
        "leaderboard, page 20": ("leaderboard", ["mastery"], "?page=20"),
        "leaderboards": ("leaderboards", [], ""),
        "home": ("home", [], ""),
        "game": ("game", [game], ""),
        "profile of the player of most": ("profile", [STAR], ""),
        "rating history": ("rating_history", [STAR, "mastery"], ""),
        "rating history, page 100": ("rating_history", [STAR, "mastery"], "?page=100"),
    }
    found = {}
    for name, (view, arguments, query) in asked.items():
        try:
            found[name] = reverse(view, args=arguments) + query
        except NoReverseMatch:
            print(f"{name}: this version has no such page")
    return found


def look(paths: dict[str, str], *, session: str, rounds: int) -> dict[str, tuple[int, float, float]]:
    """The queries of each page, and milliseconds: those that passed, and those that this process worked. The pages are
    asked for in turn, so that whatever else the machine does meets all of them."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="localhost")
    client.cookies["sessionid"] = session
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in paths}
    for _ in range(1 + rounds):
        for name, path in paths.items():
            began, before = time.perf_counter(), time.process_time()
            answer = client.get(path)
            took[name].append((time.perf_counter() - began, time.process_time() - before))
            assert answer.status_code == 200, (path, answer.status_code)
    found = {}
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        passed, worked = (median(times) * 1000 for times in zip(*took[name][1:], strict=True))  # the first one is cold
        found[name] = len(queries), passed, worked
    return found


def measure(game: int, *, reader: int, rounds: int) -> None:
    from django.db import connection

    found = look(list_pages(game), session=stage.log_in([reader])[0], rounds=rounds)
    print(f"\n{connection.vendor:32}{'queries':>8}{'median':>12}{'worked':>12}")
    for name, (queries, took, worked) in found.items():
        goal = next((most for start, most in GOALS.items() if name.startswith(start)), None)
        verdict = "" if goal is None else f"   goal {goal:.0f} ms: {'met' if took <= goal else 'MISSED'}"
        print(f"{name:32}{queries:8}{took:9.1f} ms{worked:9.1f} ms{verdict}")
    for end in ("", ", page 20"):
        if (board := found.get(f"leaderboard{end}")) and (players := found.get(f"players{end}")):
            ratio = players[1] / board[1]
            print(f"leaderboard{end}: {ratio:.2f} × players (goal {SHARE}: {'met' if ratio >= SHARE else 'MISSED'})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="of all players")
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--history", type=int, default=10_000, help="rated games of one player in one ruleset")
    parser.add_argument("--rounds", type=int, default=11, help="how often each page is asked for")
    parser.add_argument("--on", nargs="+", choices=("sqlite", "postgres"), default=["sqlite", "postgres"])
    parser.add_argument("--unrated", action="store_true", help="the same games without ratings")
    options = parser.parse_args()
    if len(options.on) > 1:  # a process has one database
        for kind in options.on:
            asked = [sys.executable, "-W", "ignore", "-m", "benches.rated_pages", *sys.argv[1:], "--on", kind]
            subprocess.run(asked, check=True)
        return
    with stage.open_database(options.on[0]):
        from accounts.models import User

        game = fill(options)
        stage.tell("Measuring")
        measure(game, reader=User.objects.get(username=READER).pk, rounds=options.rounds)


if __name__ == "__main__":
    main()
