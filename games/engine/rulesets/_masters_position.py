"""Positions of Masters: legal turns, playing one, settling holds and offers, and what there is to draw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.board import ALL_AROUND
from games.engine.contract import Outcome, Overlay, Piece, Side
from games.engine.rulesets._masters_claims import Claims
from games.engine.rulesets._masters_field import Field
from games.engine.rulesets._masters_reach import BIT, BOARD, Reach, Tables
from games.engine.rulesets._masters_refusals import refuse

INDEX = BOARD.index
_PROMOTED = "DSAH"
_SQUARE = "[a-j](?:1[0-2]|[1-9])"
_TURN = re.compile(
    rf"(?:(w[+-])(?:,(?=.)|$))?(?:\*({_SQUARE})(?:,(?=.)|$))?(?:([a-z])?({_SQUARE})([-x])({_SQUARE})(?:=([a-z]))?)?"
)


class Turn(NamedTuple):
    """The parts of a turn's text; absent ones are empty or None. `letter` and `promotion` are capitals."""

    answer: str
    claim: int | None
    letter: str
    start: int | None
    sign: str
    end: int | None
    promotion: str


@lru_cache(maxsize=1 << 14)
def read_turn(text: str) -> Turn | None:
    """The parts of a turn's text, read leniently; None where it cannot be read."""
    plain = "".join(text.split()).lower()
    found = _TURN.fullmatch(plain) if plain and plain.isascii() and len(plain) < 40 else None
    if not found:
        return None
    answer, claim, letter, start, sign, end, promotion = (part or "" for part in found.groups())
    squares = (INDEX.get(claim), INDEX.get(start), INDEX.get(end))
    return Turn(answer, squares[0], letter.upper(), squares[1], sign, squares[2], promotion.upper())


