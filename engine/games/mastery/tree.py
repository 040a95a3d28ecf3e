"""Mastery for the search: turns as ints, made and unmade in place.

A turn that puts a piece back is its capture, and the piece and square above `LOW` bits. Squares for a piece to come
back to are equivalent where it would touch the same enemies and the same squares in reach of an enemy Master, bars none
of these, and where the enemy would, or would not, control it: of each such class the search sees the best-placed square
alone. Against `FEW` enemies or less it sees all squares, for there a single one may win. The first of all goes with the
capture itself; the others come as late as quiet turns, and so does leaving the piece off.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache

from engine.games.mastery.evaluation import BESIDE, NEAR, Evaluation
from engine.games.mastery.making import CODES, EFFECTS, ENDS, FREE, TEXTS, move_piece, remove_piece
from engine.games.mastery.state import State
from engine.games.mastery.tables import (
    BOARD,
    LETTERS,
    MASTER,
    NUMBERS,
    OFFICER,
    PAWN,
    TURNS,
    Army,
    Slider,
    make_slider_tables,
)
from engine.room import Room

LOW = 13
"""Bits of a step that say what moves; a capture is the odd number after its move without one."""
MASK = (1 << LOW) - 1
OWN, CONTROLLED = make_slider_tables(CODES.__getitem__, room=Room(60_000))
assert len(TEXTS) <= MASK

FEW = 5
WHOLE = 10_000
"""More than any evaluation."""
OF_OFFICER, OF_PAWN = 450, 250
"""What taking one gains at most, with the piece that may come back."""

Survey = tuple[list[int], list[int], list[int], Army, Army, int]
"""Captures of Masters, Officers and Pawns; own and enemy pieces and what is forbidden, for which they hold."""
_RETURNS = tuple((kind, square) for kind in (OFFICER, PAWN) for square in range(64))
_TOUCHED = {(kind, square): BESIDE[square] | (NEAR[square] if kind == OFFICER else 0) for kind, square in _RETURNS}
"""Where a piece that came back moves or controls, were nothing in its way."""


@cache
def _prefer(evaluation: Evaluation, side: int, kind: int) -> tuple[tuple[int, int, int], ...]:
    """All squares for a piece to come back to, the best first: what to add to the code, bit and what it touches."""
    worth = evaluation.standing[side][kind].squares
    order = sorted(range(64), key=lambda square: -worth[square])
    return tuple((((kind - OFFICER) * 64 + square + 1) << LOW, 1 << square, _TOUCHED[kind, square]) for square in order)


@cache
def _evaluation() -> Evaluation:
    return Evaluation()


class Tree:
    """See `engine.tree.Tree`. `every` lists all squares to come back to, and not one of each class."""

    stepwise = False

    def __init__(self, position: State, *, evaluation: Evaluation | None = None, every: bool = False) -> None:
        self.side = int(position.turn)
        self.own, self.foe = position.own, position.foe
        self.reflects = position.variant.reflects
        self.effects = EFFECTS[self.reflects]
        self.every = every
        self.evaluation = evaluation or _evaluation()
        last = position.last
        self.ban = FREE
        if last is not None and (self.reflects or not (last.takes or last.control)):
            self.ban = CODES.get(last.back[0], FREE)
        self.stack: list[tuple[Army, Army, int]] = []
        self.surveys: dict[int, Survey] = {}
        """The last survey at each distance from the root: `quiets` asks for what `captures` has found."""

    def make(self, step: int) -> None:
        """Plays a turn."""
        own, foe = self.own, self.foe
        self.stack.append((own, foe, self.ban))
        control, kind, squares, taken, self.ban = self.effects[step & MASK]
        if taken:
            if taken & (foe[MASTER] | foe[OFFICER] | foe[PAWN]):
                foe = remove_piece(foe, taken)
            else:
                own = remove_piece(own, taken)
        if control:
            foe = move_piece(foe, kind, squares)
        else:
            own = move_piece(own, kind, squares)
        if step > MASK:
            kind, square = _RETURNS[(step >> LOW) - 1]
            own = move_piece(own, kind, 1 << square)
        self.own, self.foe = foe, own
        self.side ^= 1

    def unmake(self) -> None:
        """Takes the last turn back."""
        self.own, self.foe, self.ban = self.stack.pop()
        self.side ^= 1

    def gain(self, step: int) -> int:
        """What a capture gains at most: the game, where it takes a Master or the last of the others."""
        taken = self.effects[step & MASK][3]
        masters, officers, pawns = self.foe
        if taken & masters or officers | pawns == taken:
            return WHOLE
        return OF_OFFICER if taken & officers else OF_PAWN

    def forget(self) -> None:
        """Makes the position its first one."""
        self.stack.clear()

    def rest(self) -> None:
        """A turn is one step."""

    def ended(self) -> int | None:
        """A side with no Masters, or with nothing else, has lost."""
        masters, officers, pawns = self.own
        if not masters or not (officers or pawns):
            return -1
        masters, officers, pawns = self.foe
        return None if masters and (officers or pawns) else 1

    def board(self) -> Hashable:
        """What stands where, and who is to move."""
        return (self.side, self.own, self.foe)

    def key(self) -> Hashable:
        """The board, and what may not go back."""
        return (self.side, self.own, self.foe, self.ban)

    def evaluate(self) -> int:
        """See `Evaluation`."""
        return self.evaluation.judge(self.own, self.foe, self.side)

    def captures(self) -> list[int]:
        """Captures of enemy pieces: Masters, Officers, then Pawns; by what costs the mover least first."""
        masters, officers, pawns, *_ = self._find_takes()
        lost = self._find_lost()
        if lost and (masters or officers):
            place = self._find_place(lost[0])
            masters = [take + place for take in masters]
            if PAWN in lost:
                place = self._find_place(PAWN)
                officers = [take + place for take in officers]
        return masters + officers + pawns

    def quiets(self) -> list[int]:
        """Moves, captures with another piece put back or none, and devours."""
        own = self.own
        occupied = sum(own) + sum(self.foe)
        moves: list[int] = []
        for group in self._list_sliders():
            for mask, table, _, _ in group:
                moves += table[occupied & mask][0]
        ban = self.ban
        if ban != FREE and ban in moves:
            moves.remove(ban)
        lost = self._find_lost()
        if lost:
            moves += self._list_returns(lost)
        devoured = own[OFFICER] | own[PAWN]
        for mask, table, takes, _ in OWN[MASTER][own[MASTER]][0]:
            if mask & devoured and (hits := table[occupied & mask][1] & devoured):
                moves += takes[hits]
        return moves

    def write(self, steps: Sequence[int]) -> str:
        """The text of a turn."""
        text, back = TEXTS[steps[0] & MASK], steps[0] >> LOW
        if not back:
            return text
        kind, square = _RETURNS[back - 1]
        return f"{text}+{LETTERS[kind]}{BOARD.names[square]}"

    def _list_sliders(self) -> tuple[tuple[Slider[int], ...], ...]:
        """What the Pawns and Officers that the mover controls can do, and his own Pawns, Officers and Masters."""
        masters, officers, pawns = self.own
        own_masters, far = OWN[MASTER][masters]
        own_officers, beside = OWN[OFFICER][officers]
        own_pawns = OWN[PAWN][pawns][0]
        if not officers or not pawns:
            return (), (), own_pawns, own_officers, own_masters
        _, enemy_officers, enemy_pawns = self.foe
        subjects = CONTROLLED[PAWN][enemy_pawns & (far | beside)][0], CONTROLLED[OFFICER][enemy_officers & far][0]
        return *subjects, own_pawns, own_officers, own_masters

    def _find_takes(self) -> Survey:
        """The captures of enemy Masters, Officers and Pawns, with nothing put back."""
        own, foe, ban = self.own, self.foe, self.ban
        known = self.surveys.get(len(self.stack))
        if known and known[3] is own and known[4] is foe and known[5] == ban:
            return known
        enemy_masters, enemy_officers, enemy_pawns = foe
        lesser = enemy_officers | enemy_pawns
        enemies = enemy_masters | lesser
        occupied = own[MASTER] | own[OFFICER] | own[PAWN] | enemies
        prey = (enemies,) * 5 if self.reflects else (enemy_pawns, lesser, enemy_pawns, lesser, enemies)
        found: tuple[list[int], list[int], list[int]] = [], [], []
        of_masters, of_officers, of_pawns = found
        for group, targets in zip(self._list_sliders(), prey, strict=True):
            for mask, table, takes, _ in group:
                if mask & targets and (hits := table[occupied & mask][1] & targets):
                    if met := hits & enemy_masters:
                        of_masters += takes[met]
                    if met := hits & enemy_officers:
                        of_officers += takes[met]
                    if met := hits & enemy_pawns:
                        of_pawns += takes[met]
        if ban != FREE and ENDS[ban] & occupied:
            found = tuple([take for take in takes if take != ban | 1] for takes in found)  # type: ignore[assignment]
        known = self.surveys[len(self.stack)] = (*found, own, foe, ban)
        return known

    def _find_lost(self) -> tuple[int, ...]:
        """The kinds that the mover may put back, Officers first."""
        _, officers, pawns = self.own
        lost = (OFFICER,) if officers.bit_count() < NUMBERS[OFFICER] else ()
        return (*lost, PAWN) if pawns.bit_count() < NUMBERS[PAWN] else lost

    def _find_place(self, kind: int) -> int:
        """What to add to a capture for the best of all empty squares."""
        occupied = sum(self.own) + sum(self.foe)
        return next(code for code, bit, _ in _prefer(self.evaluation, self.side, kind) if not bit & occupied)

    def _list_places(self, lost: tuple[int, ...], *, masters: bool) -> Iterator[int]:
        """What to add to the capture of a Master or an Officer: of each class of squares the best, the best class
        first."""
        foe, side = self.foe, 1 - self.side
        enemies = sum(foe)
        occupied = sum(self.own) + enemies
        of = self.evaluation.standing[side]
        power = foe[OFFICER] and foe[PAWN]
        far = of[MASTER][foe[MASTER]][1] if power else 0
        zones = {OFFICER: far, PAWN: far | of[OFFICER][foe[OFFICER]][1] if power else 0}
        whole, flight = self._sees_whole(), 0
        for mask, _, _, _ in OWN[MASTER][foe[MASTER]][0]:
            flight |= mask
        matters = enemies | flight
        for kind in lost:
            if kind == OFFICER and not masters:
                continue
            met = set()
            zone = zones[kind]
            for code, bit, touched in _prefer(self.evaluation, self.side, kind):
                if not bit & occupied:
                    sort = (touched & matters, bit & flight, bit & zone > 0)
                    if whole or sort not in met:
                        met.add(sort)
                        yield code

    def _sees_whole(self) -> bool:
        """Whether all squares for a piece to come back to are listed."""
        return self.every or sum(self.foe).bit_count() <= FEW

    def _list_returns(self, lost: tuple[int, ...]) -> list[int]:
        """Captures that might put a piece back, and do otherwise than in `captures`."""
        found: list[int] = []
        for takes, masters in zip(self._find_takes()[:2], (True, False), strict=True):
            if takes:
                _, *places = self._list_places(lost, masters=masters) if masters or PAWN in lost else (0,)
                found += [take + place for take in takes for place in places]
                if masters or PAWN in lost:
                    found += takes
                if self._sees_whole():
                    found += self._list_vacated(takes, lost, masters=masters)
        return found

    def _list_vacated(self, takes: list[int], lost: tuple[int, ...], *, masters: bool) -> list[int]:
        """The same with the piece put where the capturing one stood."""
        found = []
        for take in takes:
            start = TURNS[TEXTS[take]].start.bit_length() - 1
            for kind in lost:
                if masters or kind == PAWN:
                    found.append(take + (((kind - OFFICER) * 64 + start + 1) << LOW))
        return found
