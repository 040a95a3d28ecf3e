"""Finds positions that are won by force, by trying every turn and every answer: `python -m ...forced_wins mastery 60`.

It knows neither scores nor cuts but the one that any answer that holds refutes a turn. What it finds lies in `won/`: a
line for each position, after the number of turns, both sides' counted, in which it is won and no faster.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from engine import registry
from engine.contract import BadPosition, Position, Ruleset
from engine.search.finding import make_tree
from engine.tree import Tree

FOLDER = Path(__file__).parent / "won"
NEAR = 7
"""All stand on so many files and ranks, where they have to do with each other."""
TURNS = 3
FEW_WAYS = 0.2
"""At most so large a share of the first steps wins: else there is little to find."""


def is_won(tree: Tree, turns: int) -> bool:
    """Whether the side to move has a step after which it has won, within so many turns."""
    ended = tree.ended()
    if ended is not None:
        return ended > 0
    return turns > 0 and any(step_wins(tree, step, turns) for step in (*tree.captures(), *tree.quiets()))


def step_wins(tree: Tree, step: int, turns: int) -> bool:
    side = tree.side
    tree.make(step)
    won = is_won(tree, turns) if tree.side == side else is_lost(tree, turns - 1)
    tree.unmake()
    return won


def is_lost(tree: Tree, turns: int) -> bool:
    """Whether the side to move has lost within so many turns, whatever it does."""
    ended = tree.ended()
    if ended is not None:
        return ended < 0
    steps = [*tree.captures(), *tree.quiets()]
    if turns == 0:
        return not steps
    return not any(step_holds(tree, step, turns) for step in steps)


def step_holds(tree: Tree, step: int, turns: int) -> bool:
    side = tree.side
    tree.make(step)
    holds = not (is_lost(tree, turns) if tree.side == side else is_won(tree, turns - 1))
    tree.unmake()
    return holds


def make_whole(position: Position, ruleset: Ruleset) -> Tree:
    """The tree with every legal turn, also those of Mastery that are as good as others."""
    tree = make_tree(position, ruleset=ruleset)
    if hasattr(tree, "every"):
        tree.every = True
    return tree


def throw(slug: str, rng: Random) -> str:
    """The text of a position with few pieces anywhere, FIRST to move and SECOND near its end."""
    if slug == "mastery":
        own, foe = "MM" + "".join(rng.choices("OP", k=4)), "m" + "".join(rng.choices("oppp", k=2))
        counts = [kind + str(number - own.count(kind)) for kind, number in zip("MOP", (3, 4, 6), strict=True)]
        counts += [kind + str(number - foe.count(kind.lower())) for kind, number in zip("MOP", (3, 4, 6), strict=True)]
        variant = rng.choice(["imperial,ross", "imperial,woag"])
        rest = f"d {''.join(counts[:3])}/{''.join(counts[3:])} - {variant}"
    elif slug == "master":
        own, foe, rest = "M" + "".join(rng.choices("ABCDEF", k=3)), "m" + "".join(rng.choices("abcdef", k=1)), "r"
    else:
        own, foe = "GP" + "".join(rng.sample("CSAHDT", 3)), rng.choice("gpw") + "".join(rng.choices("sahtt", k=3))
        rest = "e -/- -/- -"
    files, ranks = {"mastery": (8, 8), "master": (12, 10), "masters": (10, 12)}[slug]
    squares = [rank * files + file for rank in range(min(ranks, NEAR)) for file in range(min(files, NEAR))]
    squares = rng.sample(squares, len(own + foe))
    letters = dict(zip(squares, own + foe, strict=True))
    rows = ["".join(letters.get(rank * files + file, ".") for file in range(files)) for rank in reversed(range(ranks))]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + " " + rest


def propose(slug: str, *, seed: int) -> Iterator[Position]:
    """Such positions without end, those that may occur."""
    rng, ruleset = Random(seed), registry.get(slug)
    while True:
        with suppress(BadPosition):
            yield ruleset.read(throw(slug, rng))


def find(slug: str, *, number: int, seed: int) -> Iterator[str]:
    """Lines for so many positions, no two alike."""
    ruleset, known = registry.get(slug), set()
    for position in propose(slug, seed=seed):
        tree = make_whole(position, ruleset)
        if tree.ended() is not None or is_won(tree, 1) or position.text() in known or not is_won(tree, TURNS):
            continue
        steps = [*tree.captures(), *tree.quiets()]
        ways = sum(step_wins(tree, step, TURNS) for step in steps)
        if ways <= max(1, FEW_WAYS * len(steps)):
            known.add(position.text())
            yield f"{TURNS} {position.text()}"
        if len(known) == number:
            return


def read(slug: str) -> list[tuple[int, str]]:
    """The positions that were found, with the turns that they take."""
    lines = (FOLDER / f"{slug}.txt").read_text().splitlines()
    return [(int(turns), text) for turns, _, text in (line.partition(" ") for line in lines)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("number", type=int, nargs="?", default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{given.ruleset}.txt").open("w") as file:
        for line in find(given.ruleset, number=given.number, seed=given.seed):
            print(line, file=file, flush=True)


if __name__ == "__main__":
    main()
