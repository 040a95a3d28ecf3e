"""Which claims of Masters go with a move: judged on the board after it, without making each of them on a board."""

from __future__ import annotations

from functools import lru_cache

from games.engine.rulesets._masters_field import Field, find_aura
from games.engine.rulesets._masters_reach import BEHIND, BIT, BOARD, LINE_MASK, Pairs, Reach, look


class Claims:
    """The claims open to a puppeteer that may claim, for the moves of one turn. `hold` is what it holds already.

    A move that is neither the puppeteer's nor a cardinal's changes its view in two ways only: the square it leaves may
    open a line, the square it reaches may close one. Only a piece on a `live` square, or one that takes the enemy's
    `cardinal`, can have a claim beside its move at all.
    """

    __slots__ = ("base", "cardinal", "claimable", "field", "live", "occupied", "opened", "post")

    def __init__(self, field: Field, side: int, hold: int | None) -> None:
        self.field = field
        self.post = field.posts[side]["P"]
        self.occupied = field.masks[0] | field.masks[1]
        met = look(self.post, self.occupied)
        self.claimable = field.masks[1 - side] if hold is None else field.masks[1 - side] & ~BIT[hold]
        claimable = self.claimable & ~field.aura
        self.base = met & claimable
        self.opened = {
            square: look(self.post, self.occupied ^ BIT[square]) & claimable for square in BOARD.squares(met)
        }
        own, enemy = field.posts[side].get("C"), field.posts[1 - side].get("C")
        self.cardinal = 0 if enemy is None else BIT[enemy]
        self.live = -1 if self.base else BIT[self.post] | self.cardinal | (0 if own is None else BIT[own])
        for square, claims in self.opened.items():
            self.live |= BIT[square] if claims else 0

    def combine(self, square: int, piece: str, reach: Reach) -> list[str]:
        """The moves of one piece, each with every claim that may go with it."""
        texts, ends, pairs = reach
        if square == self.post or piece in "Cc":
            return self._judge_each(square, piece, pairs)
        deeds: list[str] = []
        if ends & self.cardinal:
            deeds = self._judge_each(square, piece, tuple(pair for pair in pairs if BIT[pair[1]] == self.cardinal))
            pairs = tuple(pair for pair in pairs if BIT[pair[1]] != self.cardinal)
            texts = tuple(text for text, _ in pairs)
        claims = self.opened.get(square, self.base)
        if not claims:
            return deeds
        if ends & LINE_MASK[self.post]:
            behind = BEHIND[self.post]
            for text, end in pairs:
                deeds += [prefix + text for prefix in name_claims(claims & ~behind[end])]
        else:
            for prefix in name_claims(claims):
                deeds += [prefix + text for text in texts]
        return deeds

    def _judge_each(self, square: int, piece: str, pairs: Pairs) -> list[str]:
        """The same for moves that take the puppeteer elsewhere or change an aura."""
        deeds: list[str] = []
        claimable = self.claimable & ~BIT[square]
        occupied = self.occupied ^ BIT[square]
        for text, end in pairs:
            bit = BIT[end]
            claims = look(end if square == self.post else self.post, occupied | bit) & claimable & ~bit
            if claims:
                changed = piece in "Cc" or bit == self.cardinal
                claims &= ~(self._find_aura_after(square, end) if changed else self.field.aura)
                deeds += [prefix + text for prefix in name_claims(claims)]
        return deeds

    def _find_aura_after(self, start: int, end: int) -> int:
        """The auras once a cardinal has moved or fallen."""
        posts = [side.get("C") for side in self.field.posts]
        left = [end if post == start else None if post == end else post for post in posts]
        return find_aura(left[0], left[1])


@lru_cache(maxsize=1 << 12)
def name_claims(mask: int) -> tuple[str, ...]:
    """Claims of these squares as they stand before a move: `*e5,`."""
    return tuple(f"*{BOARD.names[square]}," for square in BOARD.squares(mask))
