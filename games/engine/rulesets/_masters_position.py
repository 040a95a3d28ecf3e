"""Positions of Masters: legal turns, playing one, settling holds and offers, and what there is to draw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.contract import Outcome, Overlay, Piece, Side
from games.engine.rulesets._masters_claims import join_claims, join_steps
from games.engine.rulesets._masters_field import Army, Field
from games.engine.rulesets._masters_movement import (
    AROUND,
    BIT,
    BOARD,
    CARDINAL,
    GENERAL,
    KINDS,
    NAME,
    PROMOTIONS,
    PUPPETEER,
    WITCH,
)
from games.engine.rulesets._masters_reach import SQUARES, Tables, Walk, list_moves, name_piece
from games.engine.rulesets._masters_refusals import refuse

FIRST, SECOND = Side.FIRST, Side.SECOND
_SQUARE = "[a-j](?:1[0-2]|[1-9])"
_TURN = re.compile(
    rf"(?:(w[+-])(?:,(?=.)|$))?(?:\*({_SQUARE})(?:,(?=.)|$))?(?:([a-z])?({_SQUARE})([-x])({_SQUARE})(?:=([a-z]))?)?"
)


class Turn(NamedTuple):
    """The parts of a turn's text; absent ones are empty or 0. Squares are bits, `letter` and `promotion` capitals."""

    answer: str
    claim: int
    letter: str
    start: int
    sign: str
    end: int
    promotion: str


def read_turn(text: str) -> Turn | None:
    """The parts of a turn's text, read leniently; None where it cannot be read."""
    return _read(text) if len(text) < 40 else _read("".join(text.split())[:40])


@lru_cache(maxsize=1 << 11)
def _read(text: str) -> Turn | None:
    """Of a text of 40 characters at most: what is kept of what anybody types must be short."""
    plain = "".join(text.split()).lower()
    found = _TURN.fullmatch(plain) if plain and plain.isascii() and len(plain) < 40 else None
    if not found:
        return None
    answer, claim, letter, start, sign, end, promotion = (part or "" for part in found.groups())
    squares = (BIT.get(claim, 0), BIT.get(start, 0), BIT.get(end, 0))
    return Turn(answer, squares[0], letter.upper(), squares[1], sign, squares[2], promotion.upper())


