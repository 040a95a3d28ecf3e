"""A second, deliberately naive engine of Masters: plain loops over a dictionary of squares, to check the real one.

Only the reconstructed data (movement table and set-up) is the real ruleset's own: it stands in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from engine.games.masters.rules import MOVEMENT, SETUP

FILES = "abcdefghij"
SQUARES = [f"{file}{rank}" for rank in range(1, 13) for file in FILES]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
HOME = {"e": "1", "f": "12"}


def get_owner(piece: str) -> str:
    return "e" if piece.isupper() else "f"


def get_enemy(side: str) -> str:
    return "f" if side == "e" else "e"


def step(square: str, direction: tuple[int, int], times: int = 1) -> str | None:
    """The square so many steps on, or None off the board."""
    file = FILES.index(square[0]) + direction[0] * times
    rank = int(square[1:]) + direction[1] * times
    return f"{FILES[file]}{rank}" if 0 <= file < 10 and 1 <= rank <= 12 else None


@dataclass(frozen=True)
class Turn:
    """One turn, part by part; absent parts are empty."""

    answer: str = ""
    claim: str = ""
    start: str = ""
    end: str = ""
    promotion: str = ""


@dataclass(frozen=True)
class Naive:
    """A position: pieces by square, side to move, held squares and movesets by side, the offer now open."""

    board: dict[str, str]
    side: str
    holds: dict[str, str]
    movesets: dict[str, str]
    offer: str = "-"

    # What the board shows

    def find(self, side: str, kind: str) -> str | None:
        letter = kind if side == "e" else kind.lower()
        return next((square for square in self.board if self.board[square] == letter), None)

    def is_shielded(self, square: str) -> bool:
        """Whether a cardinal of either side stands on one of the eight squares around."""
        around = [step(square, direction) for direction in product([-1, 0, 1], repeat=2) if direction != (0, 0)]
        return any(self.board.get(near or "", "").upper() == "C" for near in around)

    def is_held(self, square: str) -> bool:
        """Whether the enemy of the piece there holds it."""
        return self.holds[get_enemy(get_owner(self.board[square]))] == square

    def sees(self, side: str, square: str) -> bool:
        """Whether this side's puppeteer stands on the square's rank or file with nothing between."""
        puppeteer = self.find(side, "P")
        in_line = puppeteer and (puppeteer[0] == square[0] or puppeteer[1:] == square[1:])
        for direction in STRAIGHT if in_line else []:
            for times in range(1, 12):
                met = step(puppeteer, direction, times)
                if met == square:
                    return True
                if met is None or met in self.board:
                    break
        return False

    def can_claim(self, square: str) -> bool:
        piece = self.board.get(square)
        return bool(
            piece and get_owner(piece) != self.side and not self.is_shielded(square) and self.sees(self.side, square)
        )

    def has_lost_leader(self, side: str, kind: str) -> bool:
        square = self.find(side, kind)
        return square is None or self.is_held(square)

    def outcome(self) -> tuple[str, str] | None:
        """The winner and why; the side that has just moved is judged first."""
        for loser in (self.side, get_enemy(self.side)):
            if all(self.has_lost_leader(loser, kind) for kind in "GPW"):
                return get_enemy(loser), "leadership_lost"
        return None

    # Where pieces go

    def reach(self, square: str) -> Iterator[str]:
        """The squares that the piece there may go to in the hands of the side to move."""
        owner, kind = get_owner(self.board[square]), self.board[square].upper()
        if kind == "W":
            kind = self.movesets[owner]
        if kind == "-":
            return
        row, forward = MOVEMENT[kind], 1 if owner == "e" else -1
        if row.takes is None:
            yield from self.walk(square, row, row.goes, forward, "both")
        else:
            yield from self.walk(square, row, row.goes, forward, "move")
            yield from self.walk(square, row, row.takes, forward, "take")

    def walk(self, square, row, directions, forward, purpose) -> Iterator[str]:
        for file, rank in directions:
            for times in range(1, (row.reach or 12) + 1):
                met = step(square, (file, rank * forward), times)
                if met is None:
                    break
                if met not in self.board:
                    if purpose != "take":
                        yield met
                elif get_owner(self.board[met]) == self.side:
                    if not row.flies:
                        break
                else:
                    if purpose != "move" and not self.is_shielded(met):
                        yield met
                    break

    def is_movable(self, square: str) -> bool:
        if get_owner(self.board[square]) == self.side:
            return not self.is_held(square)
        return self.holds[self.side] == square

    def moves_from(self, square: str) -> Iterator[tuple[str, str, str]]:
        piece = self.board[square]
        last_rank = HOME[get_enemy(get_owner(piece))]
        for end in self.reach(square):
            promotes = piece.upper() == "T" and end[1:] == last_rank
            for promotion in "DSAH" if promotes else [""]:
                yield square, end, promotion

    # Turns

    @cached_property
    def turns(self) -> dict[str, Turn]:
        """Each legal turn by its text."""
        return {self.write(turn): turn for turn in self.list_turns()}

    def list_turns(self) -> Iterator[Turn]:
        if self.outcome():
            return
        for answer in self.list_answers():
            answered = self.answer(answer)
            for claim, start, end, promotion in answered.list_deeds():
                yield Turn(answer, claim, start, end, promotion)

    def list_answers(self) -> list[str]:
        if self.offer == "-":
            return [""]
        return ["w+"] if self.offer.endswith("!") else ["w+", "w-"]

    def answer(self, answer: str) -> Naive:
        accepted = {self.side: self.offer[0]} if answer == "w+" else {}
        return replace(self, movesets=self.movesets | accepted, offer="-")

    def list_deeds(self) -> Iterator[tuple[str, str, str, str]]:
        """Claim, start, end and promotion of each turn, the witch having answered."""
        for claim in self.list_claims():
            yield claim, "", "", ""
            if claim != self.holds[self.side]:
                taken = replace(self, holds=self.holds | {self.side: claim})
                for move in taken.moves_from(claim):
                    yield claim, *move
        for square in self.board:
            if self.is_movable(square):
                for move in self.moves_from(square):
                    yield "", *move
                    for claim in self.move(*move).list_claims():
                        if claim != square:
                            yield claim, *move

    def list_claims(self) -> list[str]:
        """What the side to move may claim on this board; a puppeteer held when the turn begins may not."""
        puppeteer = self.find(self.side, "P")
        if puppeteer is None or self.is_held(puppeteer):
            return []
        return [square for square in self.board if self.can_claim(square) and square != self.holds[self.side]]

    def move(self, start: str, end: str, promotion: str) -> Naive:
        """The board after a move, the turn not yet settled: a hold goes along with its piece, or ends with it."""
        board = dict(self.board)
        piece = board.pop(start)
        board[end] = (promotion if piece.isupper() else promotion.lower()) or piece
        hold = self.holds[self.side]
        hold = end if hold == start else "-" if hold == end else hold
        return replace(self, board=board, holds=self.holds | {self.side: hold})

    def write(self, turn: Turn) -> str:
        parts = [turn.answer, turn.claim and f"*{turn.claim}"]
        if turn.start:
            letter = self.board[turn.start].upper().replace("T", "")
            sign = "x" if turn.end in self.board else "-"
            promotion = turn.promotion and f"={turn.promotion}"
            parts.append(f"{letter}{turn.start}{sign}{turn.end}{promotion}")
        return ",".join(part for part in parts if part)

    # Playing a turn

    def play(self, text: str) -> Naive:
        turn = self.turns[text]
        after, taken = self.answer(turn.answer), "-"
        if turn.claim and turn.claim == turn.start:
            after = replace(after, holds=after.holds | {self.side: turn.claim})
        if turn.start:
            taken = after.board.get(turn.end, "-").upper()
            after = after.move(turn.start, turn.end, turn.promotion)
        if turn.claim and turn.claim != turn.start:
            after = replace(after, holds=after.holds | {self.side: turn.claim})
        return after.settle(taken)

    def settle(self, taken: str) -> Naive:
        """The end of a turn that took this kind of piece: holds, the offer to the enemy's witch, the side to move."""
        enemy = get_enemy(self.side)
        after = self.settle_hold(self.side).settle_hold(enemy)
        if taken == "W":
            after = replace(after, movesets=after.movesets | {enemy: "-"})
        if taken not in "-W" and after.find(enemy, "W"):
            forced = taken in "GP" and after.has_lost_leader(enemy, "G") and after.has_lost_leader(enemy, "P")
            after = replace(after, offer=taken + ("!" if forced else ""))
        return replace(after, side=enemy)

    def settle_hold(self, side: str) -> Naive:
        hold, puppeteer = self.holds[side], self.find(side, "P")
        stays = hold != "-" and puppeteer and not self.is_held(puppeteer) and self.sees(side, hold)
        return self if stays else replace(self, holds=self.holds | {side: "-"})

    def text(self) -> str:
        ranks = []
        for rank in range(12, 0, -1):
            row, empty = "", 0
            for file in FILES:
                piece = self.board.get(f"{file}{rank}")
                if piece and empty:
                    row += str(empty)
                row, empty = (row + piece, 0) if piece else (row, empty + 1)
            ranks.append(row + (str(empty) if empty else ""))
        return (
            f"{'/'.join(ranks)} {self.side} {self.holds['e']}/{self.holds['f']} "
            f"{self.movesets['e']}/{self.movesets['f']} {self.offer}"
        )


def read(text: str) -> Naive:
    rows, side, holds, movesets, offer = text.split()
    board = {}
    for rank, row in zip(range(12, 0, -1), rows.split("/"), strict=True):
        cells = "".join(" " * int(part) if part.isdigit() else part for part in row.replace("10", "55"))
        board |= {f"{file}{rank}": piece for file, piece in zip(FILES, cells, strict=True) if piece != " "}
    pairs = [dict(zip("ef", pair.split("/"), strict=True)) for pair in (holds, movesets)]
    return Naive(board, side, *pairs, offer)


def start() -> Naive:
    home = {f"{file}{rank}": piece for rank, row in enumerate(SETUP, 1) for file, piece in zip(FILES, row, strict=True)}
    away = {f"{square[0]}{13 - int(square[1:])}": piece.lower() for square, piece in home.items()}
    return Naive(home | away, "e", {"e": "-", "f": "-"}, {"e": "-", "f": "-"})
