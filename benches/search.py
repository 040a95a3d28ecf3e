"""Measures the search beside python-chess, and what its devices save: `python -m benches.search` (needs `chess`).

speed    nodes per second of one plain alpha-beta, captures first and evaluation included, over python-chess (material
         by its bit masks), over each game's own tree and over the contract; a step of a turn is a node. Each figure is
         a median of rounds, taken in turns, each with positions of its own from random games.
         Whether a game is over is asked at each node; python-chess then generates a legal move.
stops    milliseconds from the moment at which a search of the last level is told to stop until its turn is there; the
         median and the worst of many moments and positions, for each game, over its own tree and over the contract
devices  nodes to the same depth with one device of the search switched off, as a multiple of those with all of them,
         and the same for none at all
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import median
from typing import Any

import chess

from engine import registry
from engine.search.fallback import ContractTree
from engine.search.finding import make_tree
from engine.search.playing import take_turn
from engine.search.searching import Search
from engine.search.settings import Devices, Limits

ROUNDS = 3
POSITIONS = 3
DEPTHS = {"mastery": 3, "masters": 3, "master": 2}
"""How deep the devices are compared, in turns: without them hardly a third turn of MASTER comes to its end."""
NODES = 20_000
"""Each position is searched until so many nodes were met, at the depth below or less."""
GOALS = {"mastery": 4.0, "masters": 1.5, "master": 1.0}
LATEST = 0.05
"""Seconds after which a search that is told to stop has answered."""
STOPS, LONGEST = 50, 4.0
"""How many searches are stopped, and the seconds after which one is at the latest: by then its table has been full."""
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900}


class ChessTree:
    """python-chess as a tree, in its own idiom."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.make, self.unmake = board.push, board.pop

    @property
    def side(self) -> bool:
        return self.board.turn

    def captures(self) -> list[chess.Move]:
        return list(self.board.generate_legal_captures())

    def quiets(self) -> list[chess.Move]:
        board = self.board
        return list(board.generate_legal_moves(chess.BB_ALL, ~board.occupied_co[not board.turn]))

    def ended(self) -> int | None:
        """Each node is to know whether the game is over, as ours do."""
        if any(self.board.generate_legal_moves()):
            return None
        return -1 if self.board.is_check() else 0

    def rest(self) -> None:
        """A turn is one step."""

    def evaluate(self) -> int:
        board = self.board
        own, foe = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        score = 0
        for kind, worth in WORTH.items():
            pieces = board.pieces_mask(kind, chess.WHITE) | board.pieces_mask(kind, chess.BLACK)
            score += worth * ((pieces & own).bit_count() - (pieces & foe).bit_count())
        return score


class Enough(Exception):
    """So many nodes were met."""


