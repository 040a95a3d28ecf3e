"""The form of a single-rule case of Mastery, and the one list of the rules' sentences that must each have a case."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.engine.games.mastery import naive_mastery

BOTH = ("ross", "woag")
ROSS = ("ross",)
WOAG = ("woag",)

AFAR = " Ma1 Oa2 Pb1 mh8 oh7 pg8"
"""Bystanders in two corners: they keep both sides in the game and in power, and reach nothing in the middle."""

RULES = {
    "sides": "Dark moves first, and the sides move in turn, each with its own pieces.",
    "imperial": "The imperial set-up.",
    "draume-crown": "The draume-crown set-up.",
    "move": "A Move goes to an empty square.",
    "master moves": "A Master goes 1-3 squares orthogonally.",
    "officer moves": "An Officer goes 1-2 squares orthogonally.",
    "pawn moves": "A Pawn goes 1 square in any of 8 directions.",
    "no jumping": "Straight and unobstructed.",
    "capture": "A Capture ends on an enemy piece, which leaves the board.",
    "any rank": "ross: any rank takes any rank.",
    "own rank or lower": "woag: a piece takes only its own rank or lower.",
    "devour": "A Master may capture a friendly Officer or Pawn.",
    "no master devoured": "A Master is never devoured.",
    "only masters devour": "Officers and Pawns do not devour.",
    "devour brings none back": "A devour carries no resurrection.",
    "control": "A Move or a Capture made with a controlled enemy piece.",
    "control of the higher rank": "The enemy piece stands in the zone of an own piece of higher rank.",
    "takes former friends": "A treacherous piece may take its former friends.",
    "spares the mover": "A treacherous piece never takes the mover's pieces.",
    "stays its owner's": "A treacherous piece stays its owner's afterwards.",
    "masters control": "Masters control Officers and Pawns.",
    "officers control": "Officers control Pawns.",
    "pawns control nothing": "Pawns control nothing.",
    "masters never controlled": "Masters are never controlled.",
    "master's zone": "The 8 squares at Manhattan distance exactly 2.",
    "blind spots": "The four orthogonal neighbours of a Master are blind spots.",
    "officer's zone": "The 8 adjacent squares.",
    "zones not blocked": "Pieces between do not block a zone.",
    "treacherous officer": "A treacherous Officer moves as an Officer.",
    "treacherous pawn": "A treacherous Pawn moves 1-3 squares straight in any of 8 directions, unobstructed.",
    "back for a master": "For a Master an Officer or a Pawn comes back.",
    "back for an officer": "For an Officer a Pawn comes back.",
    "none back for a pawn": "For a Pawn nothing comes back.",
    "back by a controlled piece": "A capture by a controlled piece carries a resurrection too.",
    "back for the capturing player": "It is one of the capturing player's own captured pieces.",
    "back on any empty square": "It comes back on any empty square.",
    "back in the same turn": "A resurrection is part of the turn that captures.",
    "back is optional": "A resurrection is optional.",
    "back lost": "A resurrection is lost if no piece is eligible.",
    "no master back": "Masters never come back.",
    "back on the vacated square": "The square just vacated counts as empty.",
    "devoured come back": "Devoured pieces count as captured and can come back.",
    "back with the winning capture": "The capture that wins the game may still carry one.",
    "reflection": "ross: the piece moved in the turn just before may not be moved to the square it left.",
    "reflection of an own piece": "... also the mover's own piece, which the other side had moved by Control.",
    "reflection by control": "... neither by Control.",
    "reflection by capture": "... neither by Capture, also not to take a piece put back there.",
    "reflection of that piece alone": "... and no other piece is concerned, nor another square, nor a later turn.",
    "putting back is no moving": "A resurrection neither falls under Reflection nor is a move for it.",
    "ko": "woag: a Control may not restore the board as it stood before the opponent's last turn.",
    "ko of controls alone": "woag: other turns are not restricted.",
    "ko not after a capture": "woag: after Pf4xe5, ~Pe5-f4 is legal.",
    "power lost without pawns": "A side with no Pawns cannot Control.",
    "power lost without officers": "A side with no Officers cannot Control.",
    "power back": "A resurrected piece restores the power.",
    "loss of the masters": "A side with no Masters left has lost at once.",
    "loss of all others": "A side with nothing but Masters left has lost at once.",
    "loss by one's own hand": "... also when it devoured its own last piece.",
    "no legal turn": "A side to move with no legal turn has lost.",
    "loss before draw": "A loss on the same turn goes before a draw.",
    "text of a turn": "Pd4-d5, Md1xd4, ~Pd5-d6, ~Oe5xe6, Md1xd4+Pe3.",
    "lenient text": "Any case, spaces, a missing piece letter and a missing ~ are accepted; a missing + means none.",
    "position text": "Board, side to move, pieces off the board, turn just played, set-up and rules.",
}


@dataclass(frozen=True, kw_only=True)
class Case:
    """What one sentence of the rules says of one position.

    `pieces` are squares with `MOP` for Dark and `mop` for Light (or a whole position text), `played` turns made before
    the case begins. `legal` and `refused` are turns; `only` are all the turns of the pieces it names, resurrections
    left out; `says` is a word of each refusal's sentence. `reads` maps lenient to canonical text; `after` a turn to
    the pieces then on the board; `ends` a turn (or "" for none) to winner and termination; `writes` is the
    position's text.
    """

    rule: str
    pieces: str
    side: str = "d"
    last: str = "-"
    rules: tuple[str, ...] = BOTH
    played: str = ""
    legal: str = ""
    refused: str = ""
    only: str = ""
    says: str = ""
    reads: dict[str, str] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)
    ends: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    writes: str = ""


def write_position(pieces: str, *, side: str, last: str, rules: str) -> str:
    """The position text of pieces such as `Md1 oe5`; a text that is one already is given back."""
    if "/" in pieces:
        return pieces
    board = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(board) == len(pieces.split()), f"two pieces on one square: {pieces}"
    return naive_mastery.Naive(board, side, last, "imperial", rules).text()
