"""MASTER, the dice game: Pawns are dice that go exactly as far as they show and may be turned after a move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from engine.contract import (
    HOUSE_DRAWS,
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
from engine.games.master.clicks import explain
from engine.games.master.refusals import refuse_move, refuse_rotation
from engine.games.master.telling import tell
from engine.games.master.ways import BIT, BOARD, FACES, ROTATIONS, WAYS, Turn, colour_class, read_turn, write_move
from engine.games.master.words import ONE_MASTER_LEFT, SHOW, TERMINATIONS, tell_throws
from engine.symmetry import mirror
from engine.telling import Happened
from engine.titles import entitle
from engine.words import Ending, Said

SETUP = (".B.M.BB.M.B.", "A" * 12)
"""Red's ranks 1 and 2, files a to l; White's 10 and 9 are the same, file for file."""

OWN = (f"M{FACES}", f"m{FACES.lower()}")
ARMY = {"M": 2, "P": 16}


class MasterPosition:
    """A position: the letters by square, capitals for Red, and the side to move."""

    __slots__ = ("_moves", "_turns", "board", "turn")

    def __init__(self, board: Mapping[int, str], turn: Side) -> None:
        self.board = board
        self.turn = turn
        self._moves: list[tuple[int, int, str]] | None = None
        self._turns: tuple[str, ...] | None = None

    def legal_moves(self) -> Sequence[str]:
        """Every legal turn: each move alone, then with each rotation, by squares."""
        if self._turns is None:
            self._turns = () if self.outcome() else tuple(self._list_turns())
        return self._turns

    def _list_moves(self) -> list[tuple[int, int, str]]:
        """Start, end and text of each move, whatever is rotated after it."""
        if self._moves is None:
            own, board = OWN[self.turn], self.board
            friends = enemies = 0
            for square, letter in board.items():
                if letter in own:
                    friends |= BIT[square]
                else:
                    enemies |= BIT[square]
            occupied = friends | enemies
            self._moves = [
                (square, end, capture if enemies & bit else quiet)
                for square in sorted(board)
                if board[square] in own
                for bit, between, end, quiet, capture in WAYS[board[square]][square]
                if not (friends & bit or occupied & between)
            ]
        return self._moves

    def _list_turns(self) -> Iterator[str]:
        board = self.board
        dice = [square for square in sorted(board) if board[square] in OWN[self.turn][1:]]
        rotations = [text for square in dice for text in ROTATIONS[board[square]][square]]
        places = {square: 5 * number for number, square in enumerate(dice)}
        for start, end, move in self._list_moves():
            yield move
            if self._wins(end):
                continue
            place = places.get(start)
            if place is None:
                yield from [move + rotation for rotation in rotations]
            else:
                others = (*rotations[:place], *rotations[place + 5 :], *ROTATIONS[board[start]][end])
                yield from [move + rotation for rotation in others]

    def _wins(self, end: int) -> bool:
        """Whether the piece taken there is the enemy's last Master."""
        master = OWN[self.turn.other][0]
        return self.board.get(end) == master and [*self.board.values()].count(master) == 1

    def canonical(self, move: str) -> str:
        """The canonical text of a legal turn. Raises IllegalMove."""
        turn, _ = self._judge(move)
        text = write_move(turn.start, turn.end, takes=bool(turn.takes))
        return text if turn.turned is None else f"{text} @{BOARD.names[turn.turned]}={turn.face}"

    def play(self, move: str) -> MasterPosition:
        """The position after a turn. Raises IllegalMove."""
        turn, board = self._judge(move)
        if turn.turned is not None:
            face = FACES[int(turn.face) - 1]
            board[turn.turned] = face if self.turn is Side.FIRST else face.lower()
        return MasterPosition(board, self.turn.other)

    def _judge(self, move: str) -> tuple[Turn, dict[int, str]]:
        """A legal turn in its parts, and the board after its move. Raises IllegalMove."""
        if self.outcome():
            raise IllegalMove("over", "The game is over.")
        turn = read_turn(move)
        if turn is None:
            shown = " ".join(move.split())[:40]
            raise IllegalMove(
                "syntax", "“{text}” cannot be read as a turn: write it like a2-a3 or a2-a3 @b1=5.", text=shown
            )
        if turn.takes is None:
            turn = turn._replace(takes=turn.end in self.board)
        own = OWN[self.turn]
        wrong = refuse_move(self.board, turn, own=own)
        if wrong:
            raise wrong
        after = dict(self.board)
        after[turn.end] = after.pop(turn.start)
        wrong = refuse_rotation(after, turn, own=own, won=self._wins(turn.end))
        if wrong:
            raise wrong
        return turn, after

    def outcome(self) -> Outcome | None:
        """How the game ended: a side has lost that has no Masters, or is to move and has no legal move."""
        letters = self.board.values()
        for side in Side:
            if OWN[side][0] not in letters:
                return Outcome(winner=side.other, termination="masters_lost")
        return None if self._list_moves() else Outcome(winner=self.turn.other, termination="no_legal_turn")

    def text(self) -> str:
        """Board and side to move."""
        return f"{BOARD.write(self.board)} {'rw'[self.turn]}"

    def repetition_key(self) -> str:
        """The whole text."""
        return self.text()

    def pieces(self) -> Sequence[Piece]:
        """All pieces by square; a Pawn is marked with what it shows: `face-5`."""
        return [draw(BOARD.names[square], self.board[square]) for square in sorted(self.board)]

    def captured(self) -> Sequence[Piece]:
        """What is missing from the sets, Masters first. What a captured die showed is not known any more."""
        standing = Counter((piece.side, piece.kind) for piece in self.pieces())
        return [
            Piece(None, kind, side)
            for side in Side
            for kind, number in ARMY.items()
            for _ in range(number - standing[side, kind])
        ]

    def overlays(self) -> Sequence[Overlay]:
        """No zones in this game."""
        return ()


