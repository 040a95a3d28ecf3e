"""Positions of Masters as the rules see them: what stands where, how one piece moves, and who has lost.

Claims and refusals are judged by these; `MastersPosition` lists turns and plays them with the help of both.
"""

from __future__ import annotations

from typing import Self

from engine.contract import Outcome, Side
from engine.games.masters.field import Field
from engine.games.masters.move_tables import SQUARES, Tables, list_moves, name_piece
from engine.games.masters.movement import CARDINAL, PUPPETEER


class State:
    """What a position holds.

    `holds` are the squares held by Ember's and Frost's puppeteer, as bits; `movesets` and `offer` are kinds, the latter
    offered to the witch of the side to move, with `!` where she must accept. What is absent is 0 or empty.
    """

    __slots__ = ("_turns", "field", "holds", "movesets", "offer", "tables", "turn")

    def __init__(
        self,
        tables: Tables[str],
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

    def answer(self, answer: str) -> Self:
        """The position once the witch has answered her offer."""
        mine, theirs = self.movesets
        kind = self.offer[0]
        if answer == "w+":
            mine, theirs = (kind, theirs) if self.turn is Side.FIRST else (mine, kind)
        return type(self)(self.tables, self.field, self.turn, self.holds, (mine, theirs), "")

    def _find_moves(self, piece: str, pieces: int) -> list[str]:
        """The moves of pieces of one kind in the hands of the side to move."""
        field, side = self.field, int(self.turn)
        slider_table = self.tables.slider_tables[piece]
        enemies = field.masks[1 - side]
        met = field.masks[side] << SQUARES | enemies if slider_table.flies else field.occupied
        return list_moves(slider_table[pieces], met, enemies & ~field.aura)

    def find_moves_from(self, square: int) -> list[str]:
        """The moves that the side to move could make with the piece on a square, its own or not."""
        return self._find_moves(self.name_mover(square), square)

    def name_mover(self, square: int) -> str:
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
