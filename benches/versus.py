"""Plays this version of the engine against another checkout: `python -m benches.versus mastery --other ../before`.

Both think for as long a turn, by the time of the processor, in pairs of games from random openings (see `match`), each
in a process of its own that imports its own engine and is asked by lines of JSON. Nobody resigns before -2,500.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.progress import Progress

from benches.match import LONGEST, Tally, draw_opening, get, spread
from engine import registry
from engine.contract import Position, Ruleset

HERE = Path(__file__).resolve().parent.parent
GIVES_UP = 2_500
ANSWERER = """
import inspect, json, sys, time
from engine import registry
from engine.level import Level
from engine.search.playing import choose
knows = {"drawn_by_three": True} if "drawn_by_three" in inspect.signature(choose).parameters else {}
for line in sys.stdin:
    asked = json.loads(line)
    ruleset = registry.get(asked["slug"])
    *history, position = map(ruleset.read, asked["positions"])
    level = Level(seconds=asked["seconds"], resigns_at=asked["gives_up"])
    found = choose(position, ruleset=ruleset, history=history, level=level, seed=asked["seed"],
                   clock=time.process_time, **knows)
    print(json.dumps(None if found.resigns else found.turn), flush=True)
"""


class Engine:
    """The engine of a checkout, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-c", ANSWERER]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONHASHSEED": "0"}
        )

    def ask(self, ruleset: Ruleset, met: Sequence[Position], *, seconds: float, seed: int) -> str | None:
        """Its turn after these positions; None where it resigns."""
        assert self.process.stdin
        assert self.process.stdout
        positions = [position.text() for position in met]
        asked = {"slug": ruleset.slug, "positions": positions, "seconds": seconds, "seed": seed, "gives_up": GIVES_UP}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: str | None = json.loads(self.process.stdout.readline())
        return answer

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def play_game(
    ruleset: Ruleset, met: list[Position], engines: Sequence[Engine], *, side: int, seconds: float, seed: int
) -> tuple[int, int]:
    """The points of the first engine, in halves, where it plays this side; and how many plies the game had."""
    met, times = [*met], Counter(position.repetition_key() for position in met[:-1])
    while not (outcome := met[-1].outcome()):
        key = met[-1].repetition_key()
        times[key] += 1
        if times[key] >= 3 or len(met) > LONGEST:
            return 1, len(met) - 1
        mover = 0 if met[-1].turn == side else 1
        turn = engines[mover].ask(ruleset, met, seconds=seconds, seed=seed)
        if turn is None:
            return 2 * mover, len(met) - 1
        met.append(met[-1].play(turn))
    return (1 if outcome.winner is None else 2 if outcome.winner == side else 0), len(met) - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--other", type=Path, required=True, help="a checkout of another version")
    parser.add_argument("--seconds", type=float, default=0.3, help="for a turn, of the processor's time")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=9, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    for slug in given.ruleset:
        measure(get(slug), given)


def measure(ruleset: Ruleset, given: argparse.Namespace) -> None:
    """Plays until time is up; a pair that is not over counts for nothing."""
    until = time.monotonic() + 60 * given.minutes

    def play_pair(number: int) -> list[tuple[int, int]]:
        if time.monotonic() > until:
            return []
        met = draw_opening(ruleset, Random(f"{given.seed} {number}"))
        engines = [Engine(HERE), Engine(given.other)]
        try:
            return [
                play_game(ruleset, met, engines, side=side, seconds=given.seconds, seed=given.seed + number)
                for side in (0, 1)
            ]
        finally:
            for engine in engines:
                engine.end()

    tally = Tally()
    with Progress() as progress:
        bar = progress.add_task(ruleset.slug, total=given.pairs)
        for pair in spread(play_pair, range(given.pairs), workers=given.workers):
            if pair:
                tally.count(pair)
                progress.update(bar, advance=1, description=f"{ruleset.slug} {tally.describe()}")
    told = tally.describe() if tally.games else "no pair was over"
    print(f"{ruleset.slug}, {given.seconds} s a turn: {told}", flush=True)


if __name__ == "__main__":
    main()
