"""Counts how often games that began alike stand in the same positions: `python -m benches.coincidence`.

A computer waits where a game against it has had three positions in a row, from the eighth turn on, of a running game
between people, mirrored or not (`computers.relaying`). Here it plays itself, each time with other seeds, after the same
first turns in all games of a ruleset; every two games are held against each other. Prints how many pairs would make a
computer wait, and how many games share a position with another at all.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool

import django
from rich.progress import track

from engine import registry
from engine.contract import Position
from engine.search.playing import choose, find_level
from engine.symmetry import canonical_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")
django.setup()
from computers.relaying import IN_A_ROW  # noqa: E402  which needs what was just set up
from games.fairness import FROM_PLY  # noqa: E402

LAST = FROM_PLY + 5
"""Turns of a game: of those that share positions later, nearly all share these."""


def play_on(slug: str, begun: Sequence[str], seed: int, *, plies: int = LAST, level: str = "learner") -> list[str]:
    """The turns of a game of a level against itself that began with these."""
    ruleset = registry.get(slug)
    position: Position = ruleset.start()
    history, turns = [], list(begun)
    for turn in begun:
        history.append(position)
        position = position.play(turn)
    while len(turns) < plies:
        # each side draws lots of its own, as two people or two games against a computer would
        lots = 2 * seed + len(turns) % 2
        found = choose(position, ruleset=ruleset, history=history, level=find_level(ruleset, level), seed=lots)
        if found.turn is None or position.outcome():
            break
        history.append(position)
        position = position.play(found.turn)
        turns.append(found.turn)
    return turns


def list_keys(slug: str, turns: Sequence[str]) -> list[str]:
    """Of the positions from the eighth turn on."""
    ruleset = registry.get(slug)
    position: Position = ruleset.start()
    keys = []
    for ply, turn in enumerate(turns, 1):
        position = position.play(turn)
        if ply >= FROM_PLY:
            keys.append(canonical_key(ruleset, position))
    return keys


def play_keys(slug: str, begun: Sequence[str], level: str, seed: int) -> list[str]:
    return list_keys(slug, play_on(slug, begun, seed, level=level))


def count_pairs(met: Counter) -> int:
    return sum(number * (number - 1) // 2 for number in met.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--games", type=int, default=3_400, help="of each ruleset")
    parser.add_argument("--alike", type=int, default=4, help="first turns that all games share")
    parser.add_argument("--level", default="learner", help="that plays both sides")
    given = parser.parse_args()
    for slug in given.ruleset:
        begun = play_on(slug, (), 0, plies=given.alike, level=given.level)
        with Pool() as pool:
            played = pool.imap_unordered(partial(play_keys, slug, begun, given.level), range(1, given.games + 1), 20)
            games = list(track(played, total=given.games, description=slug))
        rows = Counter(tuple(keys[at : at + IN_A_ROW]) for keys in games for at in range(len(keys) - IN_A_ROW + 1))
        single = Counter(key for keys in games for key in set(keys))
        shared = sum(any(single[key] > 1 for key in keys) for keys in games)
        pairs = given.games * (given.games - 1) // 2
        waits, meets = count_pairs(rows), count_pairs(single)
        print(
            f"{slug}: {given.games} games of level {given.level} after {' '.join(begun)}: {pairs:,} pairs;"
            f" {waits:,} share {IN_A_ROW} positions in a row ({waits / pairs:.2e}), {meets:,} one;"
            f" {shared} games share one with any other"
        )


if __name__ == "__main__":
    main()
