"""Measures the speed of the rules beside python-chess: `python benches/engine.py` (needs `chess`, half a minute).

Each figure is a median of five rounds in one process, the libraries taking turns, each round with random games of its
own seed, so that none lives on what the round before left in a cache. A ratio is the median of the rounds' own, so that
a busy machine slows both sides of it. Everything goes through public methods.

moves   legal turns listed per second, for positions of random games that have not been asked before
plies   turns of random games per second: list the legal turns, draw one, play it; 200 plies a game at most
perft   leaves counted per second from the start, the last ply by the number of legal turns
walk    the same with every leaf played
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess

from engine import registry
from engine.contract import Position

ROUNDS = 5
GAMES = 40
PLIES = 200
MARKS = {
    "moves": ("M moves/s", 1e6),
    "plies": ("k plies/s", 1e3),
    "perft": ("M nodes/s", 1e6),
    "walk": ("M nodes/s", 1e6),
}
GOALS = {"mastery": {"moves": 2.5, "plies": 2.0, "perft": 3.0}, "masters": {"plies": 2.0}}
DEPTHS = {"mastery": 3}
"""How many plies `perft` and `walk` go, where it is not two."""
MEASURED = {"master": ("moves",)}
"""Kinds of figures, where not all: a turn of MASTER has thousands of answers, and says little when counted."""


class Rules:
    """A ruleset of this project, by its public methods."""

    def __init__(self, slug: str, *, depth: int) -> None:
        self.ruleset = registry.get(slug)
        self.name = slug
        self.depth = depth

    def start(self) -> Position:
        return self.ruleset.start()

    def copy(self, position: Position) -> Position:
        return self.ruleset.read(position.text())

    @staticmethod
    def list_moves(position: Position) -> int:
        return len(position.legal_moves())

    @staticmethod
    def play_game(position: Position, *, rng: Random, visit: Callable[[Position], object] | None = None) -> int:
        for ply in range(PLIES):
            moves = position.legal_moves()
            if not moves:
                return ply
            position = position.play(rng.choice(moves))
            if visit:
                visit(position)
        return PLIES

    def perft(self, position: Position, depth: int) -> int:
        moves = position.legal_moves()
        if depth == 1:
            return len(moves)
        return sum([self.perft(position.play(move), depth - 1) for move in moves])

    def walk(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum([self.walk(position.play(move), depth - 1) for move in position.legal_moves()])


class Chess:
    """python-chess, by its public methods: the same work in its own idiom."""

    name = "python-chess"
    depth = 4

    def start(self) -> chess.Board:
        return chess.Board()

    def copy(self, board: chess.Board) -> chess.Board:
        return chess.Board(board.fen())

    @staticmethod
    def list_moves(board: chess.Board) -> int:
        return len(list(board.legal_moves))

    @staticmethod
    def play_game(board: chess.Board, *, rng: Random, visit: Callable[[chess.Board], object] | None = None) -> int:
        for ply in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(rng.choice(moves))
            if visit:
                visit(board)
        return PLIES

    def perft(self, board: chess.Board, depth: int) -> int:
        moves = list(board.legal_moves)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += self.perft(board, depth - 1)
            board.pop()
        return total

    def walk(self, board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += self.walk(board, depth - 1)
            board.pop()
        return total


def time_moves(player: Any, *, seed: int) -> float:
    """Legal turns listed per second."""
    rng = Random(seed)
    positions: list[Any] = []
    for _ in range(GAMES // 4):
        player.play_game(player.start(), rng=rng, visit=lambda position: positions.append(player.copy(position)))
    start = time.perf_counter()
    count = sum([player.list_moves(position) for position in positions])
    return count / (time.perf_counter() - start)


def time_plies(player: Any, *, seed: int) -> float:
    """Turns of random games per second."""
    rng = Random(seed)
    start = time.perf_counter()
    count = sum([player.play_game(player.start(), rng=rng) for _ in range(GAMES)])
    return count / (time.perf_counter() - start)


def time_perft(player: Any, *, seed: int) -> float:
    """Leaves counted per second, the last ply by number."""
    start = time.perf_counter()
    return player.perft(player.start(), player.depth) / (time.perf_counter() - start)


def time_walk(player: Any, *, seed: int) -> float:
    """Leaves played per second."""
    start = time.perf_counter()
    return player.walk(player.start(), player.depth - 1 if player.depth > 3 else player.depth) / (
        time.perf_counter() - start
    )


TIMERS = {"moves": time_moves, "plies": time_plies, "perft": time_perft, "walk": time_walk}


def measure(players: list[Any]) -> Iterator[tuple[str, str, float, float]]:
    """Kind of figure, player, its median speed and its median ratio to the first player, taken round by round."""
    for kind, timer in TIMERS.items():
        chosen = [player for player in players if kind in MEASURED.get(player.name, TIMERS)]
        rounds = [[timer(player, seed=seed) for player in chosen] for seed in range(ROUNDS)]
        ratios = [[figure / figures[0] for figure in figures] for figures in rounds]
        figures, shares = ([median(column) for column in zip(*table, strict=True)] for table in (rounds, ratios))
        for player, figure, ratio in zip(chosen, figures, shares, strict=True):
            yield kind, player.name, figure, ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset", nargs="*", default=["mastery", "masters", "master"], help="slugs; all by default")
    players = [Chess(), *(Rules(slug, depth=DEPTHS.get(slug, 2)) for slug in parser.parse_args().ruleset)]
    print(f"CPython {platform.python_version()}, python-chess {chess.__version__}, medians of {ROUNDS} rounds\n")
    print(f"{'':8}{'':14}{'speed':>10}  {'':12}{'ratio':>7}  goal")
    for kind, name, figure, ratio in measure(players):
        unit, scale = MARKS[kind]
        goal = GOALS.get(name, {}).get(kind)
        verdict = "" if goal is None else f"{goal} × {'met' if ratio >= goal else 'MISSED'}"
        print(f"{kind:8}{name:14}{figure / scale:10.2f}  {unit:12}{ratio:6.2f}×  {verdict}", flush=True)


if __name__ == "__main__":
    main()
