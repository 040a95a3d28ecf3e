"""Leaves out what stands above the first line that asks for something: a greeting, a name, a label of a company."""

from __future__ import annotations

import re

from replies.mails.shapes import asks, is_prose

MACHINES_NOTE = re.compile(r"\W*note\s?:", re.IGNORECASE)
"""How a sentence of a machine or of a company begins: below prose it is no message to the opponent."""
MOST_ABOVE = 12
"""Below so many lines of prose no turn is looked for."""


def leave_out_prose(lines: list[str]) -> list[str]:
    """The lines from the first that asks for something; all of them where none does, or where one above it may have
    been meant as a turn, or may say that the turn is none."""
    for at, line in enumerate(lines[: MOST_ABOVE + 1]):
        if asks(line):
            return lines if at and MACHINES_NOTE.match(line) else lines[at:]
        if not is_prose(line):
            break
    return lines
