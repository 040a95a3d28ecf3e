"""What turns of Mastery, as whole numbers, do to the pieces of both sides."""

from __future__ import annotations

from engine.games.mastery.tables import OFFICER, PAWN, TURNS, Army

TEXTS = tuple(TURNS)
CODES = {text: code for code, text in enumerate(TEXTS)}
FREE = -1
"""Nothing is forbidden to go back."""

Effect = tuple[bool, int, int, int, int]
"""Whether a turn controls, the kind that it moves, the squares that it leaves and comes to, the one where it takes
something, and the code that is then forbidden."""


def _list_effects(*, reflects: bool) -> tuple[Effect, ...]:
    """What each code does, where Reflection is played or Ko."""
    effects = []
    for turn in TURNS.values():
        free = not reflects and (turn.takes or turn.control)
        ban = FREE if free else CODES.get(turn.back[0], FREE)
        effects.append((turn.control, turn.kind, turn.start | turn.end, turn.end if turn.takes else 0, ban))
    return tuple(effects)


EFFECTS = _list_effects(reflects=False), _list_effects(reflects=True)
"""With Ko, and with Reflection."""
ENDS = tuple(turn.end for turn in TURNS.values())


def move_piece(army: Army, kind: int, squares: int) -> Army:
    """Moves a piece between two squares, or puts one on an empty square."""
    masters, officers, pawns = army
    if kind == PAWN:
        return masters, officers, pawns ^ squares
    if kind == OFFICER:
        return masters, officers ^ squares, pawns
    return masters ^ squares, officers, pawns


def remove_piece(army: Army, square: int) -> Army:
    """Removes the piece on a square."""
    masters, officers, pawns = army
    if pawns & square:
        return masters, officers, pawns ^ square
    if officers & square:
        return masters, officers ^ square, pawns
    return masters ^ square, officers, pawns
