"""What somebody typed or pasted as a turn, in the plain characters that the texts of turns are made of."""

from __future__ import annotations

import unicodedata

from engine.pasted import tidy

_SIGNS = str.maketrans("×✕✖⨯:−˜∼∗", "xxxxx-~~*")


def simplify(text: str) -> str:
    """The text in lower case, without spaces and what cannot be seen, each dash or cross as `-` and `x`.

    Word processors, emails and pages put non-breaking hyphens, zero-width and full-width characters in place of plain
    ones, and quotation marks around it. Other characters stay: a rule set refuses what it cannot read.
    """
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
