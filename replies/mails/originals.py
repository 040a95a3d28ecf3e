"""What stands within or below a quote of our own email that no mark tells from what its reader wrote.

Only a line that asks for something by itself is taken, and only below a line that our email is known to have: what
stands above that, or in a quote within the quote, was written by somebody at another time.
"""

from __future__ import annotations

import re

from replies.mails import patterns
from replies.mails.shapes import asks

MOST_READ = 400
MOST_ABOVE = 15
"""Below so many lines that are not known, the original is not ours."""
LONGEST = 400
IN_BRACKETS = re.compile(r"\(.*\)")
"""As our email has the last turn, maybe on a line of its own."""
WRAPPED_FROM = 50
"""A line of our email so long, that ends no sentence, may go on in the next, also where a program puts each line into a
paragraph of its own."""


def read_original(lines: list[str], at: int) -> list[str]:
    """The lines that were written into the original, or below it, that begins here: paragraphs of their own."""
    found: list[str] = []
    above, is_ours, is_first, is_taken, before = 0, False, True, False, ""
    for line in (each[:LONGEST] for each in lines[at : at + MOST_READ]):
        if not line:
            is_first = True
            continue
        if patterns.QUOTED.match(line):
            is_taken = False
        elif patterns.OURS.match(line) or patterns.MARKER.match(line):
            is_ours, is_taken = True, False
        elif not is_ours:
            above += 1
            if above > MOST_ABOVE or asks(line):
                return []
        elif is_others(line):
            break
        else:
            is_taken = (asks(line) and not (goes_on(before) or IN_BRACKETS.fullmatch(line))) if is_first else is_taken
            if is_taken and asks(line):
                found.append(line)
        is_first, before = False, line
    return found


def goes_on(line: str) -> bool:
    """Whether the next line may be the rest of this one."""
    return line.endswith((",", ":", ";")) or (len(line) >= WRAPPED_FROM and line[-1] not in ".!?" and "://" not in line)


def is_others(line: str) -> bool:
    """Whether what follows may be an older mail, or what our email repeats of others."""
    return any(
        pattern.match(line)
        for pattern in (patterns.ORIGINAL, patterns.ATTRIBUTION, patterns.FORWARDED, patterns.HEADER_FIRST)
    ) or bool(patterns.OF_OTHERS.search(line))
