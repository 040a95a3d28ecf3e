"""A second, deliberately naive engine of Mastery: plain loops over a dictionary of squares, to check the real one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ALL_AROUND = [*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1)]

RANK = {"P": 1, "O": 2, "M": 3}
ARMY = {"M": 3, "O": 4, "P": 6}
REACH = {"M": (STRAIGHT, 3), "O": (STRAIGHT, 2), "P": (ALL_AROUND, 1)}
TREACHEROUS_REACH = {"O": (STRAIGHT, 2), "P": (ALL_AROUND, 3)}

SETUPS = {
    "imperial": "2mmm3/2ooo3/1ppopp2/2p1p3/3P1P2/2PPOPP1/3OOO2/3MMM2",
    "draume-crown": "1momom2/1ppopp2/p2o2p1/8/8/1P2O2P/2PPOPP1/2MOMOM1",
}


def get_owner(piece: str) -> str:
    return "d" if piece.isupper() else "l"


def get_enemy(side: str) -> str:
    return "l" if side == "d" else "d"


def get_distance(one: str, other: str) -> tuple[int, int]:
    """Files and ranks between two squares."""
    return abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))


@cache
def list_zone(kind: str, square: str) -> list[str]:
    """The squares that a piece of this kind controls from `square`."""
    if kind == "M":
        return [other for other in SQUARES if sum(get_distance(square, other)) == 2]
    if kind == "O":
        return [other for other in SQUARES if max(get_distance(square, other)) == 1]
    return []


@cache
def list_line(square: str, step: tuple[int, int], reach: int) -> list[str]:
    """The squares met from `square` in the direction of `step`, nearest first, at most `reach`."""
    line = []
    for count in range(1, reach + 1):
        met = chr(ord(square[0]) + count * step[0]) + chr(ord(square[1]) + count * step[1])
        if met not in SQUARES:
            break
        line.append(met)
    return line


@dataclass(frozen=True)
class Turn:
    """What one side does at once; `back` is a piece put back and its square, such as `Pe3`."""

    kind: str
    origin: str
    target: str
    takes: bool
    controls: bool
    back: str = ""

    def __str__(self) -> str:
        text = ("~" if self.controls else "") + self.kind + self.origin + ("x" if self.takes else "-") + self.target
        return text + ("+" + self.back if self.back else "")


@dataclass(frozen=True)
class Naive:
    """A position. `board` maps squares to `MOPmop`, capitals for Dark; `last` is the turn just played, as `d3xd4`."""

    board: dict[str, str]
    side: str
    last: str
    setup: str
    rules: str

    def text(self) -> str:
        off = "/".join("".join(f"{kind}{self.count_off(side, kind)}" for kind in "MOP") for side in "dl")
        return f"{write_board(self.board)} {self.side} {off} {self.last} {self.setup},{self.rules}"

    def count_on(self, side: str, kind: str) -> int:
        return sum(piece.upper() == kind and get_owner(piece) == side for piece in self.board.values())

    def count_off(self, side: str, kind: str) -> int:
        return ARMY[kind] - self.count_on(side, kind)

    def outcome(self) -> tuple[str, str] | None:
        """The winner and the reason, or None while the game goes on."""
        for side in "dl":
            if self.count_on(side, "M") == 0:
                return get_enemy(side), "masters_lost"
            if self.count_on(side, "O") == 0 and self.count_on(side, "P") == 0:
                return get_enemy(side), "only_masters_left"
        return None if self.legal() else (get_enemy(self.side), "no_legal_turn")

    def legal(self) -> dict[str, Turn]:
        """Every legal turn by its canonical text; empty when a side has lost on the board."""
        for side in "dl":
            on = {kind: self.count_on(side, kind) for kind in "MOP"}
            if on["M"] == 0 or on["O"] + on["P"] == 0:
                return {}
        turns = [turn for turn in self.list_turns() if not self.goes_back(turn)]
        return {str(full): full for turn in turns for full in self.add_resurrections(turn)}

    def has_power(self) -> bool:
        return self.count_on(self.side, "O") > 0 and self.count_on(self.side, "P") > 0

    def list_turns(self) -> Iterator[Turn]:
        """Turns without their resurrections, before Reflection or Ko forbids any."""
        for square, piece in self.board.items():
            if get_owner(piece) == self.side:
                yield from self.list_moves(square, *REACH[piece.upper()], controls=False)
            elif self.is_treacherous(square):
                yield from self.list_moves(square, *TREACHEROUS_REACH[piece.upper()], controls=True)

    def is_treacherous(self, square: str) -> bool:
        """Whether the enemy piece on `square` can play for the side to move."""
        kind = self.board[square].upper()
        if kind == "M" or not self.has_power():
            return False
        mine = [(piece.upper(), other) for other, piece in self.board.items() if get_owner(piece) == self.side]
        return any(RANK[master] > RANK[kind] and square in list_zone(master, other) for master, other in mine)

    def list_moves(self, square: str, steps: list[tuple[int, int]], reach: int, *, controls: bool) -> Iterator[Turn]:
        kind = self.board[square].upper()
        for step in steps:
            for target in list_line(square, step, reach):
                if target not in self.board:
                    yield Turn(kind, square, target, takes=False, controls=controls)
                    continue
                if self.may_take(kind, self.board[target]):
                    yield Turn(kind, square, target, takes=True, controls=controls)
                elif kind == "M" and get_owner(self.board[target]) == self.side and self.board[target].upper() != "M":
                    yield Turn(kind, square, target, takes=True, controls=False)
                break

    def may_take(self, kind: str, victim: str) -> bool:
        """Whether a piece that plays for the side to move, its own or controlled, captures `victim`."""
        if get_owner(victim) == self.side:
            return False
        return self.rules == "ross" or RANK[kind] >= RANK[victim.upper()]

    def goes_back(self, turn: Turn) -> bool:
        """Whether Reflection (ross) or Ko (woag) forbids `turn`."""
        if self.last == "-":
            return False
        left, reached = self.last[:2], self.last[3:]
        if self.rules == "ross":
            return turn.origin == reached and turn.target == left
        if not turn.controls or "x" in self.last:
            return False
        before = dict(self.board)
        before[left] = before.pop(reached)
        return self.move_piece(turn) == before

    def add_resurrections(self, turn: Turn) -> Iterator[Turn]:
        yield turn
        victim = self.board.get(turn.target)
        if victim is None or get_owner(victim) == self.side:
            return
        after = self.move_piece(turn)
        for kind in "OP":
            if RANK[kind] < RANK[victim.upper()] and self.count_off(self.side, kind) > 0:
                for square in SQUARES:
                    if square not in after:
                        yield replace(turn, back=kind + square)

    def move_piece(self, turn: Turn) -> dict[str, str]:
        """The board after `turn`, with nothing put back."""
        board = dict(self.board)
        board[turn.target] = board.pop(turn.origin)
        return board

    def play(self, text: str) -> Naive:
        """The position after a legal turn in canonical text; KeyError for anything else."""
        turn = self.legal()[text]
        board = self.move_piece(turn)
        if turn.back:
            board[turn.back[1:]] = turn.back[0] if self.side == "d" else turn.back[0].lower()
        last = turn.origin + ("x" if turn.takes else "-") + turn.target
        return replace(self, board=board, side=get_enemy(self.side), last=last)


def write_board(board: dict[str, str]) -> str:
    """The board as in FEN."""
    rows = []
    for rank in "87654321":
        row = "".join(board.get(file + rank, ".") for file in "abcdefgh")
        for run in range(8, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return "/".join(rows)


def read_board(text: str) -> dict[str, str]:
    board = {}
    for rank, row in zip("87654321", text.split("/"), strict=True):
        spread = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        for file, sign in zip("abcdefgh", spread, strict=True):
            if sign != ".":
                board[file + rank] = sign
    return board


def read(text: str) -> Naive:
    """The position of a position text. The counts of captured pieces follow from the board and are not looked at."""
    board, side, _off, last, options = text.split()
    setup, rules = options.split(",")
    return Naive(read_board(board), side, last, setup, rules)


def start(setup: str, rules: str) -> Naive:
    return Naive(read_board(SETUPS[setup]), "d", "-", setup, rules)
