"""Whether the computer wins when it is ahead: `python -m benches.finishing`, or with the slugs of some games.

Games of the computer against itself are followed until a side is at +1,000 or better, as a search of ten times the
nodes confirms; from there both go on, neither resigns, and it is counted how many are won within 60 plies. It stops as
soon as a sequential test says that 95 % are won rather than 85 %, or the reverse, with errors of 5 %.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Hashable
from random import Random
from statistics import median
from typing import NamedTuple

from rich.progress import Progress

from benches.match import Player, draw_opening, get, spread
from benches.weights import change, make_player, search
from engine import registry
from engine.contract import Position, Ruleset
from engine.search.finding import make_tree
from engine.search.playing import take_turn

AHEAD, AHEAD_AT_MOST = 1_000, 1_300
WITHIN = 60
GOAL, LESS = 0.95, 0.85
DECIDED = math.log(0.95 / 0.05)
LONGEST = 200
"""A game that has nobody ahead by then is left."""


class Start(NamedTuple):
    """Where a side is ahead: the position, the boards before it, and the side."""

    position: Position
    past: list[Hashable]
    leader: int


def find_start(ruleset: Ruleset, *, seed: int, nodes: int) -> Start | None:
    """The first position of a game in which a side is ahead; None where none came to be so by as much as is wanted."""
    *before, position = draw_opening(ruleset, Random(f"{seed}"))
    past = [make_tree(each, ruleset=ruleset).board() for each in before]
    tree = make_tree(position, ruleset=ruleset)
    while len(past) < LONGEST and not position.outcome():
        found = search(tree, past=past, nodes=nodes, seed=seed)
        if abs(found.score) >= AHEAD or not found.line:
            score = search(make_tree(position, ruleset=ruleset), past=past, nodes=10 * nodes, seed=seed).score
            leader = tree.side if score > 0 else 1 - tree.side
            return Start(position, past, leader) if AHEAD <= abs(score) <= AHEAD_AT_MOST else None
        past.append(tree.board())
        steps = take_turn(tree, found.line)
        position = position.play(tree.write(steps))
        for step in steps:
            tree.make(step)
        tree.forget()
    return None


def finish(start: Start, one: Player, other: Player, *, seed: int) -> int | None:
    """How many plies the leader took to win; None where it did not within the limit."""
    position, past, leader = start
    players = (one, other) if leader == 0 else (other, one)
    trees = [player.sit(position) for player in players]
    for ply in range(WITHIN + 1):
        tree = trees[0]
        if (ended := tree.ended()) is not None:
            return ply if (tree.side == leader) == (ended > 0) and ended else None
        if ply == WITHIN:
            break
        mover = tree.side
        steps = players[mover].turn(trees[mover], past, seed)
        if not steps:
            return ply if mover != leader else None
        past.append(tree.board())
        for each in trees:
            for step in steps:
                each.make(step)
            each.forget()
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=[one.slug for one in registry.all_rulesets()])
    parser.add_argument("--games", type=int, default=60, help="at most so many")
    parser.add_argument("--nodes", type=int, default=400, help="looked at for each turn, by the one who is ahead")
    parser.add_argument("--defender", type=int, help="the same for the other; as many, if it isn't told")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--try", default="", dest="change", help="other weights of the one who is ahead")
    parser.add_argument("--through", action="store_true", help="play all games, whatever is decided")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    for slug in given.ruleset:
        measure(get(slug), given)


def measure(ruleset: Ruleset, given: argparse.Namespace) -> None:
    weights = change(registry.find_module(ruleset.slug, "evaluation").WEIGHTS, given.change)
    leader = make_player(ruleset, nodes=given.nodes, weights=weights, gives_up=None)
    defender = make_player(ruleset, nodes=given.defender or given.nodes, gives_up=None)

    def play_one(number: int) -> tuple[bool, int] | None:
        seed = given.seed + number
        start = find_start(ruleset, seed=seed, nodes=400)
        if start is None:
            return None
        plies = finish(start, leader, defender, seed=seed)
        return plies is not None, plies or WITHIN

    won: list[int] = []
    games, ended = 0, "games"
    with Progress() as progress:
        bar = progress.add_task(ruleset.slug, total=given.games)
        for result in spread(play_one, range(10 * given.games), workers=given.workers):
            if result is None:
                continue
            games += 1
            won += [result[1]] if result[0] else []
            progress.update(bar, advance=1, description=f"{ruleset.slug} {len(won)}/{games}")
            lost = games - len(won)
            weight = len(won) * math.log(GOAL / LESS) + lost * math.log((1 - GOAL) / (1 - LESS))
            if games == given.games or (not given.through and abs(weight) > DECIDED):
                ended = "decided" if abs(weight) > DECIDED else ended
                break
    share = len(won) / games
    margin = 1.96 * math.sqrt(max(share * (1 - share), 0.02) / games)
    print(
        f"{ruleset.slug}: {len(won)} of {games} won within {WITHIN} plies, {100 * share:.0f} % ± {100 * margin:.0f}, "
        f"median {median(won) if won else '-'} plies, {given.nodes} nodes, ended: {ended}",
        flush=True,
    )


if __name__ == "__main__":
    main()
