"""What somebody typed or pasted as a turn, in the plain characters that the texts of turns are made of."""

from __future__ import annotations

import unicodedata

from engine.contract import IllegalMove
from engine.pasted import tidy

LONGEST = 200
"""Characters of a turn as somebody typed it: the longest has twenty, and a paste may hide some between each two.

Putting text into one normal form takes time that grows with the square of its length.
"""
_SIGNS = str.maketrans("×✕✖⨯:−˜∼∗", "xxxxx-~~*")


def simplify(text: str) -> str:
    """The text in lower case, without spaces and what cannot be seen, each dash or cross as `-` and `x`.

    Word processors, emails and pages put non-breaking hyphens, zero-width and full-width characters in place of plain
    ones, and quotation marks around it. Other characters stay: a rule set refuses what it cannot read.
    Raises IllegalMove: too_long.
    """
    if len(text) > LONGEST:
        raise IllegalMove(
            "too_long",
            "A turn has up to {most} characters, and this has {length}.",
            most=LONGEST,
            length=len(text),
        )
    text = tidy(text).strip(" \n\t\"'")
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_SIGNS))
        text = "".join(map(_simplify_character, text))
    return "".join(text.split()).lower().translate(_SIGNS)


def _simplify_character(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Pd":
        return "-"
    return "" if category == "Cf" else character
