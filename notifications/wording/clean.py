"""Makes typed text safe for a header, a line or a quotation: no line breaks, control or direction marks."""

import unicodedata

LONGEST_LINE = 160


def clean_line(text: str, *, longest: int = LONGEST_LINE) -> str:
    """One line without control, direction and other invisible characters; shortened with “…” past `longest`."""
    spaced = "".join(_clean_character(character) for character in text)
    line = " ".join(spaced.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def clean_lines(text: str, *, longest: int = 2000) -> list[str]:
    """The lines of a text, each cleaned, without empty ones."""
    lines = (clean_line(line, longest=longest) for line in text[:longest].splitlines())
    return [line for line in lines if line]


def _clean_character(character: str) -> str:
    """By its category in Unicode: Z are spaces, and C are control characters and direction marks, which cannot be
    seen."""
    if character.isspace() or unicodedata.category(character)[0] == "Z":
        return " "
    return "" if unicodedata.category(character)[0] == "C" else character
