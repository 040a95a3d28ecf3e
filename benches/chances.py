"""Measures what a score is worth: `python -m benches.chances`, or with the slugs of some games.

The computer plays itself from random openings; each score that it saw is compared with how the game ended. The scale
printed is the one of `measure_chance` under which these results are likeliest, with the interval that holds it with
95 %, drawn from whole games, since the scores of one game belong together. You write it into
`_<game>_evaluation.py` by hand, as `SCALE`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from random import Random

from rich.progress import track

from benches.match import draw_opening, get, play
from engine import registry
from engine.contract import Ruleset, Side
from engine.level import OPENING_PLIES, Level
from engine.search.playing import choose
from engine.search.settings import WON

Seen = list[tuple[int, float]]
"""Of one game: each score as the first side sees it, and the share of the point that the first side got."""
GOES_ON = 2_000
"""A player who is so far behind resigns, as computers do: later turns would tell nothing."""
SCALES = [round(60 * 1.03**step) for step in range(160)]


def play_game(ruleset: Ruleset, *, seed: int, nodes: int) -> Seen:
    """One game of the computer against itself."""
    scores: list[int] = []

    def move(position, history, seed):
        level = Level(nodes=nodes, noise=15, resigns_at=GOES_ON)
        decision = choose(position, ruleset=ruleset, history=history, level=level, seed=seed)
        if len(history) >= OPENING_PLIES and abs(decision.score) < WON:
            scores.append(decision.score if position.turn is Side.FIRST else -decision.score)
        return None if decision.resigns else decision.turn

    points, _ = play(draw_opening(ruleset, Random(f"{seed}")), move, move, side=0, seed=seed)
    return [(score, points / 2) for score in scores]


def fit(games: Sequence[Seen]) -> int:
    """The scale under which these results are likeliest."""
    return min(SCALES, key=lambda scale: sum(weigh(score, share, scale) for game in games for score, share in game))


def weigh(score: int, share: float, scale: int) -> float:
    """How unlikely this result is after this score, as a logarithm."""
    chance = min(max(1 / (1 + math.exp(-score / scale)), 1e-9), 1 - 1e-9)
    return -share * math.log(chance) - (1 - share) * math.log(1 - chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=1_500, help="looked at for each turn")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for slug in given.ruleset:
        seeds = track(range(given.seed, given.seed + given.games), description=slug)
        games = [play_game(get(slug), seed=seed, nodes=given.nodes) for seed in seeds]
        rng = Random(given.seed)
        drawn = sorted(fit(rng.choices(games, k=len(games))) for _ in range(40))
        print(
            f"{slug}: scale {fit(games)} ({drawn[1]} to {drawn[-2]}), {given.games} games, {given.nodes} nodes a turn"
        )


if __name__ == "__main__":
    main()
