"""Positions as somebody puts them together, legal or not: what stands where, whose turn it is, and what else a game's
position has, as `editing.py` in its folder tells.

The text of a position begins with the board as in FEN and the letter of the side to move; what stands on a square is a
letter, a capital for FIRST. A game without a file has its pieces and the side, and any further parts stay as they were.
With a file it may have

- `LETTERS`: what can be put on a square, by capital letters, each with kind and marks of the piece that it draws;
- `FIELDS`: what else can be chosen, a `Field` each;
- `read(parts, …) -> dict[str, str]`: the values of the fields, from the parts of the text after board and side;
- `write(placed, values) -> str`: those parts again, from the letters by square and the values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import registry
from engine.board import Board
from engine.contract import BadPosition, Piece, Ruleset, Side
from engine.words import Sentence

LONGEST = 300
"""Characters of a text that is read."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a position has besides pieces and side: one of these values, each with the name that is shown."""

    name: str
    label: Sentence
    choices: tuple[tuple[str, Sentence | str], ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A position on its way. `placed` has letters by the names of squares."""

    placed: Mapping[str, str]
    turn: Side
    parts: tuple[str, ...] = ()
    """What the text has after board and side, for a game that does not say what it means."""
    values: Mapping[str, str] = field(default_factory=dict)

    def put(self, square: str, letter: str) -> Draft:
        """With this letter on a square, or with nothing there for an empty one."""
        others = {name: there for name, there in self.placed.items() if name != square}
        return replace(self, placed={**others, square: letter} if letter else others)


class Editor:
    """Reads and writes drafts of one game."""

    def __init__(self, ruleset: Ruleset) -> None:
        module = registry.find_module(ruleset.slug, "editing")
        self.ruleset = ruleset
        self.board = Board(files=ruleset.files, ranks=ruleset.ranks)
        plain = {kind: (kind, ()) for kind in ruleset.kinds}
        self.letters: Mapping[str, tuple[str, tuple[str, ...]]] = getattr(module, "LETTERS", plain)
        self.fields: tuple[Field, ...] = getattr(module, "FIELDS", ())
        self.module: Any = module

    @property
    def signs(self) -> tuple[str, str]:
        """The letters of the two sides in a text."""
        first, second = (side[0].lower() for side in self.ruleset.sides)
        return first, second

    def read(self, text: str) -> Draft:
        """The draft of a text, legal or not. Raises BadPosition where its board cannot be read."""
        board, sign, *parts = [*text[:LONGEST].split(), "", ""][: max(2, len(text[:LONGEST].split()))]
        found = self.board.read(board, letters="".join(self.letters) + "".join(self.letters).lower())
        placed = {self.board.names[square]: letter for square, letter in found.items()}
        turn = Side.SECOND if sign == self.signs[1] else Side.FIRST
        values = self.module.read(parts) if self.fields else {}
        return Draft(placed, turn, tuple(parts), values)

    def start(self) -> Draft:
        return self.read(self.ruleset.start().text())

    def clear(self, draft: Draft) -> Draft:
        """The same without a piece, and with the first value of each field that names a square."""
        return replace(draft, placed={}, values={name: self.keep(name, "") for name in draft.values})

    def keep(self, name: str, value: str) -> str:
        """The value, if the field has it, else its first."""
        known = next(one for one in self.fields if one.name == name)
        choices = [choice for choice, _ in known.choices]
        return value if value in choices else choices[0]

    def choose(self, draft: Draft, given: Mapping[str, str]) -> Draft:
        """With the side and the values that a form names, as far as they are known."""
        turn = Side.SECOND if given.get("turn") == self.signs[1] else Side.FIRST if given.get("turn") else draft.turn
        values = {one.name: self.keep(one.name, given.get(one.name, draft.values[one.name])) for one in self.fields}
        return replace(draft, turn=turn, values=values)

    def write(self, draft: Draft) -> str:
        """The draft as text, which need not be that of a legal position."""
        letters = {self.board.index[square]: letter for square, letter in draft.placed.items()}
        parts = self.module.write(draft.placed, draft.values) if self.fields else " ".join(draft.parts)
        return f"{self.board.write(letters)} {self.signs[draft.turn]} {parts}".strip()

    def find_fault(self, draft: Draft) -> BadPosition | None:
        """Why it is no position of the game; None if it is one."""
        try:
            self.ruleset.read(self.write(draft))
        except BadPosition as error:
            return error
        return None

    def list_pieces(self, draft: Draft) -> Sequence[Piece]:
        """What stands there, to be drawn."""
        return [self.make_piece(letter, square=square) for square, letter in sorted(draft.placed.items())]

    def make_piece(self, letter: str, *, square: str | None = None) -> Piece:
        kind, marks = self.letters[letter.upper()]
        return Piece(square, kind, Side.FIRST if letter.isupper() else Side.SECOND, marks)

    def is_square(self, name: str) -> bool:
        return name in self.board.index

    def is_letter(self, letter: str) -> bool:
        return re.fullmatch("[A-Za-z]", letter) is not None and letter.upper() in self.letters
