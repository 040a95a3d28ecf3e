"""Plain searches over the contract: every turn, every answer, no cut; and random positions to ask them of.

A tree says only what a position is worth at the end of a minimax, and which captures it follows there.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import registry
from engine.contract import Position, Ruleset
from engine.search.finding import make_tree
from engine.search.settings import HALVES, WIN


def minimax(position: Position, *, ruleset: Ruleset, turns: int, captures: int = 0, ply: int = 0) -> int:
    """The score for the side to move, `turns` deep and then as many captures in a row as they say, each of them free
    to be left."""
    outcome = position.outcome()
    if outcome:
        return 0 if outcome.winner is None else (WIN - ply) * (1 if outcome.winner is position.turn else -1)
    moves = position.legal_moves()
    best = -2 * WIN
    if turns <= 0:
        tree = make_tree(position, ruleset=ruleset)
        best = tree.evaluate()
        moves = [tree.write([step]) for step in tree.captures()] if captures > 0 else []
        captures -= 1
    elif not moves:
        return ply - WIN
    for move in moves:
        after = position.play(move)
        score = -minimax(after, ruleset=ruleset, turns=turns - 1, captures=captures, ply=ply + HALVES)
        best = max(best, score)
    return best


def is_won(position: Position, *, turns: int) -> bool:
    """Whether the side to move wins by force within so many turns, both sides' counted."""
    if position.outcome():
        return position.outcome().winner is position.turn
    afters = [position.play(move) for move in position.legal_moves()]
    return any(is_lost(after, turns=turns - 1) for after in sorted(afters, key=lambda one: not one.outcome()))


def is_lost(position: Position, *, turns: int) -> bool:
    """Whether it loses, whatever it does, within so many turns."""
    outcome = position.outcome()
    if outcome:
        return outcome.winner is position.turn.other
    moves = position.legal_moves()
    return turns > 0 and all(is_won(position.play(move), turns=turns - 1) for move in moves)


def meet(slug: str, *, seed: int, quick: float = 0.5, **options: str) -> Iterator[Position]:
    """Positions of random games, with a leaning towards turns that take something, without end."""
    ruleset, rng = registry.get(slug), Random(seed)
    while True:
        position = ruleset.start(**options)
        for _ in range(200):
            moves = position.legal_moves()
            if not moves:
                break
            taking = [move for move in moves if not ruleset.is_quiet(move)]
            position = position.play(rng.choice(taking if taking and rng.random() < quick else moves))
            if not position.outcome():
                yield position


def thin(slug: str, *, seed: int, most: int, few: int = 10**9) -> Iterator[Position]:
    """Of these, the ones with at most so many legal turns, and so few dice a side."""
    for position in meet(slug, seed=seed):
        dice = [sum(piece.side == side and piece.kind == "P" for piece in position.pieces()) for side in (0, 1)]
        if max(dice) <= few and 0 < len(position.legal_moves()) <= most:
            yield position
