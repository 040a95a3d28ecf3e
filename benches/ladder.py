"""Measures how far the computer's levels are apart: `python -m benches.ladder`, or with the slugs of some games.

Each level plays the one below it, in pairs of games (see `match`); level 1 plays a stand-in for a newcomer. A step
shall be worth 65 to 80 % of the points, and level 1 lose two games in three, so have 27 to 40 %. A match ends as soon
as the share is within its bounds, or beyond one of them, with 95 %, but not before so many pairs: 100 up to 3,000
nodes, 30 above. The last level gets a tenth of its time, counted by the processor, so that other work does not
make it weaker: of all of it, `--share 1`, a match takes hours, and goes on where it was stopped if `--keep` names a
folder. All but that ends within half an hour: each match has an equal part of what is left, the longest coming last,
and stops after the last pair that fits. With `--write` what came out goes into `engine/games/<game>/measured.json`;
`ended` says what ended the match.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Hashable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, TypeVar

from rich.progress import Progress

from benches.match import OutOfTime, Player, Tally, end_at, get, play_pairs, to_elo
from engine import registry
from engine.contract import Ruleset
from engine.level import Level
from engine.measuring import STAND_IN
from engine.search.finding import make_tree
from engine.search.playing import find_level, find_stop, list_levels, number_levels, resigns, take_turn, think
from engine.tree import Tree

STEP = 0.65, 0.8
OF_THE_FIRST = 0.27, 0.4
QUICK = 3_000
"""Levels up to so many nodes a turn play more pairs before it is decided."""
FEWEST, FEWEST_QUICK = 30, 100
MINUTES = 28
"""Half an hour, but for the turn that is being thought about at the end."""
M = TypeVar("M")
FOLDER = Path(__file__).resolve().parent.parent / "engine/games"
ASTRAY = 0.2
"""The chance that a newcomer's stand-in plays any turn there is."""


def make_stand_in(ruleset: Ruleset) -> Player:
    """Takes what it can, the dearest first, else plays on at random; and a fifth of its turns are any at all."""

    def turn(tree: Tree, past: Sequence[Hashable], seed: int) -> Sequence[int] | None:
        rng = Random(f"{seed} {len(past)}")
        takes, others = tree.captures(), tree.quiets()
        if not takes or rng.random() < ASTRAY:
            steps = [*takes, *others]
            return take_turn(tree, [rng.choice(steps)]) if steps else None
        return take_turn(tree, takes[:1])

    return Player(partial(make_tree, ruleset=ruleset), turn)


def make_player(ruleset: Ruleset, level: Level) -> Player:
    """A level, which also resigns as it would."""

    def turn(tree, past, seed):
        stop = find_stop(level, time.process_time)
        found = think(tree, level, past=past, ply=len(past), seed=seed, stop=stop, drawn_by_three=True)
        return None if resigns(level, found) or not found.line else take_turn(tree, found.line)

    return Player(partial(make_tree, ruleset=ruleset), turn)


def shorten(level: Level, *, share: float) -> Level:
    """The level with a part of its time."""
    fields = {name: getattr(level, name) for name in Level.__slots__}
    return Level(**{**fields, "seconds": level.seconds * share if level.seconds else None})


def measure(
    ruleset: Ruleset,
    level: str,
    *,
    pairs: int,
    seed: int,
    share: float,
    until: float,
    progress: Progress,
    fewest: int | None = None,
    **how: Any,
) -> dict | None:
    """A row for a level beside the one below it; None where no pair was over by this instant of the monotonic clock."""
    levels, number = list_levels(ruleset), number_levels(ruleset)[level]
    beside = levels[number - 2] if number > 1 else None
    player = make_player(ruleset, shorten(levels[number - 1], share=share))
    below = make_player(ruleset, beside) if beside else make_stand_in(ruleset)
    players = end_at(player, until), end_at(below, until)
    bounds = STEP if beside else OF_THE_FIRST
    fewest = fewest or find_fewest(levels[number - 1])
    other = beside.name if beside else STAND_IN
    name = f"{ruleset.slug}: {level} beside {other}"
    bar = progress.add_task(name, total=pairs)
    tally, ended, start = Tally(), "pairs", time.monotonic()
    try:
        for tally in play_pairs(ruleset, *players, seed=seed, pairs=pairs, **how):
            progress.update(bar, advance=1, description=f"{name} {100 * tally.score:.0f} %")
            if sum(tally.pairs) >= fewest and is_decided(tally, bounds):
                ended = "decided"
                break
    except OutOfTime:
        ended = "time"
    progress.update(bar, total=sum(tally.pairs))
    if not tally.games:
        print(f"{name}: no pair within its time", flush=True)
        return None
    took = time.monotonic() - start
    print(f"{name}: {tally.describe()}, {tally.games} games in {took:.0f} s, ended: {ended}", flush=True)
    return {**describe(level, tally, beside=other), "ended": ended}


