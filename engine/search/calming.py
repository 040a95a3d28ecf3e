"""The end of each line that a search follows: captures until the position is calm, its evaluation, and the limits."""

from __future__ import annotations

from engine.search.settings import HALVES, PATIENCE, WIN, WON, Devices, Limits
from engine.tree import Tree

DEEPEST = 380
"""The longest line in half turns from the root, without the captures at its end."""
SIGHT = 1 << 16
"""Of so many answers chance picks those that are overlooked."""


class Stopped(Exception):
    """The search has come to one of its limits."""


class Calm:
    """A tree, how it is judged, and how many nodes were looked at of those that the limits allow."""

    def __init__(
        self, tree: Tree, *, limits: Limits, devices: Devices, noise: int, overlooks: float, seed: int
    ) -> None:
        self.tree = tree
        self.side = tree.side
        """Whose turn it is at the root."""
        self.limits = limits
        self.devices = devices
        self.nodes = 0
        self.lines: list[tuple[int, ...]] = [()] * (DEEPEST + 60)
        """The best line found from each distance to the root on."""
        self.noise, self.seed = noise, seed
        self.blind = round(overlooks * SIGHT)
        self.evaluate = self._evaluate_with_noise if noise else tree.evaluate
        self.pause = self._find_pause()

    def calm(self, alpha: int, beta: int, ply: int, left: int) -> int:
        """The score once the captures from here, `left` in a row at most, are over; either side may leave them."""
        self.nodes += 1
        if self.nodes >= self.pause:
            self.look_up()
        tree = self.tree
        if beta - alpha > 1:
            self.lines[ply] = ()
        ended = tree.ended()
        if ended is not None:
            return ended * (WIN - ply)
        rest = tree.rest()
        if rest is not None:
            tree.make(rest)
            score = -self.calm(-beta, -alpha, ply + 1, left)
            tree.unmake()
            return score
        best = self.evaluate()
        if best >= beta or left <= 0:
            return best
        alpha = max(alpha, best)
        side = tree.side
        margin = self.devices.gains if alpha > -WON else 0
        for step in tree.captures() if not self.answers(ply) else filter(self.sees, tree.captures()):
            if margin and best + tree.gain(step) + margin <= alpha:
                break
            tree.make(step)
            if tree.side == side:
                score = self.calm(alpha, beta, ply + 1, left - 1)
            else:
                score = -self.calm(-beta, -alpha, ply + HALVES, left - 1)
            tree.unmake()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def answers(self, ply: int) -> bool:
        """Whether the steps from here, so many half turns from the root, answer its turn and may be overlooked."""
        return self.blind > 0 and 0 < ply <= HALVES and self.tree.side != self.side

    def sees(self, step: int) -> bool:
        """Whether this answer is not overlooked."""
        return ((step ^ self.seed) * 0x9E3779B97F4A7C15 >> 20 & SIGHT - 1) >= self.blind

    def _find_pause(self) -> int:
        """The number of nodes at which to look up next."""
        after = self.nodes + PATIENCE
        return after if self.limits.nodes is None else min(after, self.limits.nodes)

    def look_up(self) -> None:
        """Raises Stopped at a limit."""
        limits = self.limits
        if limits.nodes is not None and self.nodes >= limits.nodes:
            raise Stopped
        if limits.stop is not None and limits.stop():
            raise Stopped
        self.pause = self._find_pause()

    def _evaluate_with_noise(self) -> int:
        """The evaluation, and chance that is the same whenever the position is."""
        chance = (hash(self.tree.key()) ^ self.seed) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFF
        return self.tree.evaluate() + (chance >> 16) % (2 * self.noise + 1) - self.noise
