"""What a turn of MASTER did, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Side
from engine.games.master.ways import BOARD, FACES, read_turn
from engine.telling import Happened, Happening
from engine.words import Sentence

MOVED = Happening(
    Sentence("master_moved_mover", "You moved your {piece} from {start} to {end}."),
    Sentence("master_moved_other", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("master_moved_watcher", "{mover} moved its {piece} from {start} to {end}."),
    Sentence("master_moved_planner", "Your {piece} on {start} will move to {end}."),
)
CAPTURED = Happening(
    Sentence("master_captured_mover", "Your {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("master_captured_other", "{mover}’s {piece} on {start} captured your {taken} on {end}."),
    Sentence("master_captured_watcher", "{mover}’s {piece} on {start} captured {other}’s {taken} on {end}."),
    Sentence("master_captured_planner", "Your {piece} on {start} will capture {other}’s {taken} on {end}."),
)
TURNED = Happening(
    Sentence("master_turned_mover", "You turned your die on {square} from {shown} to {face}."),
    Sentence("master_turned_other", "{mover} turned its die on {square} from {shown} to {face}."),
    Sentence("master_turned_watcher", "{mover} turned its die on {square} from {shown} to {face}."),
    Sentence("master_turned_planner", "You will turn your die on {square} from {shown} to {face}."),
)
ONE_MASTER_LEFT = Happening(
    Sentence("master_one_master_left_mover", "{other} has one Master left."),
    Sentence("master_one_master_left_other", "You have one Master left."),
    Sentence("master_one_master_left_watcher", "{other} has one Master left."),
    Sentence("master_one_master_left_planner", "{other} will have one Master left."),
)


def tell(
    board: Mapping[int, str], move: str, *, mover: Side, sides: Sequence[str], kinds: Mapping[str, str]
) -> Iterator[Happened]:
    """The move, the die that was turned after it, and whether the other side was left with its last Master."""
    turn = read_turn(move)
    if turn is None:
        return
    names = {"mover": sides[mover], "other": sides[mover.other]}
    piece = name_piece(board[turn.start], kinds)
    told = {"piece": piece, "start": BOARD.names[turn.start], "end": BOARD.names[turn.end], **names}
    taken = board.get(turn.end, "")
    yield CAPTURED(taken=name_piece(taken, kinds), **told) if taken else MOVED(**told)
    if turn.turned is not None:
        letter = board[turn.start if turn.turned == turn.end else turn.turned]
        shown = FACES.index(letter.upper()) + 1
        yield TURNED(square=BOARD.names[turn.turned], shown=shown, face=int(turn.face), **names)
    if taken in ("M", "m") and [*board.values()].count(taken) == 2:
        yield ONE_MASTER_LEFT(**names)


def name_piece(letter: str, kinds: Mapping[str, str]) -> str:
    """The name of a piece by its letter on the board; those of dice are what they show."""
    return kinds["M" if letter in "Mm" else "P"]
