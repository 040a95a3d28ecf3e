"""Symmetries of a game: ways to mirror its board, and to have the sides change places, that leave its rules as they
are. Two positions that are each other's image play alike, turn for turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from engine.board import Board
from engine.contract import Position, Ruleset, Side

LONGEST_CANONICAL_KEY = 32
"""Characters of a `canonical_key`."""

_SQUARE = re.compile("[a-z][0-9]+")


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each square of a board goes, by name, and whether the two sides change places."""

    squares: Mapping[str, str]
    swaps: bool = False

    def map_side(self, side: Side) -> Side:
        """The side that plays this one's part in the image."""
        return side.other if self.swaps else side

    def map_turn(self, text: str) -> str:
        """The turn of the image: the same text with the image of each square."""
        return _SQUARE.sub(lambda name: self.squares[name[0]], text)


def mirror(
    board: Board, *, files: bool = False, ranks: bool = False, transposes: bool = False, swaps: bool = False
) -> Symmetry:
    """The mirror image of a board: `files` and `ranks` reverse their order, then `transposes` makes files ranks.

    Only a square board can be transposed.
    """
    places = {}
    for name, square in board.index.items():
        rank, file = divmod(square, board.files)
        file, rank = (board.files - 1 - file if files else file, board.ranks - 1 - rank if ranks else rank)
        file, rank = (rank, file) if transposes else (file, rank)
        places[name] = board.names[rank * board.files + file]
    return Symmetry(places, swaps)


def list_symmetries(ruleset: Ruleset) -> tuple[Symmetry, ...]:
    """Those that a ruleset names. Of one that names none, the board as it is."""
    named: tuple[Symmetry, ...] = getattr(ruleset, "symmetries", ())
    return named or (mirror(Board(files=ruleset.files, ranks=ruleset.ranks)),)


def canonical_key(ruleset: Ruleset, position: Position) -> str:
    """Equal for two positions of a ruleset that a repetition rule sees as the same one, or as each other's image.

    It is made of what stands on the board with its marks, and of the side to move: 32 hexadecimal digits. Games are
    stored with it, so that another way to make it needs a migration that fills all of them anew.
    """
    least = min(_write_images(ruleset, position))
    return blake2b(" ".join(least).encode(), digest_size=LONGEST_CANONICAL_KEY // 2).hexdigest()


def _write_images(ruleset: Ruleset, position: Position) -> Iterator[list[str]]:
    """Each image of a position: the side to move, then piece by piece."""
    pieces = [(each.square, each.side, each.kind + ".".join(sorted(each.marks))) for each in position.pieces()]
    standing = [[(square, f"{side ^ swaps}{rest}") for square, side, rest in pieces if square] for swaps in (0, 1)]
    for symmetry in list_symmetries(ruleset):
        squares, swaps = symmetry.squares, int(symmetry.swaps)
        yield [str(position.turn ^ swaps), *sorted([squares[square] + rest for square, rest in standing[swaps]])]


def list_places(ruleset: Ruleset, position: Position) -> Iterator[int]:
    """What stands where in each image of a position, as a mask of squares by kind and side; how a piece is turned, or
    what holds it, is left out.

    The bits in which two masks differ (`(one ^ other).bit_count()`) are the squares where one has what the other has
    not.
    """
    kinds = {kind: number for number, kind in enumerate(ruleset.kinds)}
    pieces = [(each.square, 2 * kinds[each.kind] + each.side) for each in position.pieces() if each.square]
    symmetries = list_symmetries(ruleset)
    numbers = {square: number for number, square in enumerate(symmetries[0].squares)}
    for symmetry in symmetries:
        squares, swaps = symmetry.squares, int(symmetry.swaps)
        yield sum(1 << ((row ^ swaps) * len(numbers) + numbers[squares[square]]) for square, row in pieces)
