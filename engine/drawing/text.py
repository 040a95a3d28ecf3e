"""A position in plain text: a board for mails, and its pieces in words for those who listen."""

from __future__ import annotations

from engine.contract import Piece, Position, Ruleset, Side
from engine.drawing import pieces, words
from engine.words import chain


def draw_text_board(ruleset: Ruleset, position: Position) -> str:
    """The board as FIRST sees it, capitals for FIRST, small letters for SECOND, with coordinates and a legend."""
    write = pieces.find_words(ruleset.slug, "write_letter") or (lambda piece: piece.kind)
    letters = {
        piece.square: write(piece) if piece.side is Side.FIRST else write(piece).lower() for piece in position.pieces()
    }
    files = [chr(ord("a") + number) for number in range(ruleset.files)]
    rows = [
        f"{rank:>2}  " + " ".join(letters.get(f"{file}{rank}", ".") for file in files)
        for rank in range(ruleset.ranks, 0, -1)
    ]
    first, second = ruleset.sides
    kinds = [words.OF_SIDE(side=kind, piece=name) for kind, name in ruleset.kinds.items()]
    legend = pieces.find_words(ruleset.slug, "LEGEND") or chain(words.ROW, kinds)
    told = str(words.LETTERS(legend=legend, first=first, second=second))
    return "\n".join([*rows, "", "    " + " ".join(files), "", told])


def describe_pieces(ruleset: Ruleset, position: Position, *, crop: str = "") -> str:
    """Every piece (within `crop`, such as `b3-h9`) in words: 'Dark: Master c1, d1; Pawn d4. Light: Master c8.'"""
    return " ".join(_describe_side(ruleset, position, side, crop=crop) for side in Side)


def _describe_side(ruleset: Ruleset, position: Position, side: Side, *, crop: str) -> str:
    squares: dict[str, list[str]] = {}
    for piece in position.pieces():
        if piece.side is side and piece.square and is_within(piece.square, crop):
            squares.setdefault(describe_piece(ruleset, piece), []).append(piece.square)
    if not squares:
        return str(words.SIDE_HAS_NOTHING(side=ruleset.sides[side]))
    found = [words.WHERE(piece=name, squares=chain(words.ROW, where)) for name, where in squares.items()]
    return str(words.SIDE_HAS(side=ruleset.sides[side], pieces=chain(words.GROUPS, found)))


def find_place(name: str) -> tuple[int, int]:
    """File and rank of a square, counted from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def is_within(square: str, crop: str) -> bool:
    """Whether a square lies in the part of the board between two corners, such as `b3-h9`; empty is the whole board."""
    if not crop:
        return True
    (left, bottom), (right, top) = map(find_place, crop.split("-"))
    file, rank = find_place(square)
    return left <= file <= right and bottom <= rank <= top


def name_piece(ruleset: Ruleset, kind: str) -> str:
    """The shown name of a kind; its letter where the ruleset names none."""
    return ruleset.kinds.get(kind, kind)


def describe_piece(ruleset: Ruleset, piece: Piece) -> str:
    """A piece in words, with what its marks say of it: 'Pawn showing 5'."""
    tell = pieces.find_words(ruleset.slug, "describe_marks")
    name, marks = name_piece(ruleset, piece.kind), tell(piece) if tell else ""
    return str(words.MARKED(piece=name, marks=marks)) if marks else name
