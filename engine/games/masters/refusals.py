"""Why a turn of Masters is refused, in a sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import IllegalMove, Side
from engine.games.masters.field import Field
from engine.games.masters.movement import KINDS, NAME, PROMOTIONS, PUPPETEER, must_promote
from engine.games.masters.state import State
from engine.games.masters.turn import Move, Turn

Refusal = tuple[str, str]
"""A code and a sentence with the names of details in braces."""


def refuse(position: State, text: str, turn: Turn | None) -> IllegalMove:
    """The refusal of a turn that is not legal in this position."""
    if turn is None:
        shown = " ".join(text.split())[:40]
        return IllegalMove(
            "syntax", "“{text}” cannot be read as a turn: write it like Ge1-e2, *e5 or w+,*e5,He5xf7.", text=shown
        )
    details: dict[str, object] = {"square": ""}
    code, template = _find_reason(position, turn, details)
    return IllegalMove(code, template, **details)


def _find_reason(position: State, turn: Turn, details: dict[str, object]) -> Refusal:
    if position.outcome():
        return "over", "The game is over."
    return (
        _check_answer(position, turn, details)
        or check_move(position, turn, details)
        or check_claim(position, turn, details)
        or ("illegal", "That is no legal turn here.")
    )


def _check_answer(position: State, turn: Turn, details: dict[str, object]) -> Refusal | None:
    if position.offer:
        details["kind"] = position.tables.movement[position.offer[0]].name
        if not turn.answer:
            return "answer_missing", "Your witch is offered the moves of the {kind}: begin the turn with w+ or w-."
        if turn.answer == "w-" and position.offer[-1] == "!":
            return "answer_forced", "Your witch must accept the moves of the {kind}: general and puppeteer are lost."
    elif turn.answer:
        return "answer_unasked", "Your witch has no offer to answer."
    if not turn.claim and not turn.start:
        return "no_deed", "A turn is a move, a claim, or both."
    return None


def check_move(position: State, turn: Turn, details: dict[str, object]) -> Refusal | None:
    """Why the move is refused; adds to `details` what the sentence names."""
    start, end = turn.start, turn.end
    if not start or not end:
        return None
    field, side = position.field, position.turn
    piece = field.letters.get(start, "")
    details |= {"start": NAME[start], "end": NAME[end]}
    if not piece:
        return "empty", "There is no piece on {start}."
    details["piece"] = position.tables.movement[piece.upper()].name
    letter = piece.upper().replace("T", "")
    if turn.letter and turn.letter != letter:
        details["given"] = turn.letter
        return "letter", "The piece on {start} is a {piece}, not a {given}."
    return (
        check_hands(position, turn, start)
        or _check_target(field, side, turn, end)
        or _check_way(position, turn, piece, details)
        or _check_promotion(turn, piece, end)
    )


def check_hands(position: State, turn: Turn, start: int) -> Refusal | None:
    """Why the piece on a square does not obey the side to move."""
    side = position.turn
    if position.field.masks[side] & start:
        if position.holds[1 - side] == start:
            return "held", "The {piece} on {start} is held by the enemy’s puppeteer and does not obey you."
    elif start not in (position.holds[side], turn.claim):
        return "not_yours", "The {piece} on {start} is the enemy’s, and you do not hold it."
    return None


def _check_target(field: Field, side: int, turn: Turn, end: int) -> Refusal | None:
    if turn.start == end:
        return "standing", "A move must leave its square."
    if field.masks[side] & end:
        return "friend", "You cannot take your own piece on {end}."
    if field.masks[1 - side] & end:
        if field.aura & end:
            return "shielded", "The piece on {end} is shielded by a cardinal next to it and cannot be captured."
        if turn.sign == "-":
            return "sign", "There is a piece to capture on {end}: write x."
    elif turn.sign == "x":
        return "sign", "There is nothing to capture on {end}: write -."
    return None


def _check_way(position: State, turn: Turn, piece: str, details: dict[str, object]) -> Refusal | None:
    if piece in "Ww":
        owner = Side.FIRST if piece == "W" else Side.SECOND
        if turn.answer and owner is position.turn:
            position = position.answer(turn.answer)
        if not position.movesets[owner]:
            return "no_moveset", "The witch on {start} has inherited nothing and cannot move."
    mover = position.name_mover(turn.start)
    row = position.tables.movement[mover[-1].upper()]
    details["ways"] = row.words
    for ray in position.tables.make_rays(mover, turn.start.bit_length() - 1):
        way = [square for square, _, _ in ray]
        if turn.end in way and (ray[0][1] if turn.sign == "-" else ray[0][2]):
            return _find_barrier(position, way[: way.index(turn.end)], flies=row.flies, details=details)
    return "way", "The {piece} on {start} does not reach {end}. How it moves: {ways}."


def _find_barrier(position: State, way: Sequence[int], *, flies: bool, details: dict[str, object]) -> Refusal | None:
    """The first piece on the way that is not flown over."""
    bars = position.field.masks[1 - position.turn] if flies else position.field.occupied
    for square in way:
        if square & bars:
            details["barrier"] = NAME[square]
            return "blocked", "The way of the {piece} from {start} to {end} is blocked on {barrier}."
    return None


def _check_promotion(turn: Turn, piece: str, end: int) -> Refusal | None:
    if must_promote(piece, end):
        if turn.promotion not in PROMOTIONS or not turn.promotion:
            return "promotion", "A scout on the enemy’s home rank becomes something: add =D, =S, =A or =H."
    elif turn.promotion:
        return "no_promotion", "The {piece} does not promote on {end}."
    return None


def check_claim(position: State, turn: Turn, details: dict[str, object]) -> Refusal | None:
    """Why the claim is refused. It is judged after the move, or before it if the claimed piece itself moves."""
    claim, side = turn.claim, position.turn
    if not claim:
        return None
    details["claim"] = NAME[claim]
    post = position.field.armies[side][PUPPETEER]
    if not post:
        return "no_puppeteer", "Your puppeteer is captured: you cannot claim."
    if post == position.holds[1 - side]:
        return "puppeteer_held", "Your puppeteer was held when the turn began and cannot claim."
    field, hold = position.field, position.holds[side]
    if turn.start and turn.end and claim != turn.start:
        kind = KINDS.index(field.letters[turn.start].upper())
        takes = bool(field.masks[1 - side] & turn.end)
        field, _ = field.move(Move(kind, turn.start, turn.end, takes, kind), enemy=1 - side)
        hold = turn.end if hold == turn.start else hold
    return _judge_claim(field, side, claim, hold)


def _judge_claim(field: Field, side: int, claim: int, hold: int) -> Refusal | None:
    if field.masks[side] & claim:
        return "claim_own", "The piece on {claim} is your own: you claim enemy pieces only."
    if not field.masks[1 - side] & claim:
        return "claim_empty", "There is no piece on {claim} to claim."
    if claim == hold:
        return "claim_again", "Your puppeteer already holds the piece on {claim}."
    if field.aura & claim:
        return "claim_shielded", "The piece on {claim} is shielded by a cardinal next to it and cannot be claimed."
    if not field.find_seen(side) & claim:
        return "claim_sight", "Your puppeteer does not see {claim} along its rank or file."
    return None
