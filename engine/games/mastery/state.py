"""Positions of Mastery as the rules see them: what stands where, which turns are legal, and who has lost.

Texts, refusals and remarks are made from these in modules of their own; `MasteryPosition` plays with the help of all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract import Outcome, Side
from engine.games.mastery.tables import (
    BOARD,
    CONTROLLED,
    LETTERS,
    MASTER,
    NUMBERS,
    OFFICER,
    OWN,
    PAWN,
    RETURNS,
    Army,
    Turn,
    list_returns,
)

Ransom = tuple[Mapping[int, tuple[str, ...]], int, str]
"""Captures that may bring a piece back: their texts by squares taken, the squares, and where they start from."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of a game that its positions depend on."""

    setup: str
    rules: str
    reflects: bool
    """Whether Reflection is played (`ross`). Otherwise Ko is, and no piece takes one above its rank (`woag`)."""


class State:
    """What a position holds: `own` are the pieces of the side to move, `last` is the turn just played (None at the
    start)."""

    __slots__ = ("_legal", "foe", "last", "own", "turn", "variant")

    def __init__(self, turn: Side, own: Army, foe: Army, last: Turn | None, variant: Variant) -> None:
        self.turn = turn
        self.own = own
        self.foe = foe
        self.last = last
        self.variant = variant
        self._legal: tuple[str, ...] | None = None

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal turn in canonical text: by piece, Masters first, own before controlled."""
        if self._legal is None:
            self._legal = () if self.loser() is not None else tuple(self._generate())
        return self._legal

    def loser(self) -> Side | None:
        """The side with no Masters or nothing but Masters, if there is one."""
        masters, officers, pawns = self.own
        if not masters or not (officers or pawns):
            return self.turn
        masters, officers, pawns = self.foe
        return None if masters and (officers or pawns) else self.turn.other

    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None while it goes on."""
        loser = self.loser()
        if loser is None:
            # This follows the rule, although no game ends so: a Master always has a square to go to.
            return None if self.legal_moves() else Outcome(self.turn.other, "no_legal_turn")
        masters = (self.own if loser is self.turn else self.foe)[MASTER]
        return Outcome(loser.other, "only_masters_left" if masters else "masters_lost")

    def prey(self) -> Army:
        """What the mover's Masters, Officers and Pawns may take; the same for Officers and Pawns he controls."""
        masters, officers, pawns = self.foe
        everything = masters | officers | pawns
        devoured = self.own[OFFICER] | self.own[PAWN]
        if self.variant.reflects:
            return everything | devoured, everything, everything
        return everything | devoured, officers | pawns, pawns

    def controlled(self) -> tuple[int, int]:
        """The enemy's Officers and Pawns that the mover controls."""
        masters, officers, pawns = self.own
        if not officers or not pawns:
            return 0, 0
        reach = OWN[MASTER][masters][1]
        return self.foe[OFFICER] & reach, self.foe[PAWN] & (reach | OWN[OFFICER][officers][1])

    def lost(self) -> Army:
        """How many of the mover's Masters, Officers and Pawns are off the board."""
        masters, officers, pawns = self.own
        return NUMBERS[0] - masters.bit_count(), NUMBERS[1] - officers.bit_count(), NUMBERS[2] - pawns.bit_count()

    def _generate(self) -> list[str]:
        masters, officers, pawns = self.own
        enemy_masters, enemy_officers, enemy_pawns = self.foe
        own = masters | officers | pawns
        occupied = own | enemy_masters | enemy_officers | enemy_pawns
        prey = self.prey()
        subject_officers, subject_pawns = self.controlled()
        if pawns.bit_count() < NUMBERS[PAWN]:
            ransom = enemy_masters | enemy_officers
        else:
            ransom = enemy_masters if officers.bit_count() < NUMBERS[OFFICER] else 0
        moves: list[str] = []
        ransoms: list[Ransom] = []
        for sliders, targets in (
            (OWN[MASTER][masters][0], prey[MASTER]),
            (OWN[OFFICER][officers][0], prey[OFFICER]),
            (OWN[PAWN][pawns][0], prey[PAWN]),
            (CONTROLLED[OFFICER][subject_officers][0], prey[OFFICER]),
            (CONTROLLED[PAWN][subject_pawns][0], prey[PAWN]),
        ):
            for mask, table, takes, square in sliders:
                quiet, hits = table[occupied & mask]
                moves += quiet
                if hits := hits & targets:
                    moves += takes[hits]
                    if hits & ransom:
                        ransoms.append((takes, hits, square))
        if ransoms:
            moves += self._generate_returns(ransoms, empty=BOARD.full ^ occupied)
        last = self.last
        if last is not None and (last.control or last.end & (subject_officers | subject_pawns)):
            self._remove_going_back(last, moves, blocked=bool(last.start & occupied))
        return moves

    def _generate_returns(self, ransoms: list[Ransom], *, empty: int) -> list[str]:
        """The captures that put a piece back on the board, with where it goes."""
        moves: list[str] = []
        masters, officers, _ = self.foe
        lost = self.lost()
        for kind, victims in ((OFFICER, masters), (PAWN, masters | officers)):
            if not lost[kind]:
                continue
            places = list_returns(kind, empty)
            for takes, hits, start in ransoms:
                for take in takes[hits & victims]:
                    moves += [take + place for place in places]
                    moves.append(f"{take}+{LETTERS[kind]}{start}")
        return moves

    def _remove_going_back(self, last: Turn, moves: list[str], *, blocked: bool) -> None:
        """Removes from `moves` what Reflection or Ko forbids: moving the piece that moved last back to where it came
        from."""
        quiet, taking = last.back
        if not self.variant.reflects and (last.takes or last.control):
            return
        if blocked:
            moves[:] = [move for move in moves if not move.startswith(taking)]
        elif quiet in moves:
            moves.remove(quiet)

    def allows(self, turn: Turn, returned: str) -> bool:
        """Whether a turn is legal, with what it puts back (`Pe3` or nothing), without listing the others."""
        kind, start, end, between, control, takes, _, _, _ = turn
        occupied = sum(self.own) | sum(self.foe)
        movers = self.own[kind] if not control else self.controlled()[kind - 1]
        if not start & movers or between & occupied or self.loser() is not None:
            return False
        if not end & self.prey()[kind] if takes else end & occupied:
            return False
        if self.goes_back(turn):
            return False
        return not returned or self._allows_return(turn, returned)

    def goes_back(self, turn: Turn) -> bool:
        """Whether Reflection or Ko forbids this turn."""
        last = self.last
        if last is None or last.end != turn.start or last.start != turn.end:
            return False
        return self.variant.reflects or (turn.control and not last.takes)

    def _allows_return(self, turn: Turn, returned: str) -> bool:
        if returned not in RETURNS:
            return False
        kind, square = RETURNS[returned]
        masters, officers, _ = self.foe
        victims = masters if kind == OFFICER else masters | officers
        occupied = (sum(self.own) | sum(self.foe)) & ~turn.start
        return bool(turn.takes and turn.end & victims and self.lost()[kind] and not square & occupied)

    def armies(self) -> tuple[Army, Army]:
        """The pieces of FIRST and of SECOND."""
        return (self.own, self.foe) if self.turn is Side.FIRST else (self.foe, self.own)
