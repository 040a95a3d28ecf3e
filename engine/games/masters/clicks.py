"""Why a square of Masters' board cannot be clicked, in a sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import IllegalMove
from engine.games.masters.movement import BIT, PROMOTIONS, must_promote
from engine.games.masters.refusals import Refusal, check_claim, check_hands, check_move
from engine.games.masters.state import State
from engine.games.masters.turn import Turn

NOTHING = Turn("", 0, "", 0, "", 0, "")


def explain(position: State, clicks: Sequence[str]) -> IllegalMove | None:
    """Why the last of these clicks leads to no legal turn; `clicks` are squares, answers of the witch, promotions."""
    *before, last = clicks
    if last not in BIT:
        return None
    if position.outcome():
        return IllegalMove("over", "The game is over.")
    answers = [token for token in before if token in ("w+", "w-")]
    if position.offer and answers:
        position = position.answer(answers[0])
    details: dict[str, object] = {"square": last}
    staged = read_clicks(position, [token for token in before if token not in answers])
    reason = _find_reason(position, staged, BIT[last], details)
    if reason is None:
        return None
    code, template = reason
    return IllegalMove(code, template, **details)


def read_clicks(position: State, clicks: Sequence[str]) -> Turn:
    """The part of a turn that was clicked: an enemy piece that is not held is claimed by its first click."""
    turn = NOTHING
    for token in clicks:
        square = BIT.get(token, 0)
        if not square:
            turn = turn._replace(promotion=token[1:])
        elif turn.start and not turn.end:
            turn = turn._replace(end=square, sign="x" if square in position.field.letters else "-")
        elif not turn.claim and _is_to_claim(position, turn, square):
            turn = turn._replace(claim=square)
        elif square in (turn.claim, position.holds[position.turn]) or square & position.field.masks[position.turn]:
            turn = turn._replace(start=square)
        else:  # where the piece that was claimed goes
            turn = turn._replace(start=turn.claim, end=square)
    return turn


def _is_to_claim(position: State, turn: Turn, square: int) -> bool:
    """Whether a click on a square would claim the piece there: the enemy's, neither held nor claimed yet."""
    theirs = position.field.masks[1 - position.turn] & square
    return bool(theirs and square not in (turn.claim, turn.end, position.holds[position.turn]))


def _find_reason(position: State, turn: Turn, square: int, details: dict[str, object]) -> Refusal | None:
    if turn.start and not turn.end:
        return _explain_end(position, turn, square, details)
    stands = square in position.field.letters and square != turn.start
    if turn.end and not stands and square != turn.end:
        return "left", "There is no piece on {square} once this move is made."
    if not stands and square != turn.end and not turn.start:
        return "empty", "There is no piece on {square}."
    if stands and _is_to_claim(position, turn, square):
        if turn.claim and turn.claim == turn.start:
            return "claim_moves", "You claim the piece that moves in this turn, and can claim only one."
        one_claim = ("one_claim", "Only one piece can be claimed in a turn.") if turn.claim else None
        return check_claim(position, turn._replace(claim=square), details) or one_claim
    if turn.end:
        return "whole", "A turn has one move: confirm it, or choose another piece."
    return _explain_start(position, turn, square, details)


def _explain_end(position: State, turn: Turn, end: int, details: dict[str, object]) -> Refusal | None:
    if end == turn.claim:
        return "claim_taken", "You cannot take the piece on {square}, which you claim in this turn."
    piece = position.field.letters[turn.start]
    sign = "x" if end in position.field.letters else "-"
    promotion = PROMOTIONS[0] if must_promote(piece, end) else ""
    turn = turn._replace(end=end, sign=sign, promotion=promotion)
    return check_move(position, turn, details) or check_claim(position, turn, details)


def _explain_start(position: State, turn: Turn, start: int, details: dict[str, object]) -> Refusal | None:
    piece = position.field.letters[start]
    details |= {"start": details["square"], "piece": position.tables.movement[piece.upper()].name}
    if reason := check_hands(position, turn, start):
        return reason
    if piece in "Ww" and not position.movesets["Ww".index(piece)]:
        return "no_moveset", "The witch on {start} has inherited nothing and cannot move."
    if turn.claim and position.find_moves_from(start):
        return "no_move_with_claim", "No move of the {piece} on {start} goes with that claim."
    return "stuck", "The {piece} on {start} has nowhere to go."