class MastersPosition:
    """A position. `holds` are the squares held by Ember's and Frost's puppeteer, as bits; `movesets` and `offer` are
    kinds, the latter offered to the witch of the side to move, with `!` where she must accept. Absent: 0, empty."""

    __slots__ = ("_turns", "field", "holds", "movesets", "offer", "tables", "turn")

    def __init__(
        self,
        tables: Tables,
        field: Field,
        turn: Side,
        holds: tuple[int, int],
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
        if not self.offer:
            return self._list_deeds()
        answers = ("w+",) if self.offer[-1] == "!" else ("w+", "w-")
        return [f"{answer},{deed}" for answer in answers for deed in self.answer(answer)._list_deeds()]

    def answer(self, answer: str) -> MastersPosition:
        """The position once the witch has answered her offer."""
        mine, theirs = self.movesets
        kind = self.offer[0]
        if answer == "w+":
            mine, theirs = (kind, theirs) if self.turn is FIRST else (mine, kind)
        return MastersPosition(self.tables, self.field, self.turn, self.holds, (mine, theirs), "")

    def _list_deeds(self) -> list[str]:
        """The turns, answers apart: moves, then claims."""
        side, field = int(self.turn), self.field
        own, hold, captive = field.armies[side], self.holds[side], self.holds[1 - side]
        if captive:
            own = tuple([pieces & ~captive for pieces in own])
        moves = self._list_common(own)
        if own[WITCH] and self.movesets[side]:
            moves += self._find_moves(self._name_witch(side), own[WITCH])
        shifts = self._find_moves(name_piece("C", side), own[CARDINAL])
        if hold:
            held = self._name_mover(hold)
            (shifts if held in "Cc" else moves).extend(self._find_moves(held, hold))
        if not own[PUPPETEER]:
            return moves + shifts
        steps = self._find_moves(name_piece("P", side), own[PUPPETEER])
        return moves + shifts + steps + join_claims(self, moves, shifts) + join_steps(self, steps)

    def _list_common(self, own: Army) -> list[str]:
        """The moves of all but puppeteer, witch and cardinal."""
        side, field, tables = int(self.turn), self.field, self.tables
        occupied = field.occupied
        prey = field.masks[1 - side] & ~field.aura
        walks: list[Walk] = []
        for place, squad in tables.walkers[side]:
            walks += squad[own[place]]
        moves = list_moves(walks, occupied, prey)
        for place, fronts in tables.marchers[side]:
            steps, strikes = fronts[own[place]]
            moves += fronts.march[steps & ~occupied]
            if strikes & prey:
                for mask, reach, takes in fronts.squad[own[place]]:
                    moves += takes[reach[occupied & mask][1] & prey]
        for place, piece in tables.fliers[side]:
            if own[place]:
                moves += self._find_moves(piece, own[place])
        return moves

    def _find_moves(self, piece: str, pieces: int) -> list[str]:
        """The moves of pieces of one kind in the hands of the side to move."""
        field, side = self.field, int(self.turn)
        squad = self.tables.squads[piece]
        enemies = field.masks[1 - side]
        met = field.masks[side] << SQUARES | enemies if squad.flies else field.occupied
        return list_moves(squad[pieces], met, enemies & ~field.aura)

    def find_moves_from(self, square: int) -> list[str]:
        """The moves of the piece on a square, whoever owns it, in the hands of the side to move."""
        return self._find_moves(self._name_mover(square), square)

    def _name_mover(self, square: int) -> str:
        """The piece on a square as the tables know it."""
        piece = self.field.letters[square]
        return self._name_witch(0 if piece == "W" else 1) if piece in "Ww" else piece

    def _name_witch(self, side: int) -> str:
        return name_piece("W" + self.movesets[side], side)

    def find_claims(self) -> int:
        """What the side to move may claim on this board, as a mask: nothing while its puppeteer is held."""
        side, field = self.turn, self.field
        if field.armies[side][PUPPETEER] == self.holds[1 - side]:
            return 0
        return field.find_seen(side) & field.masks[1 - side] & ~field.aura & ~self.holds[side]

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
        parts = [turn.answer, turn.claim and f"*{NAME[turn.claim]}"]
        if turn.start and turn.end:
            letter = turn.letter or self.field.letters.get(turn.start, "").upper().replace("T", "")
            promotion = turn.promotion and f"={turn.promotion}"
            parts.append(f"{letter}{NAME[turn.start]}{turn.sign}{NAME[turn.end]}{promotion}")
        return ",".join(part for part in parts if part)

    # Playing

    def play(self, move: str) -> MastersPosition:
        """The position after a turn. Raises IllegalMove."""
        if self._turns is None or move not in self._turns:
            move = self.canonical(move)
        side, movesets, field, taken = self.turn, self.movesets, self.field, ""
        hold, moves = self.holds[side], self.tables.moves
        for part in move.split(","):
            if part in moves:
                deed = moves[part]
                field, taken = field.move(deed, enemy=1 - side)
                if hold and hold & (deed.start | deed.end):
                    hold = deed.end if hold == deed.start else 0
            elif part[0] == "*":
                hold = BIT[part[1:]]
            elif part == "w+":
                movesets = self.answer(part).movesets
        return self._settle(field, hold, movesets, taken)

    def _settle(self, field: Field, hold: int, movesets: tuple[str, str], taken: str) -> MastersPosition:
        """The end of a turn that took a piece of kind `taken`: the mover's hold, then the other, then the offer."""
        side = self.turn
        enemy = SECOND if side is FIRST else FIRST
        theirs = self.holds[enemy]
        if hold and hold_is_void(field, side, hold, theirs):
            hold = 0
        if theirs and hold_is_void(field, enemy, theirs, hold):
            theirs = 0
        offer = ""
        if taken == "W":
            movesets = ("", movesets[1]) if enemy is FIRST else (movesets[0], "")
        elif taken and field.armies[enemy][WITCH]:
            army = field.armies[enemy]
            forced = taken in "GP" and lacks(army, GENERAL, hold) and lacks(army, PUPPETEER, hold)
            offer = f"{taken}!" if forced else taken
        holds = (hold, theirs) if side is FIRST else (theirs, hold)
        return MastersPosition(self.tables, field, enemy, holds, movesets, offer)

    def outcome(self) -> Outcome | None:
        """The end, once a side's leaders are all captured or held; the side that has just moved is judged first."""
        for loser in (self.turn, self.turn.other):
            hold = self.holds[1 - loser]
            for leader in self.field.armies[loser][:CARDINAL]:
                if leader and leader != hold:
                    break
            else:
                return Outcome(winner=loser.other, termination="leadership_lost")
        return None

    # Text and drawing

    def text(self) -> str:
        """The position on one line."""
        field = self.field
        holds = "/".join(NAME[hold] if hold else "-" for hold in self.holds)
        movesets = "/".join(moveset or "-" for moveset in self.movesets)
        board = BOARD.write({square: field.letters.get(bit, " ") for square, bit in enumerate(NAME)})
        return f"{board} {'ef'[self.turn]} {holds} {movesets} {self.offer or '-'}"

    def repetition_key(self) -> str:
        """The whole text: holds, movesets and an open offer make a position another one."""
        return self.text()

    def pieces(self) -> Sequence[Piece]:
        """All pieces by square, marked `shielded`, `held`, `witch-S` (her moveset), `offer-H` (her offer)."""
        letters = self.field.letters
        return [self._draw(square, letters[square]) for square in sorted(letters)]

    def _draw(self, square: int, letter: str) -> Piece:
        side = Side.FIRST if letter.isupper() else Side.SECOND
        kind, marks = letter.upper(), []
        if self.field.aura & square:
            marks.append("shielded")
        if self.holds[1 - side] == square:
            marks.append("held")
        if kind == "W" and self.movesets[side]:
            marks.append(f"witch-{self.movesets[side]}")
        if kind == "W" and self.offer and side == self.turn:
            marks.append(f"offer-{self.offer[0]}")
        return Piece(NAME[square], kind, side, tuple(marks))

    def captured(self) -> Sequence[Piece]:
        """What a side has lost: a surplus of a promoted kind counts as the scouts it came from."""
        return [
            Piece(None, kind, side)
            for side in Side
            for kind, number in count_missing(self.field.armies[side], self.tables.army).items()
            for _ in range(number)
        ]

    def overlays(self) -> Sequence[Overlay]:
        """The auras, and what the puppeteer of the side to move may claim on this board."""
        found = []
        for side in Side:
            post = self.field.armies[side][CARDINAL]
            if post:
                squares = tuple(BOARD.names[square] for square in BOARD.squares(AROUND[post]))
                found.append(Overlay("aura", side, NAME[post], squares))
        claims = self.find_claims() if not self.outcome() else 0
        if claims:
            puppeteer = NAME[self.field.armies[self.turn][PUPPETEER]]
            squares = tuple(BOARD.names[square] for square in BOARD.squares(claims))
            found.append(Overlay("claimable", self.turn, puppeteer, squares))
        return found


def lacks(army: Army, leader: int, hold: int) -> bool:
    """Whether a leader is captured, or held by the enemy, who holds the square `hold`."""
    return not army[leader] or army[leader] == hold


def hold_is_void(field: Field, side: int, hold: int, enemy_hold: int) -> bool:
    """Whether a hold ends: the puppeteer captured or itself held, or its piece out of sight."""
    return lacks(field.armies[side], PUPPETEER, enemy_hold) or not field.find_seen(side) & hold


def count_missing(pieces: Army, army: Counter[str]) -> dict[str, int]:
    """How many of each kind a side has lost, promotions told as few as the board allows; negative: too many."""
    standing = {kind: squares.bit_count() for kind, squares in zip(KINDS, pieces, strict=True)}
    surplus = sum(max(0, standing[kind] - army[kind]) for kind in PROMOTIONS)
    missing = {
        kind: number - standing[kind] if kind not in PROMOTIONS else max(0, number - standing[kind])
        for kind, number in army.items()
    }
    return missing | {"T": missing.get("T", 0) - surplus}