class MastersPosition:
    """A position. `holds` are the squares held by Ember's and Frost's puppeteer; `offer` is the kind offered to the
    witch of the side to move, with `!` where she must accept. Absent: None, empty."""

    __slots__ = ("_turns", "field", "holds", "movesets", "offer", "tables", "turn")

    def __init__(
        self,
        tables: Tables,
        field: Field,
        turn: Side,
        holds: tuple[int | None, int | None],
        movesets: tuple[str, str],
        offer: str,
    ) -> None:
        self.tables = tables
        self.field = field
        self.turn = turn
        self.holds = holds
        self.movesets = movesets
        self.offer = offer
        self._turns: tuple[str, ...] | None = None

    # Turns

    def legal_moves(self) -> Sequence[str]:
        """Every legal turn, the same order whenever the position is the same."""
        if self._turns is None:
            self._turns = () if self.outcome() else tuple(self._list_turns())
        return self._turns

    def _list_turns(self) -> list[str]:
        side = self.turn
        own, captive = self.field.pieces[side], self.holds[1 - side]
        hands = [(square, own[square]) for square in sorted(own) if square != captive]
        hold, witch = self.holds[side], self.field.posts[side].get("W")
        if hold is not None:
            hands.append((hold, self._name_mover(1 - side, hold)))
        if witch is None or witch == captive:
            witches = []
        else:
            hands.remove((witch, own[witch]))
            witches = [(witch, own[witch])]
        if not self.offer:
            return self._list_deeds(hands + self._dress(witches, self.movesets[side])) + self._list_claims_first()
        deeds = self._list_deeds(hands) + self._list_claims_first()
        answers = [("w+", self.offer[0])] + ([] if self.offer[-1] == "!" else [("w-", self.movesets[side])])
        return [
            f"{answer},{deed}"
            for answer, moveset in answers
            for deed in deeds + self._list_deeds(self._dress(witches, moveset))
        ]

    def _dress(self, witches: list[tuple[int, str]], moveset: str) -> list[tuple[int, str]]:
        """The witch, if she is there to move, with a moveset; nothing without one."""
        worn = moveset if self.turn is Side.FIRST else moveset.lower()
        return [(square, piece + worn) for square, piece in witches] if moveset else []

    def _name_mover(self, owner: int, square: int) -> str:
        """The piece on a square as the tables know it: a witch with her moveset."""
        piece = self.field.pieces[owner][square]
        if piece == "W":
            return f"W{self.movesets[0]}"
        return f"w{self.movesets[1].lower()}" if piece == "w" else piece

    def find_claims(self) -> int:
        """What the side to move may claim on this board, as a mask: nothing while its puppeteer is held."""
        side, hold = self.turn, self.holds[self.turn]
        post = self.field.posts[side].get("P")
        if post is None or post == self.holds[1 - side]:
            return 0
        claims = self.field.find_claims(side)
        return claims if hold is None else claims & ~BIT[hold]

    def _list_claims_first(self) -> list[str]:
        """Claims alone, and those whose piece then makes the move."""
        deeds = []
        for square in BOARD.squares(self.find_claims()):
            claim = f"*{BOARD.names[square]}"
            moves = self._reach(square, self._name_mover(1 - self.turn, square))[0]
            deeds += [claim, *(f"{claim},{move}" for move in moves)]
        return deeds

    def _reach(self, square: int, piece: str) -> Reach:
        """Where a piece may go in the hands of the side to move."""
        field, side = self.field, self.turn
        spot = self.tables.spot(piece, square)
        scope = spot.scope
        enemies = field.masks[1 - side] & scope
        shielded = enemies & field.aura
        return self.tables.reach(spot, field.masks[side] & scope, shielded, enemies ^ shielded)

    def _list_deeds(self, hands: Sequence[tuple[int, str]]) -> list[str]:
        """The moves of these pieces, alone and with a claim that is judged after the move."""
        side = self.turn
        post = self.field.posts[side].get("P")
        may_claim = hands and post is not None and post != self.holds[1 - side]
        claims = Claims(self.field, side, self.holds[side]) if may_claim else None
        live, cardinal = (claims.live, claims.cardinal) if claims else (0, 0)
        friends, enemies, aura = self.field.masks[side], self.field.masks[1 - side], self.field.aura
        find_spot, find_reach = self.tables.spot, self.tables.reach
        deeds: list[str] = []
        for square, piece in hands:  # `_reach` written out: this loop is where the time goes
            spot = find_spot(piece, square)
            scope = spot.scope
            near = enemies & scope
            shielded = near & aura
            reach = find_reach(spot, friends & scope, shielded, near ^ shielded)
            deeds += reach[0]
            if claims and (live & BIT[square] or cardinal & reach[1]):
                deeds += claims.combine(square, piece, reach)
        return deeds

    def canonical(self, move: str) -> str:
        """The canonical text of a legal turn. Raises IllegalMove."""
        if move in self.legal_moves():
            return move
        turn = read_turn(move)
        text = self._write(turn) if turn else ""
        if text in self.legal_moves():
            return text
        raise refuse(self, move, turn)

    def _write(self, turn: Turn) -> str:
        parts = [turn.answer, "" if turn.claim is None else f"*{BOARD.names[turn.claim]}"]
        if turn.start is not None and turn.end is not None:
            letter = turn.letter or self.field.get_piece(turn.start).upper().replace("T", "")
            promotion = turn.promotion and f"={turn.promotion}"
            parts.append(f"{letter}{BOARD.names[turn.start]}{turn.sign}{BOARD.names[turn.end]}{promotion}")
        return ",".join(part for part in parts if part)

    # Playing

    def play(self, move: str) -> MastersPosition:
        """The position after a turn. Raises IllegalMove."""
        turn = read_turn(self.canonical(move))
        assert turn is not None
        side, movesets, field, taken = self.turn, self.movesets, self.field, ""
        if turn.answer == "w+":
            movesets = (self.offer[0], movesets[1]) if side == 0 else (movesets[0], self.offer[0])
        hold = self.holds[side] if turn.claim is None else turn.claim
        if turn.start is not None and turn.end is not None:
            field, taken = field.move(turn.start, end=turn.end, promotion=turn.promotion)
            if hold == turn.start:
                hold = turn.end
            elif hold == turn.end and turn.claim is None:
                hold = None
        return self._settle(field, hold, movesets, taken)

    def _settle(self, field: Field, hold: int | None, movesets: tuple[str, str], taken: str) -> MastersPosition:
        """The end of a turn that took a piece of kind `taken`: the mover's hold, then the other, then the offer."""
        side = self.turn
        enemy = side.other
        theirs = self.holds[enemy]
        if hold is not None and (hold_is_void(field, side, hold, theirs)):
            hold = None
        if theirs is not None and hold_is_void(field, enemy, theirs, hold):
            theirs = None
        offer = ""
        if taken == "W":
            movesets = ("", movesets[1]) if enemy == 0 else (movesets[0], "")
        elif taken and "W" in field.posts[enemy]:
            forced = taken in "GP" and lacks(field, enemy, "G", hold) and lacks(field, enemy, "P", hold)
            offer = f"{taken}!" if forced else taken
        holds = (hold, theirs) if side == 0 else (theirs, hold)
        return MastersPosition(self.tables, field, enemy, holds, movesets, offer)

    def outcome(self) -> Outcome | None:
        """The end, once a side's leaders are all captured or held; the side that has just moved is judged first."""
        for loser in (self.turn, self.turn.other):
            hold = self.holds[1 - loser]
            if not [kind for kind, post in self.field.posts[loser].items() if kind != "C" and post != hold]:
                return Outcome(winner=loser.other, termination="leadership_lost")
        return None

    # Text and drawing

    def text(self) -> str:
        """The position on one line."""
        field = self.field
        holds = "/".join("-" if hold is None else BOARD.names[hold] for hold in self.holds)
        movesets = "/".join(moveset or "-" for moveset in self.movesets)
        board = BOARD.write(field.pieces[0] | field.pieces[1])
        return f"{board} {'ef'[self.turn]} {holds} {movesets} {self.offer or '-'}"

    def repetition_key(self) -> str:
        """The whole text: holds, movesets and an open offer make a position another one."""
        return self.text()

    def pieces(self) -> Sequence[Piece]:
        """All pieces by square, marked `shielded`, `held`, `witch-S` (her moveset), `offer-H` (her offer)."""
        letters = self.field.pieces[0] | self.field.pieces[1]
        return [self._draw(square, letters[square]) for square in sorted(letters)]

    def _draw(self, square: int, letter: str) -> Piece:
        side = Side.FIRST if letter.isupper() else Side.SECOND
        kind, marks = letter.upper(), []
        if self.field.aura & BIT[square]:
            marks.append("shielded")
        if self.holds[1 - side] == square:
            marks.append("held")
        if kind == "W" and self.movesets[side]:
            marks.append(f"witch-{self.movesets[side]}")
        if kind == "W" and self.offer and side == self.turn:
            marks.append(f"offer-{self.offer[0]}")
        return Piece(BOARD.names[square], kind, side, tuple(marks))

    def captured(self) -> Sequence[Piece]:
        """What a side has lost: a surplus of a promoted kind counts as the scouts it came from."""
        return [
            Piece(None, kind, side)
            for side in Side
            for kind, number in count_missing(self.field.pieces[side], self.tables.army).items()
            for _ in range(number)
        ]

    def overlays(self) -> Sequence[Overlay]:
        """The auras, and what the puppeteer of the side to move may claim on this board."""
        found = []
        for side in Side:
            post = self.field.posts[side].get("C")
            if post is not None:
                squares = tuple(BOARD.names[ray[0]] for ray in BOARD.rays(post, steps=ALL_AROUND, length=1))
                found.append(Overlay("aura", side, BOARD.names[post], squares))
        claims = self.find_claims() if not self.outcome() else 0
        if claims:
            puppeteer = BOARD.names[self.field.posts[self.turn]["P"]]
            squares = tuple(BOARD.names[square] for square in BOARD.squares(claims))
            found.append(Overlay("claimable", self.turn, puppeteer, squares))
        return found


def lacks(field: Field, side: int, kind: str, hold: int | None) -> bool:
    """Whether a leader is captured, or held by the enemy, who holds the square `hold`."""
    square = field.posts[side].get(kind)
    return square is None or square == hold


def hold_is_void(field: Field, side: int, hold: int, enemy_hold: int | None) -> bool:
    """Whether a hold ends: the puppeteer captured or itself held, or its piece out of sight."""
    return lacks(field, side, "P", enemy_hold) or not field.sees(side, square=hold)


def count_missing(pieces: dict[int, str], army: Counter[str]) -> dict[str, int]:
    """How many of each kind a side has lost, promotions told as few as the board allows; negative: too many."""
    standing = Counter(letter.upper() for letter in pieces.values())
    surplus = sum(max(0, standing[kind] - army[kind]) for kind in _PROMOTED)
    missing = {
        kind: number - standing[kind] if kind not in _PROMOTED else max(0, number - standing[kind])
        for kind, number in army.items()
    }
    return missing | {"T": missing.get("T", 0) - surplus}
