"""The search itself: iterative deepening of a principal variation search over any `Tree`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from engine.search.calming import DEEPEST, Calm, Stopped
from engine.search.ordering import Order
from engine.search.settings import HALVES, WIN, WON, Devices, Limits
from engine.search.table import AT_LEAST, AT_MOST, EXACTLY, NEVER, Table, recall
from engine.tree import Tree

DRAW = 0
INFINITE = 2 * WIN
WINDOW = 40
"""Half the width of the first window around the score of the depth before."""
MARGIN = 150
"""More than a quiet step is expected to gain: where it would not do, no quiet step is tried at the last ply."""


@dataclass(frozen=True, slots=True)
class Found:
    """The steps of the best turn and of what is expected to follow, their score, and how far the search looked."""

    line: tuple[int, ...]
    score: int
    turns: int
    nodes: int


class Search(Calm):
    """One search of one position. `past` are the boards of the game so far, with each as often as it stood there.

    A board that stands again is worth what it is to whoever searches from a position that is worse; one that is better
    does not come back to it, and counts it as a draw. At its third time it is one where the game is `drawn_by_three`.

    `noise` is added to each evaluation, up to so much, by chance that depends on `seed` and the position alone. Each
    answer of the other side is overlooked with the chance `overlooks`, the same wherever it could come.
    """

    def __init__(
        self,
        tree: Tree,
        *,
        limits: Limits,
        devices: Devices | None = None,
        past: Iterable[Hashable] = (),
        drawn_by_three: bool = False,
        noise: int = 0,
        overlooks: float = 0.0,
        seed: int = 0,
    ) -> None:
        super().__init__(tree, limits=limits, devices=devices or Devices(), noise=noise, overlooks=overlooks, seed=seed)
        self.met: dict[Hashable, int] = Counter(past)
        """How often each board stood, in the game and on the way from the root."""
        self.drawn_by_three = drawn_by_three
        self.repeated = 0
        """How many scores so far are those of a draw for a repetition alone."""
        self.table = Table()
        self.order = Order(tree, killers=self.devices.killers, history=self.devices.history, deepest=DEEPEST)
        self.best = Found((), 0, 0, 0)

    def run(self, *, skip: frozenset[int] = frozenset()) -> Found:
        """Searches deeper and deeper until a limit, a forced win or the end of the tree. `skip` are first steps to
        leave out.

        Where a limit comes in the middle of a depth, a turn that was not tried yet may be better than what was: a score
        that has fallen there says nothing yet, and that of the depth before is told.
        """
        self.skip = skip
        stride = 1 if self.tree.stepwise else HALVES
        stride = HALVES if self.limits.whole else stride
        score, least, done = 0, -INFINITE, self.best
        try:
            for depth in range(stride, self.limits.turns * HALVES + 1, stride):
                score = self._deepen(depth, score)
                self.best = done = Found(self.lines[0], score, depth // HALVES, self.nodes)
                least = score
                if abs(score) > WON and WIN - abs(score) <= depth:
                    break
        except Stopped:
            self._rewind()
        if self.limits.whole and done.line:
            return done
        line = self.best.line or self._take_any()
        return Found(line, max(self.best.score, least), self.best.turns, self.nodes)

    def _deepen(self, depth: int, expected: int) -> int:
        """The score at this depth, looked for near `expected` at first."""
        low, high, reach = -INFINITE, INFINITE, WINDOW
        if self.devices.windows and depth > HALVES and abs(expected) < WON:
            low, high = expected - reach, expected + reach
        while True:
            score = self._look(depth, low, high, 0)
            if low < score < high:
                return score
            reach *= 4
            low = (score - reach if reach < 10 * WINDOW else -INFINITE) if score <= low else low
            high = (score + reach if reach < 10 * WINDOW else INFINITE) if score >= high else high

    def _look(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of the position, `ply` half turns from the root: exact within the window, else a bound."""
        tree = self.tree
        if depth <= 0 or ply >= DEEPEST:
            again = tree.rest() is None and self.met.get(tree.board())
            if again:
                return self._score_again(depth, alpha, beta, ply, again)
            return self.calm(alpha, beta, ply, self.devices.quiescence)
        self.nodes += 1
        if self.nodes >= self.pause:
            self.look_up()
        if beta - alpha > 1:
            self.lines[ply] = ()
        ended = tree.ended()
        if ended is not None:
            return ended * (WIN - ply)
        if tree.rest() is not None:
            return self._search(depth, alpha, beta, ply, halfway=True)
        board = tree.board()
        times = self.met.get(board, 0)
        self.met[board] = times + 1
        if times and ply:
            score = self._score_again(depth, alpha, beta, ply, times)
        else:
            score = self._search(depth, alpha, beta, ply, halfway=False)
        self.met[board] = times
        return score

    def _score_again(self, depth: int, alpha: int, beta: int, ply: int, times: int) -> int:
        """The score of a board that stood so many times before: the side that searches keeps what is below nothing,
        and what is above it counts as a draw."""
        mine = self.tree.side == self.side
        if (self.drawn_by_three and times >= 2) or (alpha >= DRAW if mine else beta <= DRAW):
            self.repeated += 1
            return DRAW
        if depth <= 0 or ply >= DEEPEST:
            score = self.calm(alpha, beta, ply, self.devices.quiescence)
        else:
            score = self._search(depth, alpha, beta, ply, halfway=False)
        if (score > DRAW) == mine:
            self.repeated += 1
            return DRAW
        return score

    def _search(self, depth: int, alpha: int, beta: int, ply: int, *, halfway: bool) -> int:
        """The score of a position that is not over, by its steps."""
        tree = self.tree
        wide = beta - alpha > 1
        key = tree.key() if self.devices.table else None
        entry = None if key is None else self.table.get(key)
        first = None if entry is None else entry[3]
        if entry is not None and not wide:
            known = recall(entry, depth, alpha, beta, ply, deeper=self.devices.deeper)
            if known is not None:
                return known
        if not ply and self.best.line:
            first = self.best.line[0]
        repeated = self.repeated
        best, step = self._try_all(depth, alpha, beta, ply, first, halfway)
        if key is not None and (ply or not self.skip):
            bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACTLY
            by_repeating = best == DRAW and self.repeated != repeated
            self.table.keep(key, NEVER if by_repeating else depth, bound, best, step, ply)
        return best

    def _try_all(
        self, depth: int, alpha: int, beta: int, ply: int, first: int | None, halfway: bool
    ) -> tuple[int, int]:
        """The best score of the steps from here, and the step."""
        tree, look, devices = self.tree, self._look, self.devices
        side = tree.side
        cost = 1 if halfway else HALVES
        best, chosen, count = -INFINITE, -1, 0
        last = depth <= cost and (halfway or not tree.stepwise)
        hopeless = devices.futility and last and ply > 0 and self.evaluate() + MARGIN <= alpha
        for late, step in self._list_steps(ply, first):
            if late and hopeless and count:
                break
            tree.make(step)
            same = tree.side == side
            deep, far = (depth - 1, ply + 1) if same else (depth - cost, ply + cost)
            score = alpha + 1
            if count and devices.windows:
                score = look(deep, alpha, alpha + 1, far) if same else -look(deep, -alpha - 1, -alpha, far)
            if not count or alpha < score < beta or not devices.windows:
                score = look(deep, alpha, beta, far) if same else -look(deep, -beta, -alpha, far)
            tree.unmake()
            count += 1
            if score > best:
                best, chosen = score, step
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if late:
                            self.order.remember(step, ply, depth)
                        break
                    self.lines[ply] = (step, *self.lines[far])
                    if not ply:
                        self.best = Found(self.lines[0], score, (depth - 1) // HALVES, self.nodes)
        if not count:
            return self.evaluate() if self.answers(ply) else ply - WIN, -1
        return best, chosen

    def _list_steps(self, ply: int, first: int | None) -> Iterable[tuple[bool, int]]:
        """The steps to try in their order, each with whether it is a quiet one; without those that are not seen."""
        steps = self.order.list(ply, first)
        if not ply and self.skip:
            return ((late, step) for late, step in steps if step not in self.skip)
        return ((late, step) for late, step in steps if self.sees(step)) if self.answers(ply) else steps

    def _rewind(self) -> None:
        """Brings the tree back to the position that was given."""
        with suppress(IndexError):
            while True:
                self.tree.unmake()

    def _take_any(self) -> tuple[int, ...]:
        """The first step there is, for want of time; none where there is no step."""
        steps = [step for step in (*self.tree.captures(), *self.tree.quiets()) if step not in self.skip]
        return tuple(steps[:1])
