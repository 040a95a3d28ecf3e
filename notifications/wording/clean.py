"""Makes typed text safe for a header, a line or a quotation: without line breaks, control characters and direction
marks."""

import re
import unicodedata

LONGEST_LINE = 160
JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner. Without them Persian is misspelt, and emoji of families fall apart."""
LOOSE_JOINERS = re.compile(rf"[{JOINERS}]{{2,}}|(?<!\S)[{JOINERS}]|[{JOINERS}](?!\S)")
TAGGED_FLAG = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,6}\U000e007f)")
"""The flag of a part of a country, such as Scotland: a black flag followed by invisible letters."""


def clean_line(text: str, *, longest: int = LONGEST_LINE) -> str:
    """Returns one line without control, direction and other invisible characters, shortened with “…” beyond `longest`.

    Two kinds of invisible characters stay: a single joiner between two characters, and the letters after a flag.
    """
    parts = TAGGED_FLAG.split(text)  # every second part is a flag
    spaced = "".join(part if place % 2 else "".join(map(_clean_character, part)) for place, part in enumerate(parts))
    line = LOOSE_JOINERS.sub("", " ".join(spaced.split()))
    return line if len(line) <= longest else line[: longest - 1].rstrip(f" {JOINERS}") + "…"


def clean_lines(text: str, *, longest: int = 2000) -> list[str]:
    """Returns the lines of a text, each cleaned, without empty ones."""
    lines = (clean_line(line, longest=longest) for line in text[:longest].splitlines())
    return [line for line in lines if line]


def _clean_character(character: str) -> str:
    """Cleans a character by its category in Unicode. Z are spaces. C are control characters and direction marks, which
    are invisible."""
    if character.isspace() or unicodedata.category(character)[0] == "Z":
        return " "
    return "" if unicodedata.category(character)[0] == "C" and character not in JOINERS else character
