"""Measures what a score is worth: `python -m benches.chances`, or with the slugs of some games.

The computer plays itself from random openings; each score that it saw is compared with how the game ended. What is
printed are centre and width of the curve of `engine.search.chances` under which these results are likeliest. Each game
has one vote: its scores weigh 1/n each, since they all tell of the same result. The interval that holds each figure
with 95 % is drawn from whole games. A game that is broken off after `LONGEST` plies has no result: it has no vote, but
is counted. `--write` puts it all into `engine/games/<game>/chances.json`, with what was observed.

`--keep FOLDER` keeps each game there, a line in `chances-<game>.jsonl`, so that a run goes on where it was ended;
games that another number of nodes or another commit played are for you to remove.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from math import log
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.progress import track

from benches.ladder import find_commit
from benches.match import LONGEST, Player, draw_opening, get, play, spread
from engine import registry
from engine.contract import Ruleset, Side
from engine.level import OPENING_PLIES, Level
from engine.search.chances import Curve
from engine.search.finding import make_tree
from engine.search.playing import resigns, take_turn, think
from engine.search.settings import WON

FOLDER = Path(__file__).resolve().parent.parent / "engine/games"
GOES_ON = 2_000
"""A player who is so far behind resigns, as computers do: later turns would tell nothing."""
NOISE = 15
"""How much each evaluation is falsified, in hundredths of the smallest piece, so that no two games are alike."""
STEP = 10
"""Scores are counted by so many hundredths."""
UNIT = 1_000
"""Scores are fitted in thousands of hundredths, so that both figures are of one size."""
BINS = 12
DRAWN = 200
"""So many times games are drawn anew for an interval."""

Counts = dict[int, list[float]]
"""By score, in steps: the votes for a win, a draw and a loss of the first side."""


class Game(NamedTuple):
    """The points of the first side, in halves, each score as the first side sees it, and how many plies it had."""

    points: int
    scores: list[int]
    plies: int

    @property
    def is_broken_off(self) -> bool:
        return self.points == 1 and self.plies >= LONGEST

    def count(self) -> Counter[int]:
        return Counter(round(score / STEP) for score in self.scores)


def play_game(ruleset: Ruleset, *, seed: int, nodes: int) -> Game:
    """One game of the computer against itself."""
    scores: list[int] = []
    level = Level(nodes=nodes, noise=NOISE, resigns_at=GOES_ON)

    def turn(tree, past, seed):
        found = think(tree, level, past=past, ply=len(past), seed=seed, drawn_by_three=True)
        if len(past) >= OPENING_PLIES and abs(found.score) < WON:
            scores.append(found.score if tree.side == Side.FIRST else -found.score)
        return None if resigns(level, found) or not found.line else take_turn(tree, found.line)

    player = Player(partial(make_tree, ruleset=ruleset), turn)
    points, plies = play(draw_opening(ruleset, Random(f"{seed}")), player, player, side=0, seed=seed)
    return Game(points, scores, plies)


def play_games(ruleset: Ruleset, seeds: Sequence[int], *, nodes: int, workers: int, kept: Path | None) -> Iterator:
    """The game of each seed, in their order; what the file holds is not played again."""
    lines = kept.read_text().splitlines() if kept and kept.exists() else []
    known = {seed: Game(*game) for seed, game in map(json.loads, lines)}

    def play_one(seed: int) -> Game:
        if seed in known:
            return known[seed]
        game = play_game(ruleset, seed=seed, nodes=nodes)
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps([seed, game]) + "\n")
        return game

    return spread(play_one, seeds, workers=workers)


# --- What came out -----------------------------------------------------------------------------------------------
def count_votes(games: Sequence[Game]) -> Counts:
    """Of each game one vote, shared among the scores it had."""
    votes: Counts = {}
    for game in games:
        outcome = 2 - game.points
        for place, times in game.count().items():
            votes.setdefault(place, [0.0] * 3)[outcome] += times / len(game.scores)
    return votes


def fit(votes: Counts, *, rounds: int = 60) -> Curve:
    """The curve under which these results are likeliest, by Fisher's scoring from a rough one.

    With slope s and shift c the chance of a win is 1 / (1 + exp(c - s x)), that of a loss 1 / (1 + exp(c + s x)). The
    likelihood has one summit. Both figures stay within wide limits, for a few games may tell of one result alone.
    """
    slope, shift = 2.0, 0.5
    likely = weigh(votes, slope, shift)
    for _ in range(rounds):
        along, across = climb(votes, slope, shift)
        length = 1.0
        while length > 1e-6:
            tried = min(max(slope + length * along, 0.02), 50), min(max(shift + length * across, 0.01), 8)
            if (better := weigh(votes, *tried)) > likely:
                break
            length /= 2
        else:
            break
        gained, likely, (slope, shift) = better - likely, better, tried
        if gained < 1e-9:
            break
    return Curve(centre=UNIT * shift / slope, width=UNIT / slope)


def weigh(votes: Counts, slope: float, shift: float) -> float:
    """How likely these results are, as a logarithm."""
    curve, total = Curve(UNIT * shift / slope, UNIT / slope), 0.0
    for place, given in votes.items():
        told = curve.read(place * STEP)
        total += sum(
            votes * log(max(chance, 1e-12))
            for votes, chance in zip(given, (told.win, told.draw, told.loss), strict=True)
        )
    return total


def climb(votes: Counts, slope: float, shift: float) -> tuple[float, float]:
    """The step to the summit, of slope and shift, as it would be if the likelihood were a parabola there."""
    curve = Curve(UNIT * shift / slope, UNIT / slope)
    rise, info = [0.0, 0.0], [1e-9, 0.0, 1e-9]
    for place, given in votes.items():
        x, told = place * STEP / UNIT, curve.read(place * STEP)
        win, loss = told.win * (1 - told.win), told.loss * (1 - told.loss)
        steps = ((x * win, -win), (x * (loss - win), win + loss), (-x * loss, -loss))
        for number, chance, (by_slope, by_shift) in zip(given, (told.win, told.draw, told.loss), steps, strict=True):
            chance = max(chance, 1e-12)
            rise[0] += number * by_slope / chance
            rise[1] += number * by_shift / chance
            info[0] += sum(given) * by_slope * by_slope / chance
            info[1] += sum(given) * by_slope * by_shift / chance
            info[2] += sum(given) * by_shift * by_shift / chance
    size = info[0] * info[2] - info[1] * info[1]
    return (
        (info[2] * rise[0] - info[1] * rise[1]) / size,
        (info[0] * rise[1] - info[1] * rise[0]) / size,
    )


def find_intervals(games: Sequence[Game], *, seed: int) -> dict[str, list[int]]:
    """What holds centre and width with 95 %, by games that are drawn from these."""
    rng = Random(seed)
    curves = [fit(count_votes(rng.choices(games, k=len(games)))) for _ in range(DRAWN)]
    ends = DRAWN // 40, -1 - DRAWN // 40
    told = {"centre": sorted(each.centre for each in curves), "width": sorted(each.width for each in curves)}
    return {name: [round(found[end]) for end in ends] for name, found in told.items()}


def observe(votes: Counts) -> list[dict[str, float]]:
    """Scores from low to high in `BINS` parts of equal weight: their mean, the share of games won, drawn and lost by
    the first side, and the weight in games."""
    whole, bins = sum(map(sum, votes.values())), [[0.0] * 4 for _ in range(BINS)]
    passed = 0.0
    for place in sorted(votes):
        weight = sum(votes[place])
        found = bins[min(BINS - 1, int(BINS * (passed + weight / 2) / whole))]
        passed += weight
        for index, number in enumerate((*votes[place], weight * place * STEP)):
            found[index] += number
    told = []
    for won, drawn, lost, scores in bins:
        if weight := won + drawn + lost:
            shares = {name: round(part / weight, 3) for name, part in zip(OUTCOMES, (won, drawn, lost), strict=True)}
            told.append({"score": round(scores / weight), **shares, "n": round(weight, 1)})
    return told


OUTCOMES = ("won", "drawn", "lost")


def describe(games: Sequence[Game], *, nodes: int, seed: int, commit: str) -> dict:
    """What is written of a game. Games without a score tell nothing, and are left out."""
    broken_off = sum(game.is_broken_off for game in games)
    games = [game for game in games if game.scores and not game.is_broken_off]
    votes = count_votes(games)
    curve, points = fit(votes), Counter(game.points for game in games)
    return {
        "centre": round(curve.centre),
        "width": round(curve.width),
        "intervals": find_intervals(games, seed=seed),
        "games": len(games),
        "wins": points[2],
        "draws": points[1],
        "losses": points[0],
        "broken_off": broken_off,
        "nodes": nodes,
        "seed": seed,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit,
        "points": observe(votes),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--games", type=int, default=500, help="of each ruleset")
    parser.add_argument("--nodes", type=int, default=400, help="looked at for each turn")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next ones count on")
    parser.add_argument("--workers", type=int, default=1, help="processes that play beside each other")
    parser.add_argument("--keep", type=Path, help="a folder for the games")
    parser.add_argument("--write", action="store_true", help="write what came out")
    given = parser.parse_args()
    commit = find_commit()  # the commit of the code that is loaded now
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    for slug in given.ruleset:
        seeds = range(given.seed, given.seed + given.games)
        kept = given.keep / f"chances-{slug}.jsonl" if given.keep else None
        played = play_games(get(slug), seeds, nodes=given.nodes, workers=given.workers, kept=kept)
        games = list(track(played, description=slug, total=given.games))
        told = describe(games, nodes=given.nodes, seed=given.seed, commit=commit)
        print(slug, json.dumps(told, indent=2), flush=True)
        if given.write:
            (FOLDER / slug / "chances.json").write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