def draw(square: str, letter: str) -> Piece:
    """The piece of a letter."""
    side = Side.FIRST if letter.isupper() else Side.SECOND
    if letter in "Mm":
        return Piece(square, "M", side)
    return Piece(square, "P", side, (f"face-{FACES.index(letter.upper()) + 1}",))


class Master:
    """The ruleset."""

    slug = "master"
    revision = 1
    title, subtitle = "MASTER", "dice"
    name = entitle(title, subtitle)
    summary = "Your Pawns are dice: each moves exactly as far as it shows, and you may turn one every turn."
    sides = ("Red", "White")
    files = 12
    ranks = 10
    kinds: Mapping[str, str] = {"M": "Master", "P": "Pawn"}
    options: tuple[Option, ...] = (HOUSE_DRAWS,)
    terminations: Mapping[str, Ending] = TERMINATIONS
    step_labels: Mapping[str, str | Said] = {
        "move": "Move",
        "rotate": "Rotation",
        **{f"={face}": SHOW(face=face) for face in range(1, 7)},
    }
    step_prompts: Mapping[str, str] = {
        "": "Choose a piece.",
        "move:1": "Click where the {piece} on {square} goes.",
        "rotate": "Optional: turn one die.",
        "rotate:1": "Choose what the die on {square} will show.",
    }
    steps_last = ("rotate",)
    symmetries = tuple(
        mirror(BOARD, files=files, ranks=ranks, swaps=swaps) for files, ranks, swaps in product((False, True), repeat=3)
    )

    def start(self, **options: object) -> MasterPosition:
        """The set-up, Red to move, whatever the options. Raises BadOption."""
        settle_options(self.options, options)
        board = {}
        for rank, row in enumerate(SETUP):
            for file, letter in enumerate(row):
                if letter != ".":
                    board[rank * 12 + file] = letter
                    board[(9 - rank) * 12 + file] = letter.lower()
        return MasterPosition(board, Side.FIRST)

    def read(self, text: str) -> MasterPosition:
        """The position of a text such as `text()` gives. Raises BadPosition."""
        fields = text.split()
        if len(fields) != 2:
            raise BadPosition(
                "fields", "A position has two parts, board and side; this has {found}.", found=len(fields)
            )
        board = BOARD.read(fields[0], letters="".join(OWN))
        if fields[1] not in ("r", "w"):
            raise BadPosition("side", "The side to move is r or w, not “{side}”.", side=fields[1][:20])
        self._check_armies(board)
        return MasterPosition(board, Side.FIRST if fields[1] == "r" else Side.SECOND)

    def _check_armies(self, board: Mapping[int, str]) -> None:
        standing = Counter(
            (piece.side, piece.kind) for piece in (draw(BOARD.names[square], board[square]) for square in board)
        )
        for (side, kind), number in standing.items():
            if number > ARMY[kind]:
                raise BadPosition(
                    "army",
                    "{side} has {number} pieces of the kind {kind}; {limit} are the most.",
                    side=self.sides[side],
                    number=number,
                    kind=self.kinds[kind],
                    limit=ARMY[kind],
                )
        if not any(kind == "M" for _, kind in standing):
            raise BadPosition("masters", "One side at least must have a Master.")
        red, white = ({colour_class(square) for square, letter in board.items() if letter == master} for master in "Mm")
        if red & white:
            raise BadPosition("masters_meet", "Masters of the two sides stand where one could take the other.")

    def steps(self, move: str) -> Steps:
        """Groups `move` and, where a die is turned, `rotate`."""
        plain, _, rotation = move.partition(" @")
        squares = re.split("[-x]", plain)
        groups: Steps = (("move", (squares[0], squares[1])),)
        if rotation:
            square, _, face = rotation.partition("=")
            groups += (("rotate", (square, f"={face}")),)
        return groups

    def is_quiet(self, move: str) -> bool:
        """Whether nothing was taken."""
        return "x" not in move

    def remarks(self, before: MasterPosition, move: str, after: MasterPosition) -> Sequence[Said]:
        """Which side a turn left with its last Master."""
        masters = {side: [[*each.board.values()].count(OWN[side][0]) for each in (before, after)] for side in Side}
        return tuple(ONE_MASTER_LEFT(side=self.sides[side]) for side in Side if masters[side] == [2, 1])

    def tell(self, before: MasterPosition, move: str, after: MasterPosition) -> Sequence[Happened]:
        """What a turn did."""
        return tuple(tell(before.board, move, mover=before.turn, sides=self.sides, kinds=self.kinds))

    def explain(self, position: MasterPosition, clicks: Sequence[str]) -> IllegalMove | None:
        """Why the last of these clicks leads to no legal turn."""
        if position.outcome():
            return IllegalMove("over", "The game is over.")
        return explain(position.board, clicks, own=OWN[position.turn])

    def tell_opening(self, opening: str, *, first: str, second: str) -> Said:
        """The throws in words, by the names of the players; the higher throw plays Red."""
        return tell_throws(opening, first=first, second=second, side=self.sides[0])

    def opening(self, rng: Random) -> str:
        """The throws of one die each, Red's before White's, until unequal: `3-3 4-2`. The higher throw plays Red.

        The site seats the players by lot; since the dice are alike, that comes to the same as a throw of each.
        """
        throws = [(rng.randint(1, 6), rng.randint(1, 6))]
        while throws[-1][0] == throws[-1][1]:
            throws.append((rng.randint(1, 6), rng.randint(1, 6)))
        throws[-1] = max(throws[-1]), min(throws[-1])
        return " ".join(f"{red}-{white}" for red, white in throws)


ruleset = Master()
