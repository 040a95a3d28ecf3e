"""Masters for the search: a turn is a move with the witch's answer, then a claim or none, if any may be made.

Claims alone, and moves of the very piece that is claimed, are one step. Claims are judged on the board after the move,
so that they need no rules of their own here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.masters.making import (
    ACCEPTS,
    ANSWER,
    BECOMES,
    CLAIM,
    CLAIM_NONE,
    DECLINES,
    END,
    FORCED,
    KIND,
    MOVE,
    TAKES,
    Making,
)
from engine.games.masters.move_tables import SQUARES, Slider, name_piece
from engine.games.masters.movement import CARDINAL, KINDS, NAME, PUPPETEER, WITCH, list_bits

_NAMES = tuple(NAME.values())


class Tree(Making):
    """See `engine.tree.Tree`."""

    def captures(self) -> list[int]:
        """Captures, also by a piece that is held, or claimed with the same turn, by what is taken; in the middle of a
        turn, claims of leaders."""
        if self.halfway:
            return [step for step, leads in self._list_claims() if leads]
        enemies = self.masks[1 - self.side]
        occupied = self.masks[0] | self.masks[1]
        prey = enemies & ~self.aura
        found: list[int] = []
        for extra, sliders, met in self._list_sliders(occupied):
            for mask, table, takes in sliders:
                hits = table[met & mask][1] & prey
                if hits:
                    found += [take | extra for take in takes[hits]] if extra else takes[hits]
        if len(found) > 1:
            kinds, worth = self.kinds, self.evaluation.held
            found.sort(key=lambda step: (step >> KIND & 15) - 8 * worth[kinds[step >> END & 127]])
        return self._add_answers(found) if self.offer else found

    def quiets(self) -> list[int]:
        """Claims alone, those of leaders first, and moves that take nothing; in the middle of a turn, no claim, and
        claims of others than leaders."""
        if self.halfway:
            return [CLAIM_NONE, *[step for step, leads in self._list_claims() if not leads]]
        side = self.side
        occupied = self.masks[0] | self.masks[1]
        found: list[int] = []
        if self.armies[side][PUPPETEER] != self.holds[1 - side]:
            claims = self._list_claims()
            found += [step for leading in (True, False) for step, leads in claims if leads == leading]
        for place, pawns in self.tables.marchers[side]:
            scouts = self.armies[side][place] & ~self.holds[1 - side]
            found += pawns.pushes[pawns[scouts][0] & ~occupied]
        for extra, sliders, met in self._list_sliders(occupied, marching=False):
            for mask, table, _ in sliders:
                moves = table[met & mask][0]
                found += [move | extra for move in moves] if extra else moves
        return self._add_answers(found) if self.offer else found

    def _find_answers(self) -> tuple[int, ...]:
        """The answers of the witch that each turn has; 0 where she is offered nothing."""
        if not self.offer:
            return (0,)
        return (ACCEPTS,) if self.offer & FORCED else (ACCEPTS, DECLINES)

    def _add_answers(self, steps: list[int]) -> list[int]:
        """Each step with each answer; the witch's own moves carry theirs already."""
        answers = self._find_answers()
        return [step | answer for step in steps for answer in ((0,) if step >> ANSWER & 3 else answers)]

    def _list_claims(self) -> list[tuple[int, bool]]:
        """Claims on this board, each with whether it is of a leader."""
        claims = self.find_claims(self.holds[self.side])
        kinds = self.kinds
        squares = [bit.bit_length() - 1 for bit in list_bits(claims)]
        return [((square + 1) << CLAIM, kinds[square] < CARDINAL) for square in squares]

    def _list_sliders(
        self, occupied: int, *, marching: bool = True
    ) -> Iterator[tuple[int, Sequence[Slider[int]], int]]:
        """What the side to move can move: what to add to each step, where it goes, and what it meets on its way."""
        side, tables = self.side, self.tables
        hold, captive = self.holds[side], self.holds[1 - side]
        own = self.armies[side]
        if captive:
            own = [pieces & ~captive for pieces in own]
        above = self.masks[side] << SQUARES | self.masks[1 - side]
        sliders: list[Slider[int]] = []
        for place, slider_table in tables.walkers[side]:
            sliders += slider_table[own[place]]
        for place in (PUPPETEER, CARDINAL):
            if own[place]:
                sliders += tables.slider_tables[name_piece(KINDS[place], side)][own[place]]
        if marching:
            prey = self.masks[1 - side] & ~self.aura
            for place, pawns in tables.marchers[side]:
                if pawns[own[place]][1] & prey:
                    sliders += pawns.slider_table[own[place]]
        yield 0, sliders, occupied
        for place, piece in tables.fliers[side]:
            if own[place]:
                yield 0, tables.slider_tables[piece][own[place]], above
        if own[WITCH]:
            for answer in self._find_answers():
                moveset = self.offer & ~FORCED if answer == ACCEPTS else self.movesets[side]
                if moveset:
                    yield answer, *self._walk("W" + KINDS[moveset - 1], side, own[WITCH], occupied, above)
        if hold:
            yield from self._list_foreign(0, hold, occupied, above)
        if self.armies[side][PUPPETEER] != captive:
            for claim in list_bits(self.find_claims(hold)):
                yield from self._list_foreign(claim.bit_length() << CLAIM, claim, occupied, above)

    def _walk(self, kind: str, owner: int, pieces: int, occupied: int, above: int) -> tuple[Sequence[Slider[int]], int]:
        slider_table = self.tables.slider_tables[name_piece(kind, owner)]
        return slider_table[pieces], above if slider_table.flies else occupied

    def _list_foreign(
        self, extra: int, bit: int, occupied: int, above: int
    ) -> Iterator[tuple[int, Sequence[Slider[int]], int]]:
        """The same for an enemy piece in the hands of the side to move."""
        owner = 1 - self.side
        kind = self.kinds[bit.bit_length() - 1]
        moveset = self.movesets[owner]
        name = KINDS[kind] if kind != WITCH else "W" + (KINDS[moveset - 1] if moveset else "")
        yield extra, *self._walk(name, owner, bit, occupied, above)

    def write(self, steps: Sequence[int]) -> str:
        """The text of a turn."""
        step = steps[0]
        claim = (step | (steps[1] if len(steps) > 1 else 0)) >> CLAIM & 127
        parts = ["w+"] if step & ACCEPTS else ["w-"] if step & DECLINES else []
        if claim:
            parts.append(f"*{_NAMES[claim - 1]}")
        if step & MOVE:
            kind, becomes = step >> KIND & 15, step >> BECOMES & 15
            letter = "" if KINDS[kind] == "T" else KINDS[kind]
            sign = "x" if step >> TAKES & 1 else "-"
            promotion = f"={KINDS[becomes]}" if becomes != kind else ""
            parts.append(f"{letter}{_NAMES[step & 127]}{sign}{_NAMES[step >> END & 127]}{promotion}")
        return ",".join(parts)
