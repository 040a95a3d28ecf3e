"""Why a square of MASTER's board cannot be clicked, in a sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import IllegalMove
from engine.games.master.refusals import refuse_move, refuse_rotation
from engine.games.master.ways import BOARD, Turn


def explain(board: Mapping[int, str], clicks: Sequence[str], *, own: str) -> IllegalMove | None:
    """Why the last of these clicks leads to no legal turn; `clicks` are squares, and the face of a die after its
    square. `own` are the letters of the mover's pieces."""
    if clicks[-1] not in BOARD.index:
        return None
    if len(clicks) == 1:
        return _explain_start(board, clicks[0], own=own)
    start, end = BOARD.index[clicks[0]], BOARD.index[clicks[1]]
    if len(clicks) == 2:
        return refuse_move(board, Turn(start, end in board, end, None, ""), own=own)
    turned = BOARD.index[clicks[2]]
    if len(clicks) == 3:
        return _explain_rotation(board, Turn(start, end in board, end, turned, "0"), own=own)
    if len(clicks) == 4:
        return IllegalMove("face_first", "Choose what the die on {square} will show, or undo.", square=clicks[2])
    return IllegalMove("whole", "This is a whole turn: confirm it, or choose another piece.")


def _explain_start(board: Mapping[int, str], square: str, *, own: str) -> IllegalMove:
    piece = board.get(BOARD.index[square], "")
    if not piece:
        return IllegalMove("empty", "There is no piece on {start}.", start=square)
    if piece not in own:
        return IllegalMove("not_yours", "The piece on {start} is not yours.", start=square)
    return IllegalMove("stuck", "The piece on {start} has nowhere to go.", start=square)


def _explain_rotation(board: Mapping[int, str], turn: Turn, *, own: str) -> IllegalMove | None:
    after = dict(board)
    after[turn.end] = after.pop(turn.start)
    won = ("m" if "M" in own else "M") not in after.values()
    return refuse_rotation(after, turn, own=own, won=won)
