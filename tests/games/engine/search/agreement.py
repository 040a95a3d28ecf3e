"""Compares the search with a plain minimax on random positions: `python -m tests.games.engine.search.agreement 1000`.

The scores must be the same, without futility and with a table that answers for one depth alone. Mastery lists every
square for a piece to come back to. A plain minimax would take minutes elsewhere, so that positions have at most 40
legal turns, in MASTER also at most three dice a side.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from rich.progress import track

from engine import registry
from engine.contract import Position
from engine.search.searching import Search
from engine.search.settings import EXACT, Limits
from tests.games.engine.search.forced_wins import make_whole
from tests.games.engine.search.plain import minimax, thin

THIN = {"mastery": (40, 99), "masters": (40, 99), "master": (40, 3)}
"""Of each game, the most legal turns of a position, and the most dice of a side."""


def list_positions(slug: str, *, seed: int) -> Iterator[Position]:
    most, few = THIN[slug]
    return thin(slug, seed=seed, most=most, few=few)


def score_both(position: Position, *, slug: str, turns: int, captures: int) -> tuple[int, int]:
    """The score that the search finds, and the plain one."""
    ruleset = registry.get(slug)
    tree = make_whole(position, ruleset)
    found = Search(tree, limits=Limits(turns=turns), devices=replace(EXACT, quiescence=captures)).run()
    return found.score, minimax(position, ruleset=ruleset, turns=turns, captures=captures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("number", type=int)
    parser.add_argument("--ruleset", nargs="*", default=list(THIN))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--captures", type=int, default=0)
    given = parser.parse_args()
    for slug in given.ruleset:
        positions = islice(list_positions(slug, seed=given.seed), given.number)
        wrong = 0
        for position in track(positions, description=slug, total=given.number):
            found, expected = score_both(position, slug=slug, turns=given.turns, captures=given.captures)
            if found != expected:
                wrong += 1
                print(f"{slug}: {found} and not {expected}: {position.text()}", flush=True)
        print(f"{slug}: {given.number - wrong} of {given.number} agree", flush=True)


if __name__ == "__main__":
    main()
