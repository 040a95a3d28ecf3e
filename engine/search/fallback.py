"""A tree for whatever game fulfils the contract and offers none of its own. Its evaluation is material."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from hashlib import blake2b

from engine.contract import Position, Ruleset

PIECE = 100
"""What a piece is worth in a game that tells nothing of its pieces."""


UNKNOWN = 10_000
"""More than any piece is worth."""


class ContractTree:
    """A step is the place of a turn among the legal ones."""

    stepwise = False

    def __init__(self, position: Position, *, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.position = position
        self.side = int(position.turn)
        self.met: list[Position] = []

    def captures(self) -> list[int]:
        """The turns that do not count as quiet."""
        quiet = self.ruleset.is_quiet
        return [step for step, move in enumerate(self.position.legal_moves()) if not quiet(move)]

    def quiets(self) -> list[int]:
        """The turns that do."""
        quiet = self.ruleset.is_quiet
        return [step for step, move in enumerate(self.position.legal_moves()) if quiet(move)]

    def forget(self) -> None:
        """Makes the position its first one."""
        self.met.clear()

    def gain(self, step: int) -> int:
        """Not known."""
        return UNKNOWN

    def rest(self) -> None:
        """A turn is one step."""

    def make(self, step: int) -> None:
        """Plays a turn."""
        self.met.append(self.position)
        self.position = self.position.play(self.position.legal_moves()[step])
        self.side = int(self.position.turn)

    def unmake(self) -> None:
        """Takes the last turn back."""
        self.position = self.met.pop()
        self.side = int(self.position.turn)

    def ended(self) -> int | None:
        """What the outcome is for the side to move."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        return 0 if outcome.winner is None else 1 if outcome.winner == self.side else -1

    def board(self) -> Hashable:
        """The same in every process, as hashes of texts are not."""
        return _digest(self.position.repetition_key())

    def key(self) -> Hashable:
        """The whole text."""
        return _digest(self.position.text())

    def evaluate(self) -> int:
        """Pieces on the board, ours less theirs."""
        return sum(PIECE if piece.side == self.side else -PIECE for piece in self.position.pieces())

    def write(self, steps: Sequence[int]) -> str:
        """The turn."""
        return self.position.legal_moves()[steps[0]]


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=12).digest(), "big")
