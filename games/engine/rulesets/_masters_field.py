"""The pieces of Masters on their squares, without whose turn it is or who holds what."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets._masters_reach import AROUND, BIT, look

SINGLE = "GPWC"
"""Kinds of which a side never has more than one."""


class Field:
    """A value: pieces by square for each colour (capital letters for Ember), the same as masks, and what follows.

    `posts` gives the squares of the single pieces by kind; `aura` is the mask of all shielded squares.
    """

    __slots__ = ("aura", "masks", "pieces", "posts")

    def __init__(
        self,
        pieces: tuple[dict[int, str], dict[int, str]],
        masks: tuple[int, int],
        posts: tuple[Mapping[str, int], Mapping[str, int]],
        aura: int,
    ) -> None:
        self.pieces = pieces
        self.masks = masks
        self.posts = posts
        self.aura = aura

    @classmethod
    def gather(cls, letters: Mapping[int, str]) -> Field:
        """The field with these letters."""
        ember = {square: letter for square, letter in letters.items() if letter.isupper()}
        frost = {square: letter for square, letter in letters.items() if letter.islower()}
        posts = tuple(
            {letter.upper(): square for square, letter in side.items() if letter.upper() in SINGLE}
            for side in (ember, frost)
        )
        masks = sum(BIT[square] for square in ember), sum(BIT[square] for square in frost)
        return cls((ember, frost), masks, (posts[0], posts[1]), find_aura(posts[0].get("C"), posts[1].get("C")))

    def get_piece(self, square: int) -> str:
        """The letter on a square, empty where there is none."""
        return self.pieces[0].get(square) or self.pieces[1].get(square) or ""

    def move(self, start: int, *, end: int, promotion: str) -> tuple[Field, str]:
        """The field after a move, and the kind it took (empty where it took none)."""
        pieces, masks, posts, aura = [*self.pieces], [*self.masks], [*self.posts], self.aura
        owner = 0 if start in pieces[0] else 1
        pieces[owner] = own = dict(pieces[owner])
        piece = own.pop(start)
        taken = ""
        loser = 0 if masks[0] & BIT[end] else 1 if masks[1] & BIT[end] else None
        if loser is not None:
            pieces[loser] = remaining = dict(pieces[loser])
            taken = remaining.pop(end).upper()
            masks[loser] ^= BIT[end]
            if taken in SINGLE:
                posts[loser] = {kind: square for kind, square in posts[loser].items() if kind != taken}
        masks[owner] ^= BIT[start] | BIT[end]
        kind = piece.upper()
        if kind in SINGLE:
            posts[owner] = {**posts[owner], kind: end}
        pieces[owner][end] = (promotion if owner == 0 else promotion.lower()) or piece
        if kind == "C" or taken == "C":
            aura = find_aura(posts[0].get("C"), posts[1].get("C"))
        return Field((pieces[0], pieces[1]), (masks[0], masks[1]), (posts[0], posts[1]), aura), taken

    def sees(self, side: int, *, square: int) -> bool:
        """Whether this side's puppeteer is on the board with `square` along rank or file and nothing between."""
        post = self.posts[side].get("P")
        if post is None:
            return False
        return bool(look(post, self.masks[0] | self.masks[1] | BIT[square]) & BIT[square])

    def find_claims(self, side: int) -> int:
        """The enemy pieces in sight of this side's puppeteer and outside every aura, as a mask."""
        post = self.posts[side].get("P")
        if post is None:
            return 0
        return look(post, self.masks[0] | self.masks[1]) & self.masks[1 - side] & ~self.aura


def find_aura(ember: int | None, frost: int | None) -> int:
    """The squares around the two cardinals; one does not shield itself."""
    return (0 if ember is None else AROUND[ember]) | (0 if frost is None else AROUND[frost])
