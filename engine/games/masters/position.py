"""Positions of Masters: legal turns, playing one, settling holds and offers, and what there is to draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.contract import Overlay, Piece, Side
from engine.games.masters.claims import join_claims, join_steps
from engine.games.masters.field import Army, Field
from engine.games.masters.move_tables import Slider, list_moves, name_piece
from engine.games.masters.movement import (
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
from engine.games.masters.refusals import refuse
from engine.games.masters.state import State
from engine.games.masters.turn import Turn, read_move, read_turn

FIRST, SECOND = Side.FIRST, Side.SECOND


class MastersPosition(State):
    """A position that lists its turns, plays them and shows itself."""

    __slots__ = ()

    # Turns

    def legal_moves(self) -> Sequence[str]:
        """Every legal turn, the same order whenever the position is the same."""
        if self._turns is None:
            self._turns = () if self.outcome() else tuple(self._list_turns())
        return self._turns

    def _list_turns(self) -> list[str]:
        if not self.offer:
            return self._list_acts()
        answers = ("w+",) if self.offer[-1] == "!" else ("w+", "w-")
        return [f"{answer},{act}" for answer in answers for act in self.answer(answer)._list_acts()]

    def _list_acts(self) -> list[str]:
        """The turns without the answers of the witch: moves, then claims."""
        side, field = int(self.turn), self.field
        own, hold, captive = field.armies[side], self.holds[side], self.holds[1 - side]
        if captive:
            own = tuple([pieces & ~captive for pieces in own])
        moves = self._list_common(own)
        if own[WITCH] and self.movesets[side]:
            moves += self._find_moves(self._name_witch(side), own[WITCH])
        shifts = self._find_moves(name_piece("C", side), own[CARDINAL])
        if hold:
            held = self.name_mover(hold)
            (shifts if held in "Cc" else moves).extend(self._find_moves(held, hold))
        if not own[PUPPETEER]:
            return moves + shifts
        steps = self._find_moves(name_piece("P", side), own[PUPPETEER])
        return moves + shifts + steps + join_claims(self, moves, shifts) + join_steps(self, steps)

    def _list_common(self, own: Army) -> list[str]:
        """The moves of all pieces except puppeteer, witch and cardinal."""
        side, field, tables = int(self.turn), self.field, self.tables
        occupied = field.occupied
        prey = field.masks[1 - side] & ~field.aura
        sliders: list[Slider[str]] = []
        for place, slider_table in tables.walkers[side]:
            sliders += slider_table[own[place]]
        moves = list_moves(sliders, occupied, prey)
        for place, pawns in tables.marchers[side]:
            steps, strikes = pawns[own[place]]
            moves += pawns.pushes[steps & ~occupied]
            if strikes & prey:
                for mask, table, takes in pawns.slider_table[own[place]]:
                    moves += takes[table[occupied & mask][1] & prey]
        for place, piece in tables.fliers[side]:
            if own[place]:
                moves += self._find_moves(piece, own[place])
        return moves

    def canonical(self, move: str) -> str:
        """The canonical text of a legal turn. Raises IllegalMove."""
        if move in self.legal_moves():
            return move
        turn = read_turn(move)
        if turn and turn.end and not turn.sign:
            turn = turn._replace(sign="x" if turn.end in self.field.letters else "-")
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
        hold = self.holds[side]
        for part in move.split(","):
            if part[0] == "*":
                hold = BIT[part[1:]]
            elif part == "w+":
                movesets = self.answer(part).movesets
            elif part != "w-":
                act = read_move(part)
                field, taken = field.move(act, enemy=1 - side)
                if hold and hold & (act.start | act.end):
                    hold = act.end if hold == act.start else 0
        return self._settle(field, hold, movesets, taken)

    def _settle(self, field: Field, hold: int, movesets: tuple[str, str], taken: str) -> MastersPosition:
        """Ends a turn that took a piece of kind `taken`: settles the mover's hold, then the other hold, then the
        offer."""
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

    # Text and drawing

    def text(self) -> str:
        """The position on one line."""
        field = self.field
        holds = "/".join(NAME[hold] if hold else "-" for hold in self.holds)
        movesets = "/".join(moveset or "-" for moveset in self.movesets)
        board = BOARD.write({square: field.letters.get(bit, " ") for square, bit in enumerate(NAME)})
        return f"{board} {'ef'[self.turn]} {holds} {movesets} {self.offer or '-'}"

    def repetition_key(self) -> str:
        """The whole text, since other holds, movesets or offers make it a different position."""
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
    """How many of each kind a side has lost, assuming as few promotions as possible. Negative if it has too many."""
    standing = {kind: squares.bit_count() for kind, squares in zip(KINDS, pieces, strict=True)}
    surplus = sum(max(0, standing[kind] - army[kind]) for kind in PROMOTIONS)
    missing = {
        kind: number - standing[kind] if kind not in PROMOTIONS else max(0, number - standing[kind])
        for kind, number in army.items()
    }
    return missing | {"T": missing.get("T", 0) - surplus}
