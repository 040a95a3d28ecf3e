"""Wins that are proven: every answer of the opponent is looked at, by the rules alone, without any judgement.

A win within so many turns of both sides is a turn after which the game is won, or after each of whose answers there is
a win within two turns fewer. What a proof may cost is bounded in turns played on the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract import Position, Ruleset, Side


class Spent(Exception):
    """The proof would cost more turns than it may."""


class Budget:
    """How many turns a proof may still play. Raises Spent."""

    def __init__(self, turns: int) -> None:
        self.left = turns

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Spent


def wins(position: Position, *, within: int, budget: Budget) -> bool:
    """Whether the side to move wins by force within so many turns of both sides, an odd number. Raises Spent."""
    return next(find_winning(position, within=within, budget=budget), None) is not None


def find_winning(position: Position, *, within: int, budget: Budget) -> Iterator[str]:
    """The turns after which it wins so, in the order of the legal ones. Raises Spent."""
    if position.outcome() is not None:
        return
    for move in position.legal_moves():
        budget.spend()
        if is_won(position.play(move), position.turn, within=within - 1, budget=budget):
            yield move


def is_won(position: Position, side: Side, *, within: int, budget: Budget) -> bool:
    """Whether this side, which has just played, has won or wins by force within so many more turns. Raises Spent."""
    if outcome := position.outcome():
        return outcome.winner == side
    if within <= 0 or position.turn == side:
        return False
    answers = position.legal_moves()
    for answer in answers:
        budget.spend()
        after = position.play(answer)
        if outcome := after.outcome():
            if outcome.winner != side:
                return False
        elif not wins(after, within=within - 1, budget=budget):
            return False
    return bool(answers)


def find_base(ruleset: Ruleset, move: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What makes a turn another move: its steps but the last ones, such as how a die is turned or what comes back."""
    last = getattr(ruleset, "steps_last", ())
    return tuple((name, tuple(tokens)) for name, tokens in ruleset.steps(move) if name not in last)


def find_only(position: Position, *, ruleset: Ruleset, within: int, budget: Budget) -> Sequence[str]:
    """The turns that win by force within so many, where all of them are one move; empty where there is none, or where
    two moves win. Raises Spent."""
    found: list[str] = []
    for move in find_winning(position, within=within, budget=budget):
        found.append(move)
        if find_base(ruleset, move) != find_base(ruleset, found[0]):
            return ()
    return found
