"""Positions of Masters that are changed in place, for the search: making a step of a turn and taking it back."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from random import Random

from engine.games.masters.evaluation import Evaluation
from engine.games.masters.field import LINES
from engine.games.masters.move_tables import Tables
from engine.games.masters.movement import AROUND, CARDINAL, GENERAL, KINDS, PUPPETEER, WITCH, list_bits
from engine.games.masters.state import State
from engine.games.masters.turn import Move
from engine.room import Room

# A step: where its move starts and ends, whether it takes, what it becomes and what it is; the answer; the claim.
END, TAKES, BECOMES, KIND, ANSWER, CLAIM = 7, 14, 15, 19, 23, 25
MOVE = (1 << ANSWER) - 1
ACCEPTS, DECLINES = 1 << ANSWER, 2 << ANSWER
CLAIM_NONE = 1 << 33
"""The step that ends a turn without a claim."""
FORCED = 16
_rng = Random(3)
_SIGNS = tuple(tuple(tuple(_rng.getrandbits(90) for _ in range(120)) for _ in KINDS) for _ in range(2))
"""A number for each piece on each square; the sum by exclusive or of all that stand stands for the board."""


def _spell(text: str, move: Move) -> int:
    start, end = move.start.bit_length() - 1, move.end.bit_length() - 1
    return start | end << END | move.takes << TAKES | move.becomes << BECOMES | move.kind << KIND


@cache
def _find_tables(tables: Tables[str]) -> Tables[int]:
    return Tables(tables.movement, army="".join(tables.army.elements()), spell=_spell, room=Room(120_000))


@cache
def _evaluation() -> Evaluation:
    return Evaluation()


class Making:
    """What `engine.tree.Tree` asks for, but the lists of steps.

    Squares in `armies`, `masks` and `holds` are bits; movesets and offers are kinds, one higher, so that 0 is none.
    """

    stepwise = True

    def __init__(self, position: State, *, evaluation: Evaluation | None = None) -> None:
        field = position.field
        self.tables = _find_tables(position.tables)
        self.evaluation = evaluation or _evaluation()
        self.side = int(position.turn)
        self.armies = [[*army] for army in field.armies]
        self.masks = [*field.masks]
        self.aura = field.aura
        self.holds = position.holds
        one, two = (KINDS.find(moveset) + 1 if moveset else 0 for moveset in position.movesets)
        self.movesets = (one, two)
        offer = position.offer
        self.offer = KINDS.find(offer[0]) + 1 + FORCED * offer.endswith("!") if offer else 0
        self.kinds = [-1] * 120
        self.score = self.sign = 0
        for owner, army in enumerate(self.armies):
            for kind, pieces in enumerate(army):
                for bit in list_bits(pieces):
                    square = bit.bit_length() - 1
                    self.kinds[square] = kind
                    self.score += self.evaluation.squares[owner][kind][square]
                    self.sign ^= _SIGNS[owner][kind][square]
        self.halfway, self.taken = False, -1
        self.stack: list[tuple[int, int, tuple[int, int], tuple[int, int], int, int, int, int, bool, int, int]] = []

    def make(self, step: int) -> None:
        """Answers, moves and claims, as far as the step says."""
        side, hold, taken = self.side, self.holds[self.side], -1
        claim = step >> CLAIM & 127
        was = (self.holds, self.movesets, self.offer, self.aura, self.score, self.sign, self.halfway, self.taken, side)
        if self.halfway:
            self.stack.append((step, -1, *was))
            self._settle(1 << claim - 1 if claim else hold, self.taken)
            return
        may_claim = self.armies[side][PUPPETEER] != self.holds[1 - side]
        if step & ACCEPTS:
            mine = self.offer & ~FORCED
            self.movesets = (mine, self.movesets[1]) if side == 0 else (self.movesets[0], mine)
        if claim:
            hold = 1 << claim - 1
        if not step & MOVE:
            self.stack.append((step, -1, *was))
            self._settle(hold, -1)
            return
        start, end = 1 << (step & 127), 1 << (step >> END & 127)
        taken = self._move(step)
        self.stack.append((step, taken, *was))
        if hold & (start | end):
            hold = end if hold == start else 0
        if not claim and may_claim and self.find_claims(hold):
            self.holds = (hold, self.holds[1]) if side == 0 else (self.holds[0], hold)
            self.halfway, self.taken = True, taken
        else:
            self._settle(hold, taken)

    def _move(self, step: int) -> int:
        """Moves a piece; the kind of what it takes, or -1."""
        start, end = step & 127, step >> END & 127
        kind, becomes = step >> KIND & 15, step >> BECOMES & 15
        side, armies, masks, kinds = self.side, self.armies, self.masks, self.kinds
        squares, bit = self.evaluation.squares, 1 << end
        owner = 0 if masks[0] >> start & 1 else 1
        taken = -1
        if step >> TAKES & 1:
            taken, enemy = kinds[end], 1 - side
            armies[enemy][taken] ^= bit
            masks[enemy] ^= bit
            self.score -= squares[enemy][taken][end]
            self.sign ^= _SIGNS[enemy][taken][end]
        army = armies[owner]
        army[kind] ^= 1 << start
        army[becomes] ^= bit
        masks[owner] ^= 1 << start | bit
        kinds[start], kinds[end] = -1, becomes
        row, signs = squares[owner], _SIGNS[owner]
        self.score += row[becomes][end] - row[kind][start]
        self.sign ^= signs[becomes][end] ^ signs[kind][start]
        if kind == CARDINAL or taken == CARDINAL:
            self.aura = AROUND[armies[0][CARDINAL]] | AROUND[armies[1][CARDINAL]]
        return taken

    def _settle(self, hold: int, taken: int) -> None:
        """Ends a turn that took a piece of the kind `taken`: the mover's hold, then the other, then the offer."""
        side = self.side
        enemy = 1 - side
        theirs = self.holds[enemy]
        if hold and self._is_void(side, hold, theirs):
            hold = 0
        if theirs and self._is_void(enemy, theirs, hold):
            theirs = 0
        self.holds = (hold, theirs) if side == 0 else (theirs, hold)
        army = self.armies[enemy]
        self.offer = 0
        if taken == WITCH:
            self.movesets = (self.movesets[0], 0) if enemy else (0, self.movesets[1])
        elif taken >= 0 and army[WITCH]:
            lost = all(not army[leader] or army[leader] == hold for leader in (GENERAL, PUPPETEER))
            self.offer = taken + 1 + (FORCED if lost and taken in (GENERAL, PUPPETEER) else 0)
        self.halfway, self.taken = False, -1
        self.side = enemy

    def _is_void(self, side: int, hold: int, enemy_hold: int) -> bool:
        post = self.armies[side][PUPPETEER]
        return not post or post == enemy_hold or not self._find_seen(post) & hold

    def _find_seen(self, post: int) -> int:
        occupied = self.masks[0] | self.masks[1]
        (rank, along), (file, across) = LINES[post]
        return along[occupied & rank][0] | across[occupied & file][0]

    def find_claims(self, hold: int) -> int:
        """What the side to move sees and may claim, if its puppeteer may claim at all."""
        post = self.armies[self.side][PUPPETEER]
        return self._find_seen(post) & self.masks[1 - self.side] & ~self.aura & ~hold if post else 0

    def unmake(self) -> None:
        """Takes the last step back."""
        (
            step,
            taken,
            self.holds,
            self.movesets,
            self.offer,
            self.aura,
            self.score,
            self.sign,
            self.halfway,
            self.taken,
            self.side,
        ) = self.stack.pop()
        if self.halfway or not step & MOVE:
            return
        start, end = step & 127, step >> END & 127
        kind, becomes = step >> KIND & 15, step >> BECOMES & 15
        masks, armies, kinds, bit = self.masks, self.armies, self.kinds, 1 << end
        enemy = 1 - self.side
        owner = 0 if masks[0] & bit else 1
        army = armies[owner]
        army[kind] ^= 1 << start
        army[becomes] ^= bit
        masks[owner] ^= 1 << start | bit
        kinds[start], kinds[end] = kind, taken
        if taken >= 0:
            armies[enemy][taken] ^= bit
            masks[enemy] ^= bit

    def gain(self, step: int) -> int:
        """What a capture gains at most."""
        kind = self.kinds[step >> END & 127]
        return 10_000 if kind < CARDINAL else 2 * self.evaluation.held[kind] + 100

    def forget(self) -> None:
        """Makes the position its first one."""
        self.stack.clear()

    def rest(self) -> int | None:
        """Claims nothing."""
        return CLAIM_NONE if self.halfway else None

    def ended(self) -> int | None:
        """Whose leaders are all captured or held has lost; the side that has just moved wins first."""
        if self.halfway:
            return None
        for side, result in ((self.side, -1), (1 - self.side, 1)):
            captive = self.holds[1 - side]
            for leader in self.armies[side][:CARDINAL]:
                if leader and leader != captive:
                    break
            else:
                return result
        return None

    def board(self) -> Hashable:
        """All that position text has."""
        return (self.sign, self.side, self.holds, self.movesets, self.offer)

    def key(self) -> Hashable:
        """The same, and in the middle of a turn what it took."""
        return (self.sign, self.side, self.holds, self.movesets, self.offer, self.halfway, self.taken)

    def evaluate(self) -> int:
        """See `Evaluation`."""
        return self.evaluation.judge(self)