class AlphaBeta:
    """The same for everything that has steps."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.nodes = 0

    def run(self) -> int:
        """The nodes met at growing depths."""
        try:
            for depth in range(1, 9):
                self.look(depth, -(10**9), 10**9)
        except Enough:
            pass
        return self.nodes

    def look(self, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if self.nodes >= NODES:
            raise Enough
        tree = self.tree
        ended = tree.ended()
        if ended is not None:
            return ended * 10**6
        if depth <= 0:
            return tree.evaluate()
        side = tree.side
        for list_steps in (tree.captures, tree.quiets):
            for step in list_steps():
                tree.make(step)
                same = tree.side == side
                score = self.look(depth - 1, alpha, beta) if same else -self.look(depth - 1, -beta, -alpha)
                tree.unmake()
                if score > alpha:
                    alpha = score
                    if alpha >= beta:
                        return alpha
        return alpha


def list_chess(rng: Random) -> Iterator[ChessTree]:
    """Boards of random games, without end."""
    while True:
        board = chess.Board()
        for _ in range(rng.randint(4, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if any(board.legal_moves):
            yield ChessTree(chess.Board(board.fen()))


def list_trees(slug: str, rng: Random, *, own: bool) -> Iterator[Any]:
    """The same for a game of this project."""
    ruleset = registry.get(slug)
    while True:
        position = ruleset.start()
        for _ in range(rng.randint(4, 60)):
            position = position.play(rng.choice(position.legal_moves()))
            if not position.legal_moves():
                break
        if position.legal_moves():
            read = ruleset.read(position.text())
            yield make_tree(read, ruleset=ruleset) if own else ContractTree(read, ruleset=ruleset)


def time_nodes(trees: Iterator[Any]) -> float:
    """Nodes per second."""
    chosen = list(islice(trees, POSITIONS))
    start = time.process_time()
    nodes = sum([AlphaBeta(tree).run() for tree in chosen])
    return nodes / (time.process_time() - start)


def compare_speed(slugs: list[str]) -> None:
    kinds = [("python-chess", None, True), *((slug, slug, own) for slug in slugs for own in (True, False))]
    rounds = []
    for seed in range(ROUNDS):
        figures = []
        for _, slug, own in kinds:
            rng = Random(seed + 1)
            figures.append(time_nodes(list_chess(rng) if slug is None else list_trees(slug, rng, own=own)))
        rounds.append(figures)
    for column, (name, slug, own) in enumerate(kinds):
        speed = median(figures[column] for figures in rounds)
        ratio = median(figures[column] / figures[0] for figures in rounds)
        goal = GOALS.get(slug) if own else None
        verdict = "" if goal is None else f"{goal} × {'met' if ratio >= goal else 'MISSED'}"
        way = "" if slug is None else "own tree" if own else "contract"
        print(f"speed    {name:13}{way:10}{speed / 1000:8.1f} k nodes/s {ratio:7.2f} ×  {verdict}", flush=True)


def time_stop(tree: Any, *, after: float) -> float | None:
    """Seconds from the moment, so long after it began, at which a search is told to stop; None if it was over.
    Counted by the processor, so that other work on the machine does not matter."""
    at = time.process_time() + after
    search = Search(tree, limits=Limits(stop=lambda: time.process_time() >= at))
    tree.write(take_turn(tree, search.run().line))
    del search  # its table, too, has to be freed before the caller has the turn
    took = time.process_time() - at
    return took if took >= 0 else None


def time_stops(slugs: list[str]) -> None:
    for slug, own in ((slug, own) for slug in slugs for own in (True, False)):
        rng = Random(11)
        stopped = (time_stop(tree, after=rng.uniform(0, LONGEST)) for tree in list_trees(slug, rng, own=own))
        took = list(islice((each for each in stopped if each is not None), STOPS))
        verdict = f"at most {1000 * LATEST:.0f} {'met' if max(took) <= LATEST else 'MISSED'}"
        way = "own tree" if own else "contract"
        told = f"median {1000 * median(took):5.1f} ms, worst of {STOPS} {1000 * max(took):5.1f} ms"
        print(f"stops    {slug:13}{way:10}{told}  {verdict}", flush=True)


def compare_devices(slugs: list[str], *, nodes: int) -> None:
    """Nodes over the positions that are searched to the same depth with each device and without it."""
    names = ["table", "killers", "history", "windows", "futility"]
    none = replace(Devices(), **dict.fromkeys(names, False))
    kinds = [("all", Devices()), *((name, replace(Devices(), **{name: False})) for name in names), ("every one", none)]
    for slug in slugs:
        ruleset, rng = registry.get(slug), Random(7)
        met = {name: 0 for name, _ in kinds}
        for tree in islice(list_trees(slug, rng, own=True), 2 * POSITIONS):
            found = {
                name: Search(tree, limits=Limits(turns=DEPTHS[slug], nodes=nodes), devices=devices).run().nodes
                for name, devices in kinds
            }
            if max(found.values()) < nodes:
                for name, number in found.items():
                    met[name] += number
        for name, number in met.items():
            ratio = number / met["all"] if met["all"] else float("nan")
            print(f"devices  {ruleset.name:10}without {name:12}{number:9} nodes {ratio:6.2f} ×", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=["mastery", "masters", "master"])
    parser.add_argument("--nodes", type=int, default=300_000, help="at most so many for a search in `devices`")
    parser.add_argument("--only", choices=["speed", "stops", "devices"])
    given = parser.parse_args()
    print(f"CPython {platform.python_version()}, python-chess {chess.__version__}, medians of {ROUNDS} rounds\n")
    if given.only in (None, "speed"):
        compare_speed(given.ruleset)
    if given.only in (None, "stops"):
        time_stops(given.ruleset)
    if given.only in (None, "devices"):
        compare_devices(given.ruleset, nodes=given.nodes)


if __name__ == "__main__":
    main()
