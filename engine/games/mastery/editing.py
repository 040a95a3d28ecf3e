"""What a position of Mastery is put together from besides its pieces: the version of its rules. What is off the board
follows from what is on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.editing import Field
from engine.games.mastery.tables import LETTERS as KINDS
from engine.games.mastery.tables import NUMBERS
from engine.games.mastery.text import RULES, SETUPS
from engine.words import Sentence

FIELDS = (
    Field(
        "rules",
        Sentence("mastery_edit_rules", "Rules version"),
        (
            ("ross", Sentence("mastery_edit_ross", "The designer’s")),
            ("woag", Sentence("mastery_edit_woag", "World of Abstract Games")),
        ),
    ),
)


def read(parts: Sequence[str]) -> dict[str, str]:
    """The version, from the last part of the text."""
    rules = parts[-1].partition(",")[2] if parts else ""
    return {"rules": rules if rules in RULES else RULES[0]}


def write(placed: Mapping[str, str], values: Mapping[str, str]) -> str:
    """Pieces lost, no last turn, set-up and version. More pieces than there are count as none lost: the board then does
    not add up, and the position says so."""
    standing = Counter(placed.values())
    lost = "/".join(
        "".join(f"{kind}{max(0, number - standing[case(kind)])}" for kind, number in zip(KINDS, NUMBERS, strict=True))
        for case in (str.upper, str.lower)
    )
    return f"{lost} - {next(iter(SETUPS))},{values['rules']}"
