"""MASTER for the search: a turn is two steps, a move and then a die to turn, and the search may cut between them.

So the dice after a move that loses something anyway are never looked at, and a turn of 5,000 costs some 30 moves and
80 dice. Dice come in this order: none, those that then hit something, the others by where they could go.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from engine.games.master.evaluation import MASTER, WHITE, Evaluation
from engine.games.master.ways import BIT, BOARD, FACES, WAYS, write_move

if TYPE_CHECKING:
    from engine.games.master.rules import MasterPosition

TURN_NONE = 1 << 14
"""The step that turns no die. A move is its start and its end, 7 bits each; a die its square and face, and this bit."""
FEW = 3
"""More pieces than that are never all stuck, or so seldom that it may be found a turn later."""
_LETTERS = f" {FACES}M {FACES.lower()}m"

_rng = Random(14)
_SIGNS = tuple(tuple(_rng.getrandbits(90) if piece % WHITE else 0 for _ in range(120)) for piece in range(16))
"""A number for each piece on each square; the sum by exclusive or of all that stand stands for the position."""
_HALFWAY, _OTHER = _rng.getrandbits(90), _rng.getrandbits(90)
_WAYS = tuple(
    tuple(
        tuple((bit, between, square << 7 | end) for bit, between, end, _, _ in ways) for square, ways in enumerate(row)
    )
    for row in (WAYS.get(letter, ((),) * 120) for letter in _LETTERS)
)
"""For each piece and square: the end of each way as a bit, the squares between, and the step."""


@cache
def _evaluation() -> Evaluation:
    return Evaluation()


class Tree:
    """See `engine.tree.Tree`."""

    stepwise = True

    def __init__(self, position: MasterPosition, *, evaluation: Evaluation | None = None) -> None:
        self.side = int(position.turn)
        self.evaluation = evaluation or _evaluation()
        self.board_of = [0] * 120
        self.masks = [0, 0]
        self.masters: list[list[int]] = [[], []]
        self.score, self.sign = 0, 0
        self.halfway = False
        for square, letter in position.board.items():
            piece = _LETTERS.index(letter)
            self.board_of[square] = piece
            self.masks[piece // WHITE] |= BIT[square]
            self.score += self.evaluation.squares[piece][square]
            self.sign ^= _SIGNS[piece][square]
            if piece % WHITE == MASTER:
                self.masters[piece // WHITE].append(square)
        self.stack: list[tuple[int, int, int, int, int, bool]] = []

    def make(self, step: int) -> None:
        """Moves a piece, or turns a die or none."""
        board, squares = self.board_of, self.evaluation.squares
        if step >= TURN_NONE:
            square, face = step >> 3 & 127, step & 7
            before = board[square]
            self.stack.append((step, before, self.score, self.sign, self.side, True))
            if face:
                after = face + WHITE * self.side
                board[square] = after
                self.score += squares[after][square] - squares[before][square]
                self.sign ^= _SIGNS[after][square] ^ _SIGNS[before][square]
            self.halfway = False
            self.side ^= 1
            return
        start, end = step >> 7, step & 127
        piece, taken = board[start], board[end]
        self.stack.append((step, taken, self.score, self.sign, self.side, False))
        side = self.side
        board[start], board[end] = 0, piece
        self.masks[side] ^= BIT[start] | BIT[end]
        row, signs = squares[piece], _SIGNS[piece]
        self.score += row[end] - row[start]
        self.sign ^= signs[end] ^ signs[start]
        if piece & 7 == MASTER:
            masters = self.masters[side]
            masters[masters.index(start)] = end
        self.halfway = True
        if taken:
            self.masks[1 - side] ^= BIT[end]
            self.score -= squares[taken][end]
            self.sign ^= _SIGNS[taken][end]
            if taken & 7 == MASTER:
                masters = self.masters[1 - side]
                masters.remove(end)
                if not masters:
                    self.halfway = False
                    self.side ^= 1

    def unmake(self) -> None:
        """Takes the last step back."""
        step, before, self.score, self.sign, self.side, self.halfway = self.stack.pop()
        board = self.board_of
        if step >= TURN_NONE:
            board[step >> 3 & 127] = before
            return
        start, end = step >> 7, step & 127
        piece, side = board[end], self.side
        board[start], board[end] = piece, before
        self.masks[side] ^= BIT[start] | BIT[end]
        if piece & 7 == MASTER:
            masters = self.masters[side]
            masters[masters.index(end)] = start
        if before:
            self.masks[1 - side] ^= BIT[end]
            if before & 7 == MASTER:
                self.masters[1 - side].append(end)

    def gain(self, step: int) -> int:
        """What a capture gains at most."""
        return 10_000 if self.board_of[step & 127] & 7 == MASTER else 200

    def forget(self) -> None:
        """Makes the position its first one."""
        self.stack.clear()

    def rest(self) -> int | None:
        """Turns no die."""
        return TURN_NONE if self.halfway else None

    def ended(self) -> int | None:
        """A side without Masters has lost, and so has one that cannot move; of few pieces this is seen at once."""
        if self.masters[0] and self.masters[1]:
            stuck = self.masks[self.side].bit_count() <= FEW and not self.halfway and self._is_stuck()
            return -1 if stuck else None
        return 1 if self.masters[self.side] else -1

    def _is_stuck(self) -> bool:
        friends, occupied = self.masks[self.side], self.masks[0] | self.masks[1]
        return not any(
            not bit & friends and not between & occupied
            for square in BOARD.squares(friends)
            for bit, between, _ in _WAYS[self.board_of[square]][square]
        )

    def board(self) -> Hashable:
        """All pieces, and who is to move."""
        return self.sign ^ _OTHER if self.side else self.sign

    def key(self) -> Hashable:
        """The same, and whether a die may be turned now."""
        return self.sign ^ (_OTHER if self.side else 0) ^ (_HALFWAY if self.halfway else 0)

    def evaluate(self) -> int:
        """See `Evaluation`."""
        return self.evaluation.judge(self)

    def captures(self) -> list[int]:
        """Moves that take something, Masters first. A die that is turned takes nothing."""
        if self.halfway:
            return []
        board, side = self.board_of, self.side
        enemies = self.masks[1 - side]
        occupied = self.masks[0] | self.masks[1]
        found = []
        friends = self.masks[side]
        while friends:
            friend = friends & -friends
            friends ^= friend
            square = friend.bit_length() - 1
            for bit, between, step in _WAYS[board[square]][square]:
                if bit & enemies and not between & occupied:
                    found.append(step)
        if len(found) > 1:
            found.sort(key=lambda step: (board[step & 127] & 7) // MASTER * -8 + (board[step >> 7] & 7) // MASTER)
        return found

    def quiets(self) -> list[int]:
        """Moves to empty squares; after a move, what to turn."""
        if self.halfway:
            return self._list_dice()
        board = self.board_of
        occupied = self.masks[0] | self.masks[1]
        found = []
        friends = self.masks[self.side]
        while friends:
            friend = friends & -friends
            friends ^= friend
            square = friend.bit_length() - 1
            for bit, between, step in _WAYS[board[square]][square]:
                if not (bit | between) & occupied:
                    found.append(step)
        return found

    def _list_dice(self) -> list[int]:
        """None, then each die with each other face: where it then hits something first, then where it can go far."""
        board, side = self.board_of, self.side
        enemies = self.masks[1 - side]
        occupied = self.masks[0] | self.masks[1]
        red = -1 if side else 1
        squares = self.evaluation.squares
        rated = []
        friends = self.masks[side]
        while friends:
            friend = friends & -friends
            friends ^= friend
            square = friend.bit_length() - 1
            shown = board[square]
            if shown & 7 == MASTER:
                continue
            for piece in range(WHITE * side + 1, WHITE * side + MASTER):
                if piece != shown:
                    rating = red * (squares[piece][square] - squares[shown][square])
                    for bit, between, way in _WAYS[piece][square]:
                        if bit & enemies and not between & occupied:
                            rating += 1000 if board[way & 127] & 7 == MASTER else 100
                    rated.append((-rating, TURN_NONE | square << 3 | piece & 7))
        rated.sort()
        return [TURN_NONE, *[step for _, step in rated]]

    def write(self, steps: Sequence[int]) -> str:
        """The text of a turn."""
        move = steps[0]
        text = write_move(move >> 7, move & 127, takes=bool(self.board_of[move & 127]))
        face = steps[1] & 7 if len(steps) > 1 else 0
        return f"{text} @{BOARD.names[steps[1] >> 3 & 127]}={face}" if face else text
