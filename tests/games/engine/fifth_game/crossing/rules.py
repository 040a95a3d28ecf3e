"""Crossing, a toy that shows how little a game has to say: two stones a side, the first to cross the board wins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from engine.board import Board
from engine.contract import (
    BadPosition,
    IllegalMove,
    Option,
    Outcome,
    Overlay,
    Piece,
    Side,
    Steps,
    settle_options,
)
from engine.words import Ending, Sentence

BOARD = Board(files=4, ranks=4)
LETTERS = "Ss"


class CrossingPosition:
    """A position: capitals for Amber."""

    def __init__(self, board: Mapping[int, str], turn: Side) -> None:
        self.board, self.turn = board, turn

    def legal_moves(self) -> Sequence[str]:
        """One square forward, straight to an empty one or diagonally to take."""
        return [] if self.outcome() else [move for square in sorted(self.board) for move in self._list_from(square)]

    def _list_from(self, square: int) -> list[str]:
        forward = 1 if self.turn is Side.FIRST else -1
        moves = []
        for file in (-1, 0, 1) if self.board[square] == LETTERS[self.turn] else ():
            for end in BOARD.ray(square, step=(file, forward), length=1):
                takes = self.board.get(end) == LETTERS[self.turn.other]
                if takes if file else end not in self.board:
                    moves.append(f"{BOARD.names[square]}{'x' if takes else '-'}{BOARD.names[end]}")
        return moves

    def canonical(self, move: str) -> str:
        """The turn with these two squares. Raises IllegalMove."""
        if self.outcome():
            raise IllegalMove("over", "The game is over.")
        squares = re.findall("[a-d][1-4]", move.lower())
        found = [one for one in self.legal_moves() if re.findall("[a-d][1-4]", one) == squares]
        if not found or len(move) > 20:
            raise IllegalMove("illegal", "No stone may go so: forward to an empty square, or diagonally to take.")
        return found[0]

    def play(self, move: str) -> CrossingPosition:
        """The position after a turn. Raises IllegalMove."""
        start, end = (BOARD.index[name] for name in re.findall("[a-d][1-4]", self.canonical(move)))
        board = dict(self.board)
        board[end] = board.pop(start)
        return CrossingPosition(board, self.turn.other)

    def outcome(self) -> Outcome | None:
        """A stone has crossed, or one side has none."""
        for side, rank in ((Side.FIRST, 3), (Side.SECOND, 0)):
            mine = [square for square, letter in self.board.items() if letter == LETTERS[side]]
            if any(square // 4 == rank for square in mine):
                return Outcome(side, "crossed")
        return None

    def text(self) -> str:
        return f"{BOARD.write(self.board)} {'aj'[self.turn]}"

    def repetition_key(self) -> str:
        return self.text()

    def pieces(self) -> Sequence[Piece]:
        return [Piece(BOARD.names[square], "S", Side(self.board[square] == "s")) for square in sorted(self.board)]

    def captured(self) -> Sequence[Piece]:
        standing = [piece.side for piece in self.pieces()]
        return [Piece(None, "S", side) for side in Side for _ in range(2 - standing.count(side))]

    def overlays(self) -> Sequence[Overlay]:
        return ()


class Crossing:
    """The ruleset."""

    slug = "crossing"
    revision = 1
    name = "Crossing"
    summary = "The first stone across the board wins."
    sides = ("Amber", "Jade")
    files = ranks = 4
    kinds: Mapping[str, str] = {"S": "Stone"}
    options: tuple[Option, ...] = ()
    terminations: Mapping[str, Ending] = {
        "crossed": Ending(
            Sentence("crossed", "{loser} let a stone cross the board."),
            mine=Sentence("crossed_mine", "You ({side}) let a stone cross the board."),
            theirs=Sentence("crossed_theirs", "{name} ({side}) let a stone cross the board."),
        )
    }
    step_labels: Mapping[str, str] = {"move": "Move"}

    def start(self, **options: object) -> CrossingPosition:
        settle_options(self.options, options)
        return self.read("1ss1/4/4/1SS1 a")

    def read(self, text: str) -> CrossingPosition:
        fields = text.split()
        if len(fields) != 2 or fields[1] not in ("a", "j"):
            raise BadPosition("fields", "A position has two parts, the board and a or j.")
        return CrossingPosition(BOARD.read(fields[0], letters=LETTERS), Side(fields[1] == "j"))

    def steps(self, move: str) -> Steps:
        return (("move", tuple(re.split("[-x]", move))),)

    def is_quiet(self, move: str) -> bool:
        return "x" not in move

    def opening(self, rng: Random) -> str | None:
        return None


ruleset = Crossing()
