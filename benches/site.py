"""Measures the site's pages and turns on PostgreSQL under gunicorn, beside a bare Django site in the same run.

    python -m benches.site [--games 1000000] [--seconds 6] [--rounds 5] [--connections 8]

First the queries of each page and the time of one reader alone, in a database of ten games and in one of a million,
made by copying games really played; then requests per second and p95 over some connections, medians of the rounds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from random import Random
from statistics import median
from urllib.parse import urlsplit

import psycopg

from benches import stage
from benches.driving import Rate, Request, compare, drive, middle, take_turns
from tests import servers
from tests.faults.public import PYTHON, PublicSite

PLAYERS = 20_000
LONG = 300
TURNS_EACH = 10
"""Of a game in which turns are posted: then another begins, for what a page would show once must not pile up."""
GOALS = {"home page": 0.8, "game page": 0.8, "turn": 0.6}


def play_ten(players: list[int], *, rng: Random) -> dict[str, int]:
    """Ten games of two players: one of one turn, one of 300, the rest short; the first two by name."""
    pair = (players[0], players[1])
    short, long = (stage.play_game(pair, stage.choose_moves(plies, rng=rng)) for plies in (1, LONG))
    for number in range(8):
        stage.play_game(pair, stage.choose_moves(4 + number, rng=rng), resigned=number % 2 == 0)
    return {"game, ply 1": short, f"game, ply {LONG}": long}


def look(paths: dict[str, str], *, session: str) -> dict[str, tuple[int, float]]:
    """The queries of each page and the time for one reader in milliseconds, median of nine."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    found = {}
    for name, path in paths.items():
        client = Client(SERVER_NAME="localhost")
        if session and name != "front page of a visitor":
            client.cookies["sessionid"] = session
        took = []
        for _ in range(9):
            began = time.perf_counter()
            assert client.get(path).status_code == 200, path
            took.append(time.perf_counter() - began)
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        found[name] = len(queries), median(took) * 1000
    return found


def fill(count: int, *, players: list[int], rng: Random) -> None:
    """Copies of ten short games, two going on and eight over."""
    stock = [
        stage.play_game((players[0], players[1]), stage.choose_moves(2 + number % 5, rng=rng), resigned=number > 1)
        for number in range(10)
    ]
    stage.copy_games(
        stock,
        count=count,
        players=players,
        deadline_at="original.deadline_at + copy.n % 200000 * interval '1 second'",
        started_at="original.started_at - copy.n * interval '10 seconds'",
        turn_started_at="original.turn_started_at - copy.n % 200000 * interval '1 second'",
        ended_at="original.ended_at - copy.n * interval '10 seconds'",
    )


def run_reference(site: PublicSite, *, processes: int) -> tuple[int, str]:
    """Starts the bare site; its port and the cookie of a session."""
    with psycopg.connect(site.database_url, autocommit=True) as server:
        server.execute("CREATE DATABASE reference")
    environ = {"REFERENCE_URL": urlsplit(site.database_url)._replace(path="/reference").geturl()}
    told = subprocess.run(
        [*PYTHON, "benches.reference"], env={**os.environ, **environ}, check=True, capture_output=True, text=True
    )
    port = servers.free_port()
    served = f"--bind 127.0.0.1:{port} --worker-class gthread --threads 8 --workers {processes} --log-level warning"
    site.run([*PYTHON, "gunicorn", *served.split(), "--worker-tmp-dir", "/dev/shm", "benches.reference"], **environ)
    return port, told.stdout.strip()


def prepare_turns(count: int, *, players: list[int], rng: Random) -> list[list[Request]]:
    """So many games just begun, each the requests that play it: both players in turn, from sessions of their own."""
    games = []
    for number in range(count):
        pair = tuple(rng.sample(players, 2))
        sessions = stage.log_in(pair)
        moves = stage.choose_moves(TURNS_EACH, rng=rng)
        path = f"/games/{stage.play_game(pair, [])}/play/"
        games.append(
            [
                Request(path, sessions[ply % 2], {"revision": ply + 1, "key": f"{number}-{ply}", "text": move})
                for ply, move in enumerate(moves)
            ]
        )
    return games


