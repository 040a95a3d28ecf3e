"""Why a square of Mastery's board cannot be clicked, in a sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import IllegalMove
from engine.games.mastery.refusals import Entry, find_piece, judge_control, list_refusals
from engine.games.mastery.state import State
from engine.games.mastery.tables import BOARD
from engine.games.mastery.text import KIND_NAMES


def explain(position: State, clicks: Sequence[str]) -> IllegalMove | None:
    """Why the last of these clicks leads to no legal turn; `clicks` are squares, and `O` or `P` before what is put
    back."""
    if position.outcome() is not None:
        return IllegalMove("over", "The game is over: no turn can be played.")
    if clicks[-1] not in BOARD.index:
        return None
    squares, returned = clicks[:2], "".join(clicks[2:4]) if len(clicks) > 3 else ""
    entry = _read(position, squares, returned)
    if len(squares) == 1 or entry is None:
        return _explain_start(position, squares[0], entry)
    if len(clicks) in (2, 4):
        return next(list_refusals(position, entry), None)
    return _explain_more(position, entry)


def _read(position: State, squares: Sequence[str], returned: str) -> Entry | None:
    found = find_piece(position, squares[0])
    if found is None:
        return None
    kind, control = found
    end = squares[1] if len(squares) > 1 else squares[0]
    takes = end != squares[0] and find_piece(position, end) is not None
    return Entry(kind, control, squares[0], "x" if takes else "-", end, takes, returned)


def _explain_start(position: State, start: str, entry: Entry | None) -> IllegalMove:
    if entry is None:
        return IllegalMove("empty", "There is no piece on {start}.", start=start)
    refusals = judge_control(position, entry) if entry.control else iter(())
    stuck = IllegalMove("stuck", "The {piece} on {start} has nowhere to go.", start=start, piece=KIND_NAMES[entry.kind])
    return next(refusals, stuck)


def _explain_more(position: State, entry: Entry) -> IllegalMove:
    """A click after the whole move: something may come back, but which piece has to be said first."""
    victim = find_piece(position, entry.end)
    lost = position.lost()
    hopes = victim is not None and victim[1] and any(lost[victim[0] + 1 :])
    if hopes and not entry.returned:
        return IllegalMove("which_first", "Choose first which piece comes back, then the square.")
    return IllegalMove("whole", "{text} is a whole turn: confirm it, or choose another piece.", text=entry.text)
