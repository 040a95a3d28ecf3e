"""Why a turn of MASTER is refused, in a sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import IllegalMove
from engine.games.master.ways import BIT, BOARD, FACES, WAYS, Turn


def refuse_move(board: Mapping[int, str], turn: Turn, *, own: str) -> IllegalMove | None:
    """What is wrong with the move; `own` are the letters of the mover's pieces."""
    start, end = BOARD.names[turn.start], BOARD.names[turn.end]
    piece = board.get(turn.start, "")
    if not piece:
        return IllegalMove("empty", "There is no piece on {start}.", start=start)
    if piece not in own:
        return IllegalMove("not_yours", "The piece on {start} is not yours.", start=start)
    way = next((way for way in WAYS[piece][turn.start] if way[2] == turn.end), None)
    if way is None and piece in "Mm":
        return IllegalMove(
            "master_way", "A Master moves exactly 2 squares diagonally, not {start}-{end}.", start=start, end=end
        )
    if way is None:
        return IllegalMove(
            "pawn_way",
            "The die on {start} shows {face} and moves exactly that far in a straight line along rank or file.",
            start=start,
            face=FACES.index(piece.upper()) + 1,
        )
    if any(way[1] & BIT[square] for square in board):
        return IllegalMove(
            "blocked", "A piece stands between {start} and {end}: there is no jumping.", start=start, end=end
        )
    target = board.get(turn.end, "")
    if target and target in own:
        return IllegalMove("friend", "Your own piece stands on {end}.", end=end)
    if turn.takes != bool(target):
        template = (
            "There is a piece to take on {end}: write x." if target else "There is nothing to take on {end}: write -."
        )
        return IllegalMove("sign", template, end=end)
    return None


def refuse_rotation(board: Mapping[int, str], turn: Turn, *, own: str, won: bool) -> IllegalMove | None:
    """What is wrong with the rotation, on the board after the move; `won` if that took the last Master."""
    if turn.turned is None:
        return None
    square, piece = BOARD.names[turn.turned], board.get(turn.turned, "")
    if won:
        return IllegalMove("won", "Taking the second Master ends the game: nothing is turned any more.")
    if not piece or piece not in own:
        return IllegalMove("turn_what", "After the move there is no die of yours on {square} to turn.", square=square)
    if piece in "Mm":
        return IllegalMove("turn_master", "The piece on {square} is a Master: only dice are turned.", square=square)
    if turn.face not in ("1", "2", "3", "4", "5", "6"):
        return IllegalMove("face", "A die shows 1 to 6, not “{face}”.", face=turn.face[:10])
    if FACES[int(turn.face) - 1] == piece.upper():
        return IllegalMove("same_face", "The die on {square} shows {face} already.", square=square, face=turn.face)
    return None
