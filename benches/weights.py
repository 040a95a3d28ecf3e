"""What each term of an evaluation is worth, and whether another weight is better: `python -m benches.weights mastery`.

The evaluation without a term plays the whole one, at 1,000 nodes a turn, in pairs of games (see `match`). `--try` names
changes instead, such as `pawn=120` or, for a tuple, `centre=4/8/4`; `--scale 0.5 2` tries each term by half and twice.
`--device futility=0` switches off a part of the search. A sequential test between the two distances of `--elo` ends
each match. What was found, with its seeds, is kept in `weights.md` here.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import closing
from dataclasses import fields, replace
from random import Random
from typing import Any

from rich.progress import Progress

from benches.match import Player, Tally, get, play_pairs, to_share
from engine import registry
from engine.contract import Position, Ruleset
from engine.level import OPENING_NOISE, OPENING_PLIES
from engine.search.finding import make_tree
from engine.search.playing import RECENT, take_turn
from engine.search.searching import Found, Search
from engine.search.settings import Devices, Limits
from engine.tree import Tree

NODES = 1_000
FEWEST = 60
"""Pairs before which nothing is decided."""
DECIDED = math.log(0.95 / 0.05)
GIVES_UP = 2_000
"""A player who is so far behind resigns."""


def search(tree: Tree, *, past: Sequence[Hashable], nodes: int, seed: int, devices: Devices | None = None) -> Found:
    """The search of a bench: of so many nodes, varied in the opening."""
    ply = len(past)
    return Search(
        tree,
        limits=Limits(nodes=nodes),
        devices=devices,
        past=past[-RECENT:],
        drawn_by_three=True,
        noise=OPENING_NOISE if ply < OPENING_PLIES else 0,
        seed=Random(f"{seed} {ply}").getrandbits(60),
    ).run()


def make_player(
    ruleset: Ruleset,
    *,
    nodes: int,
    weights: Any = None,
    devices: Devices | None = None,
    gives_up: int | None = GIVES_UP,
) -> Player:
    """A search with these weights, by default the ruleset's own, that resigns when it is so far behind."""
    beside = registry.find_module(ruleset.slug, "tree")
    evaluation = None if weights is None else registry.find_module(ruleset.slug, "evaluation").Evaluation(weights)

    def sit(position: Position) -> Tree:
        return (
            make_tree(position, ruleset=ruleset) if evaluation is None else beside.Tree(position, evaluation=evaluation)
        )

    def turn(tree: Tree, past: Sequence[Hashable], seed: int) -> Sequence[int] | None:
        found = search(tree, past=past, nodes=nodes, seed=seed, devices=devices)
        lost = gives_up is not None and found.score < -gives_up
        return None if lost or not found.line else take_turn(tree, found.line)

    return Player(sit, turn)


def scale(value: Any, factor: float) -> Any:
    """A weight, or each of a tuple of them, times a factor."""
    return tuple(scale(one, factor) for one in value) if isinstance(value, tuple) else round(value * factor)


def change(weights: Any, text: str) -> Any:
    """The weights with those changed that a text names, such as `pawn=120,centre=4/8/4`."""
    changes = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        numbers = tuple(int(number) for number in value.split("/"))
        changes[name] = numbers if isinstance(getattr(weights, name), tuple) else numbers[0]
    return replace(weights, **changes)


def list_changes(weights: Any, *, tries: list[str], scales: list[float]) -> Iterator[tuple[str, Any]]:
    """Names and weights of the evaluations to play against the one there is."""
    for text in tries:
        yield text, change(weights, text)
    for field in fields(weights) if scales or not tries else ():
        for factor in scales or [0.0]:
            changed = scale(getattr(weights, field.name), factor)
            yield f"{field.name} × {factor:g}", replace(weights, **{field.name: changed})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--try", nargs="*", default=[], dest="tries")
    parser.add_argument("--scale", nargs="*", type=float, default=[])
    parser.add_argument("--device", nargs="*", default=[], help="such as gains=0 or futility=0,killers=0")
    parser.add_argument(
        "--elo", nargs=2, type=float, default=(0.0, 35.0), help="what the sequential test decides between"
    )
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    ruleset = get(given.ruleset)
    weights = registry.find_module(ruleset.slug, "evaluation").WEIGHTS
    players = [(text, make_player(ruleset, nodes=given.nodes, devices=read_devices(text))) for text in given.device]
    if not given.device:
        players = [
            (name, make_player(ruleset, nodes=given.nodes, weights=changed))
            for name, changed in list_changes(weights, tries=given.tries, scales=given.scale)
        ]
    base = make_player(ruleset, nodes=given.nodes)
    for name, player in players:
        tally, ended = decide(ruleset, player, base, given)
        print(
            f"| {ruleset.name} | `{name}` | {given.seed} | {given.nodes:,} | {tally.describe()} | {ended} |", flush=True
        )


def decide(ruleset: Ruleset, player: Player, base: Player, given: argparse.Namespace) -> tuple[Tally, str]:
    """Plays until a sequential test decides between the two distances in Elo, with errors of 5 %, or time is up."""
    low, high = (to_share(elo) for elo in given.elo)
    tally, until = Tally(), time.monotonic() + 60 * given.minutes
    match = play_pairs(ruleset, player, base, seed=given.seed, pairs=given.pairs, workers=given.workers)
    with Progress() as progress, closing(match):
        bar = progress.add_task(ruleset.slug, total=given.pairs)
        for tally in match:
            weight = tally.weigh(low, high)
            progress.update(bar, advance=1, description=f"{ruleset.slug} {tally.describe()} {weight:+.1f}")
            if sum(tally.pairs) >= FEWEST and abs(weight) > DECIDED:
                return tally, "better" if weight > 0 else "not better"
            if time.monotonic() > until:
                return tally, "time"
    return tally, "pairs"


def read_devices(text: str) -> Devices:
    """`gains=0,killers=0`: the devices of a search, changed so."""
    changes = dict(part.split("=") for part in text.split(","))
    return replace(Devices(), **{name: int(value) for name, value in changes.items()})


if __name__ == "__main__":
    main()
