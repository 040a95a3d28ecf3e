"""Measures whether a flood of animations makes a person wait longer for a turn of theirs.

    python -m benches.animations [--games 1000] [--rounds 4] [--seconds 20]

The whole site runs as `make run` starts it, on PostgreSQL and Redis. People play each other over HTTP at a steady pace.
In one part of each round nothing else happens; at the start of the other the GIFs of so many games are asked for at
once, each from another address, and a worker draws those that are let in. The p95 of a turn may then be a tenth above
that without, in the seconds of the asking and in those of the drawing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import chain
from random import Random
from statistics import median

from benches import stage
from benches.computers import BY_CHANCE, CONNECTIONS, GOAL, PACE, find_p95, measure, run_site
from benches.site import prepare_turns

ASKERS = 8
"""Connections that ask at once."""
ASKING = 4
"""Seconds for which turns are measured while all ask; they may take less or longer."""
PLIES = 80


def make_games(count: int, *, players: list[int]) -> list[int]:
    """Finished games of so many turns; their ids."""
    from games.models import Game

    game = stage.play_game((players[0], players[1]), stage.choose_moves(PLIES, rng=Random(2)), resigned=True)
    stage.copy_games([game], count=count - 1, players=players)
    return list(Game.objects.order_by("-pk").values_list("pk", flat=True)[:count])


def ask(port: int, games: list[int], *, part: int) -> Counter[int]:
    """Asks for the GIF of each at once; how often which status was answered."""

    def ask_some(number: int) -> Counter[int]:
        connection, found = HTTPConnection("127.0.0.1", port, timeout=60), Counter[int]()
        for place, game in list(enumerate(games))[number::ASKERS]:
            address = f"10.{part}.{place // 256}.{place % 256}"
            connection.request(
                "GET", f"/games/{game}.gif?size=480", headers={"X-Forwarded-For": address, "Host": f"localhost:{port}"}
            )
            answer = connection.getresponse()
            answer.read()
            found[answer.status] += 1
        connection.close()
        return found

    with ThreadPoolExecutor(ASKERS) as pool:
        return sum(pool.map(ask_some, range(ASKERS)), Counter())


def forget() -> None:
    """So that the next part asks for what nobody has asked for."""
    from records.models import Animation

    Animation.objects.all().delete()


def count_drawn() -> int:
    from records.models import Animation

    return Animation.objects.exclude(made_at=None).count()


def show(name: str, took: list[float]) -> None:
    print(f"{name:24} {len(took):5} turns: median {median(took) * 1000:5.1f} ms, p95 {find_p95(took) * 1000:5.1f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="whose animations are asked for at once")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20, help="of each of the two parts of a round")
    options = parser.parse_args()
    without: list[float] = []
    asked: list[float] = []
    beside: list[float] = []
    answers, drawn, asked_in = Counter[int](), 0, []
    with stage.open_site() as site:
        stage.tell(f"Making people, their games, and {options.games} games to be drawn")
        players = stage.make_players(150)
        turns = int((2 + options.rounds * (2 * options.seconds + ASKING)) / PACE) * CONNECTIONS
        games = prepare_turns(turns // 10 + CONNECTIONS, players=players[:20], rng=Random(1))
        sources = [chain.from_iterable(games[number::CONNECTIONS]) for number in range(CONNECTIONS)]
        wanted = make_games(options.games, players=players[20:])
        run_site(site)
        measure(site.port, sources, seconds=2)  # what comes first warms up
        for number in range(options.rounds):
            without += measure(site.port, sources, seconds=options.seconds)
            forget()
            with ThreadPoolExecutor(1) as pool:
                began = time.perf_counter()
                flood = pool.submit(ask, site.port, wanted, part=number)
                flood.add_done_callback(lambda _, began=began: asked_in.append(time.perf_counter() - began))
                asked += measure(site.port, sources, seconds=ASKING)
                answers += flood.result()
            beside += measure(site.port, sources, seconds=options.seconds)
            drawn += count_drawn()
            stage.tell(f"{number + 1} of {options.rounds} rounds; {drawn} animations so far")
    show("without", without)
    show("while they are asked for", asked)
    show("while they are drawn", beside)
    told = ", ".join(f"{count} × {status}" for status, count in sorted(answers.items()))
    print(f"answers: {told}; asked within {median(asked_in):.1f} s; {drawn} were drawn meanwhile")
    met = True
    for name, took in (("asked for", asked), ("drawn", beside)):
        one, other = find_p95(without), find_p95(took)
        good = other <= max(GOAL * one, one + BY_CHANCE)
        print(
            f"p95 of a turn while they are {name} {other / one:.2f} times that without: {'met' if good else 'MISSED'}"
        )
        met = met and good
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
