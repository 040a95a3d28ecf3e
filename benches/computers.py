"""Measures whether 50 games against computers at once make a person wait longer for a turn of theirs.

    python -m benches.computers [--games 50] [--level expert] [--rounds 8] [--seconds 10]

The whole site runs as `make run` starts it, on PostgreSQL and Redis: web, worker, beat, and the niced process that
thinks. People play each other over HTTP at a steady pace. In one part of each round staff have switched the computers
off; in the other they think, each game waiting for its computer as the part begins. The p95 of a turn with them may be
a tenth above that without.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import chain
from random import Random
from statistics import median, quantiles

from benches import stage
from benches.driving import Request, send
from benches.site import prepare_turns
from tests import servers
from tests.faults.public import PublicSite

GOAL = 1.1
BY_CHANCE = 0.002
"""Seconds: a smaller difference cannot be measured on a machine that does anything else."""
CONNECTIONS = 2
PACE = 0.08
"""Seconds from one turn to the next on a connection."""
SETTLES = 2.0
"""Seconds after a switch that are left out: a thought that had begun is played."""
SLUGS = ("mastery", "masters", "master")


def run_site(site: PublicSite) -> None:
    """The supervisor and its four children; returns when the pages answer."""
    site.run([sys.executable, "-W", "ignore", "manage.py", "up"])
    servers.wait_until(lambda: answers(site), what="The first page")


def answers(site: PublicSite) -> bool:
    try:
        return site.get("/healthz").status == 200
    except OSError:
        return False


class Opponents:
    """Games of people against computers, all of one level."""

    def __init__(self, players: list[int], *, games: int, level: str) -> None:
        self.players, self.count, self.level, self.rng = players, games, level, Random(1)
        self.made = 0

    def fill(self) -> None:
        """Has so many games wait for a computer: people play where it is their turn, and begin anew where one ended."""
        from django.db.models import F

        from accounts.models import User
        from games.models import Game

        theirs = Game.objects.active().filter(seats__user__kind=User.Kind.COMPUTER)
        waiting = Game.objects.active().filter(seats__user__kind=User.Kind.COMPUTER, seats__side=F("side_to_move"))
        for game in theirs.exclude(pk__in=waiting.values("pk")):
            self.play(game)
        while theirs.count() < self.count:
            self.begin()

    def begin(self) -> None:
        from accounts.models import User
        from computers.starting import find_computer
        from engine import registry
        from games import clock, play

        slug, player = SLUGS[self.made % len(SLUGS)], self.players[self.made % len(self.players)]
        self.made += 1
        computer = find_computer(registry.get(slug), level=self.level).user
        game = play.start_game(
            ruleset_slug=slug,
            options={},
            control=clock.Unlimited(),
            first=User.objects.get(pk=player),
            second=computer,
        )
        self.play(game)

    def play(self, game) -> None:
        from engine.contract import Side
        from games import play

        text = self.rng.choice(sorted(game.position.legal_moves()))
        play.play_move(game.pk, side=Side(game.side_to_move), expected_revision=game.revision, text=text)

    def switch(self, *, on: bool) -> None:
        """Switches them as staff do, and tells the worker at once, as the next sweep would."""
        from computers.models import Computer
        from computers.tasks import look_after

        Computer.objects.update(on=on)
        if on:
            look_after()

    def count_answered(self) -> int:
        from games.models import Turn

        return Turn.objects.filter(key__startswith="computer-").count()


def play_turns(port: int, source: Iterator[Request], *, seconds: float) -> list[float]:
    """Seconds that each turn took which was posted within so long, one after another at the pace."""
    connection, took = HTTPConnection("127.0.0.1", port, timeout=60), []
    until = time.perf_counter() + seconds
    while (began := time.perf_counter()) < until:
        send(connection, next(source), expect=302)
        took.append(time.perf_counter() - began)
        time.sleep(max(0.0, PACE - took[-1]))
    connection.close()
    return took


def measure(port: int, sources: list[Iterator[Request]], *, seconds: float) -> list[float]:
    with ThreadPoolExecutor(len(sources)) as pool:
        found = list(pool.map(lambda source: play_turns(port, source, seconds=seconds), sources))
    return [one for many in found for one in many]


def find_p95(took: list[float]) -> float:
    return quantiles(took, n=20)[-1]


def show(without: list[list[float]], beside: list[list[float]], *, answered: int) -> bool:
    """Prints what came of it; whether the goal was met."""
    for name, rounds in (("without", without), ("with them", beside)):
        took = list(chain(*rounds))
        each = ", ".join(f"{find_p95(one) * 1000:.1f}" for one in rounds)
        told = f"median {median(took) * 1000:5.1f} ms, p95 {find_p95(took) * 1000:5.1f} ms, of the rounds {each}"
        print(f"{name:10} {len(took):5} turns: {told}")
    one, other = find_p95(list(chain(*without))), find_p95(list(chain(*beside)))
    met = other <= max(GOAL * one, one + BY_CHANCE)
    print(f"computers played {answered} turns meanwhile")
    print(f"p95 of a turn beside {other / one:.2f} times that without, at most {GOAL}: {'met' if met else 'MISSED'}")
    return met and answered > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50, help="against computers, at once")
    parser.add_argument("--level", default="veteran", help="a veteran thinks a second or so for a turn")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=8, help="of each of the two parts of a round")
    options = parser.parse_args()
    rng, without, beside, answered = Random(1), [], [], 0
    with stage.open_site() as site:
        stage.tell(f"Making people, their games, and {options.games} games against computers")
        players = stage.make_players(60)
        turns = int(options.rounds * 2 * (options.seconds + 1) / PACE) * CONNECTIONS
        games = prepare_turns(turns // 10 + CONNECTIONS, players=players[:20], rng=rng)
        sources = [chain.from_iterable(games[number::CONNECTIONS]) for number in range(CONNECTIONS)]
        opponents = Opponents(players[20:], games=options.games, level=options.level)
        opponents.fill()
        opponents.switch(on=False)
        run_site(site)
        measure(site.port, sources, seconds=2)  # what comes first warms up
        for number in range(options.rounds):
            for on in (False, True) if number % 2 else (True, False):
                opponents.fill()
                opponents.switch(on=on)
                time.sleep(SETTLES)
                before = opponents.count_answered()
                (beside if on else without).append(measure(site.port, sources, seconds=options.seconds))
                answered += (opponents.count_answered() - before) if on else 0
                opponents.switch(on=False)
            stage.tell(f"{number + 1} of {options.rounds} rounds; {answered} turns of computers so far")
        return 0 if show(without, beside, answered=answered) else 1


if __name__ == "__main__":
    sys.exit(main())
