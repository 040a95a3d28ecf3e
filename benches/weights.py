"""What each term of an evaluation is worth, and whether another weight is better: `python -m benches.weights mastery`.

The evaluation without a term plays the whole one, at 1,000 nodes a turn, in pairs of games (see `match`). `--try` names
changes instead, such as `pawn=120` or, for a tuple, `centre=4/8/4`; `--scale 0.5 2` tries each term by half and twice.
`--device futility` switches off a part of the search. What was found, with its seeds, is kept in `weights.md` here.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from rich.progress import Progress

from benches.match import Player, Tally, get, play_pairs
from engine import registry
from engine.contract import Ruleset
from engine.level import OPENING_NOISE, OPENING_PLIES
from engine.search.finding import make_tree
from engine.search.playing import write_turn
from engine.search.searching import Search
from engine.search.settings import Devices, Limits

NODES = 1_000


def make_player(ruleset: Ruleset, *, nodes: int, weights: Any = None, devices: Devices | None = None) -> Player:
    """A search with these weights, by default the ruleset's own."""
    beside = registry.find_module(ruleset.slug, "tree")
    evaluation = None if weights is None else registry.find_module(ruleset.slug, "evaluation").Evaluation(weights)

    def play(position, history, seed):
        tree = (
            make_tree(position, ruleset=ruleset) if evaluation is None else beside.Tree(position, evaluation=evaluation)
        )
        ply = len(history)
        search = Search(
            tree,
            limits=Limits(nodes=nodes),
            devices=devices,
            past=[make_tree(before, ruleset=ruleset).board() for before in history[-50:]],
            noise=OPENING_NOISE if ply < OPENING_PLIES else 0,
            seed=Random(f"{seed} {ply}").getrandbits(60),
        )
        return write_turn(tree, search.run().line)

    return play


def scale(value: Any, factor: float) -> Any:
    """A weight, or each of a tuple of them, times a factor."""
    return tuple(scale(one, factor) for one in value) if isinstance(value, tuple) else round(value * factor)


def list_changes(weights: Any, *, tries: list[str], scales: list[float]) -> Iterator[tuple[str, Any]]:
    """Names and weights of the evaluations to play against the one there is."""
    for text in tries:
        changes = {}
        for part in text.split(","):
            name, _, value = part.partition("=")
            numbers = tuple(int(number) for number in value.split("/"))
            changes[name] = numbers if isinstance(getattr(weights, name), tuple) else numbers[0]
        yield text, replace(weights, **changes)
    for field in fields(weights) if scales or not tries else ():
        for factor in scales or [0.0]:
            changed = scale(getattr(weights, field.name), factor)
            yield f"{field.name} × {factor:g}", replace(weights, **{field.name: changed})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--try", nargs="*", default=[], dest="tries")
    parser.add_argument("--scale", nargs="*", type=float, default=[])
    parser.add_argument("--device", nargs="*", default=[])
    given = parser.parse_args()
    ruleset = get(given.ruleset)
    weights = registry.find_module(ruleset.slug, "evaluation").WEIGHTS
    players = [
        (f"without {name}", make_player(ruleset, nodes=given.nodes, devices=replace(Devices(), **{name: False})))
        for name in given.device
    ]
    if not given.device:
        players = [
            (name, make_player(ruleset, nodes=given.nodes, weights=changed))
            for name, changed in list_changes(weights, tries=given.tries, scales=given.scale)
        ]
    base = make_player(ruleset, nodes=given.nodes)
    with Progress() as progress:
        for name, player in players:
            bar, tally = progress.add_task(name, total=given.pairs), Tally()
            for tally in play_pairs(ruleset, player, base, seed=given.seed, pairs=given.pairs):
                progress.update(bar, completed=sum(tally.pairs))
            print(f"{given.ruleset}, seed {given.seed}: {name}: {tally.describe()}", flush=True)


if __name__ == "__main__":
    main()