def drive_turns(port: int, *, seconds: float, connections: int, players: list[int], rng: Random) -> Rate:
    """Games enough for 400 turns a second are made first; each connection plays its share."""
    games = prepare_turns(int(400 * seconds / TURNS_EACH) + connections, players=players, rng=rng)
    sources = [(one for game in games[number::connections] for one in game) for number in range(connections)]
    return drive(port, sources, seconds=seconds, expect=302)


def measure(site: PublicSite, options: argparse.Namespace, *, players: list[int], rng: Random) -> dict[str, list[Rate]]:
    """Requests per second of both sites, round by round."""
    site.run_web(processes=options.processes)
    port, cookie = run_reference(site, processes=options.processes)
    servers.wait_until(lambda: drive(port, [cycle([Request("/", cookie)])] * 8, seconds=0.5), what="The reference")
    readers = rng.sample(players, options.connections * 2)
    sessions = stage.log_in(readers)
    pairs = list(zip(readers[::2], readers[1::2], strict=True))
    games = [stage.play_game(pair, stage.choose_moves(40, rng=rng)) for pair in pairs]

    def get(port: int, requests: list[Request]) -> Rate:
        return drive(port, [cycle([request]) for request in requests], seconds=options.seconds)

    def write() -> Iterator[Request]:
        return cycle([Request("/write/", cookie, {})])

    many, seconds = options.connections, options.seconds
    return take_turns(
        {
            "bare page": lambda: get(port, [Request("/", cookie)] * many),
            "home page": lambda: get(site.port, [Request("/", session) for session in sessions[::2]]),
            "game page": lambda: get(
                site.port, [Request(f"/games/{pk}/", one) for pk, one in zip(games, sessions[::2], strict=True)]
            ),
            "bare POST": lambda: drive(port, [write() for _ in range(many)], seconds=seconds, expect=302),
            "turn": partial(drive_turns, site.port, seconds=seconds, connections=many, players=players, rng=rng),
        },
        rounds=options.rounds,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2, help="of gunicorn, with eight threads each")
    options = parser.parse_args()
    rng = Random(1)
    with stage.open_site(web=True, TURN_NOTICE_WAIT="60") as site:  # seconds, as on a site that sets none
        stage.tell("Playing ten games")
        players = stage.make_players(2)
        asked = play_ten(players, rng=rng)
        paths = {"front page of a visitor": "/", "home page": "/", "challenges": "/challenges/"}
        paths |= {"profile": "/people/Player0/"}
        paths |= {name: f"/games/{pk}/" for name, pk in asked.items()}
        paths[f"game, ply {LONG}, all turns"] = paths[f"game, ply {LONG}"] + "?turns=all"
        session = stage.log_in(players[:1])[0]
        few = look(paths, session=session)
        stage.tell(f"Copying games to {options.games:,}")
        players += stage.make_players(min(PLAYERS, max(options.games // 20, 200)))
        fill(options.games, players=players, rng=rng)
        stage.tell("Measuring")
        many = look(paths, session=session)
        rates = measure(site, options, players=players[2:], rng=rng)
    show(few, many, rates, options)


def show(few: dict, many: dict, rates: dict[str, list[Rate]], options: argparse.Namespace) -> None:
    print(f"\n{'':26}{'10 games':>18}{options.games:>14,} games")
    for name, (queries, took) in few.items():
        print(f"{name:26}{queries:4} queries {took:5.1f} ms{many[name][0]:7} queries {many[name][1]:5.1f} ms")
    print(f"\n{options.connections} connections, gunicorn with {options.processes} processes of 8 threads;", end=" ")
    print(f"medians of {options.rounds} rounds of {options.seconds:g} s\n{'':14}{'per second':>10}{'p95':>10}")
    for name, found in rates.items():
        rate, beside = middle(found), {"turn": "bare POST"}.get(name, "bare page")
        line = f"{name:14}{rate.per_second:10.0f}{rate.p95 * 1000:7.0f} ms"
        if not name.startswith("bare"):
            ratio = compare(found, rates[beside])
            line += f"   {ratio:.2f} × {beside} (goal {GOALS[name]}: {'met' if ratio >= GOALS[name] else 'MISSED'})"
        print(line)


if __name__ == "__main__":
    sys.exit(main())
