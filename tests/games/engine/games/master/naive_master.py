"""A second, deliberately naive engine of MASTER: plain loops over a dictionary of squares, to check the real one."""

from __future__ import annotations

from dataclasses import dataclass

FILES = "abcdefghijkl"
SQUARES = [f"{file}{rank}" for rank in range(1, 11) for file in FILES]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
START = "1b1m1bb1m1b1/aaaaaaaaaaaa/12/12/12/12/12/12/AAAAAAAAAAAA/1B1M1BB1M1B1 r"


def get_owner(piece: str) -> str:
    return "r" if piece.isupper() else "w"


def get_enemy(side: str) -> str:
    return "w" if side == "r" else "r"


def get_face(piece: str) -> int:
    """What a die shows."""
    return "ABCDEF".index(piece.upper()) + 1


def step(square: str, direction: tuple[int, int], times: int) -> str | None:
    file, rank = FILES.index(square[0]) + direction[0] * times, int(square[1:]) + direction[1] * times
    return f"{FILES[file]}{rank}" if 0 <= file < 12 and 1 <= rank <= 10 else None


@dataclass(frozen=True)
class Naive:
    board: dict[str, str]
    side: str

    def has_own(self, square: str) -> bool:
        return square in self.board and get_owner(self.board[square]) == self.side

    def count_masters(self, side: str) -> int:
        return list(self.board.values()).count("M" if side == "r" else "m")

    def list_moves(self) -> list[tuple[str, str]]:
        """Start and end of each move."""
        moves = []
        for square in filter(self.has_own, self.board):
            is_master = self.board[square].upper() == "M"
            length = 2 if is_master else get_face(self.board[square])
            for direction in SLANTED if is_master else STRAIGHT:
                end = step(square, direction, length)
                between = [step(square, direction, times) for times in range(1, length)]
                if end and not self.has_own(end) and not any(met in self.board for met in between):
                    moves.append((square, end))
        return moves

    def move(self, start: str, end: str) -> Naive:
        """The board after the move, the turn not yet over."""
        board = dict(self.board)
        board[end] = board.pop(start)
        return Naive(board, self.side)

    def legal(self) -> dict[str, Naive]:
        """Each legal turn with what it leads to."""
        turns = {}
        for start, end in [] if self.outcome() else self.list_moves():
            text = f"{start}{'x' if end in self.board else '-'}{end}"
            after = self.move(start, end)
            turns[text] = Naive(after.board, get_enemy(self.side))
            if after.count_masters(get_enemy(self.side)) == 0:
                continue
            for square in filter(after.has_own, after.board):
                for face in range(1, 7):
                    piece = after.board[square]
                    if piece.upper() != "M" and face != get_face(piece):
                        letter = "ABCDEF"[face - 1] if self.side == "r" else "abcdef"[face - 1]
                        turns[f"{text} @{square}={face}"] = Naive(after.board | {square: letter}, get_enemy(self.side))
        return turns

    def outcome(self) -> tuple[str, str] | None:
        for side in "rw":
            if self.count_masters(side) == 0:
                return get_enemy(side), "masters_lost"
        return None if self.list_moves() else (get_enemy(self.side), "no_legal_turn")

    def text(self) -> str:
        rows = []
        for rank in range(10, 0, -1):
            row = "".join(self.board.get(f"{file}{rank}", ".") for file in FILES)
            for length in range(12, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        return f"{'/'.join(rows)} {self.side}"


def read(text: str) -> Naive:
    rows, side = text.split()
    board = {}
    for rank, row in zip(range(10, 0, -1), rows.split("/"), strict=True):
        for length in range(12, 0, -1):
            row = row.replace(str(length), "." * length)
        board |= {f"{file}{rank}": piece for file, piece in zip(FILES, row, strict=True) if piece != "."}
    return Naive(board, side)


def start() -> Naive:
    return read(START)
