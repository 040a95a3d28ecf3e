"""Makes what people typed safe for a header, a line, a quotation: no line breaks, control or direction marks."""

import unicodedata

LONGEST_LINE = 160


def clean_line(text: str, *, longest: int = LONGEST_LINE) -> str:
    """One line without control, direction and other invisible characters; shortened with “…” past `longest`."""
    spaced = "".join(_clean_character(character) for character in text)
    line = " ".join(spaced.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def clean_lines(text: str, *, longest: int = 2000) -> list[str]:
    """The lines of a note, each cleaned, empty ones left out."""
    lines = (clean_line(line, longest=longest) for line in text[:longest].splitlines())
    return [line for line in lines if line]


def _clean_character(character: str) -> str:
    """Unicode's categories: Z are spaces, C is whatever has no look of its own (controls, marks of direction)."""
    if character.isspace() or unicodedata.category(character)[0] == "Z":
        return " "
    return "" if unicodedata.category(character)[0] == "C" else character