def find_fewest(level: Level) -> int:
    """The pairs that a level plays before its match may be decided."""
    return FEWEST_QUICK if level.seconds is None and (level.nodes or 0) <= QUICK else FEWEST


def is_decided(tally: Tally, bounds: tuple[float, float]) -> bool:
    """Whether the share is within these bounds with 95 %, or beyond one of them."""
    low, high = tally.score - tally.margin, tally.score + tally.margin
    return (low >= bounds[0] and high <= bounds[1]) or high < bounds[0] or low > bounds[1]


def share_out(matches: Sequence[M], *, end: float) -> Iterator[tuple[M, float]]:
    """Each match, and the instant at which it has to be over: an equal part of what is left when it begins."""
    for number, match in enumerate(matches):
        now = time.monotonic()
        yield match, now + max(0.0, end - now) / (len(matches) - number)


def describe(level: str, tally: Tally, *, beside: str) -> dict:
    """What is written of one match of levels, by their names."""
    return {
        "level": level,
        "beside": beside,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "share": round(tally.score, 3),
        "elo": [round(to_elo(tally.score + sign * tally.margin)) for sign in (-1, 0, 1)],
        "won_by_first": tally.first,
        "plies": median(tally.plies),
    }


def find_commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def write(slug: str, row: dict, *, seed: int, share: float) -> None:
    """Puts a row into the file of the game, in place of an older one of the same level with as much of its time."""
    path = FOLDER / slug / "measured.json"
    kept = json.loads(path.read_text()) if path.exists() else []
    numbers = number_levels(get(slug))
    if find_level(get(slug), row["level"]).seconds is None:
        share = 1
    now = {"commit": find_commit(), "date": f"{datetime.now(UTC):%Y-%m-%d}", "seed": seed, "share_of_time": share}
    rows = {
        (numbers[one["level"]], one["share_of_time"]): one
        for one in (*kept, {**row, **now})
        if one["level"] in numbers  # of a level that is gone nothing is kept
    }
    path.write_text(json.dumps([rows[match] for match in sorted(rows)], indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--pairs", type=int, default=200, help="at most so many pairs for each level")
    parser.add_argument(
        "--fewest", type=int, help="no match is decided after fewer pairs; by default it depends on its level"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs="*", help="the names of those to measure, if not all")
    parser.add_argument("--share", type=float, default=0.1, help="of the time of a level that has one")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="within which all is over")
    parser.add_argument("--workers", type=int, default=1, help="play so many pairs at once, a core each")
    parser.add_argument("--keep", type=Path, help="a folder for what was played, so that a match goes on from there")
    parser.add_argument("--write", action="store_true", help="write what came out")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * given.minutes
    found = [(slug, *each) for slug in given.ruleset for each in number_levels(get(slug)).items()]
    wanted = [each for each in found if given.levels is None or each[1] in given.levels]
    matches = [(slug, level) for slug, level, _ in sorted(wanted, key=lambda each: each[2])]
    with Progress() as progress:
        for (slug, level), until in share_out(matches, end=end):
            row = measure(
                get(slug),
                level,
                pairs=given.pairs,
                fewest=given.fewest,
                seed=given.seed,
                share=given.share,
                until=until,
                progress=progress,
                workers=given.workers,
                kept=given.keep and given.keep / f"{slug}-{level}-{given.share}-{given.seed}-{find_commit()}",
            )
            if row and given.write:
                write(slug, row, seed=given.seed, share=given.share)


if __name__ == "__main__":
    main()
