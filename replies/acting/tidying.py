"""A line as its writer meant it: without what mail programs and keyboards do to it."""

from __future__ import annotations

import re
import unicodedata

from engine import pasted

MARKS = "'\"`“”„‘’‚«»‹›"
AROUND = " \t" + MARKS
AT_END = ".!,;"
STRESSED = re.compile(r"([*_]+)(.*[^*_])\1", re.DOTALL)
"""How bold or italic letters become plain text. A star before a turn alone belongs to it."""
NUMBERED = re.compile(r"(#?)(\d{1,18})\s*[:.)]\s*(.*)", re.DOTALL)


def tidy(line: str) -> str:
    """With plain dashes, crosses and spaces, and without quotation marks around it or a full stop behind it."""
    plain = pasted.tidy(unicodedata.normalize("NFKC", line)).replace("×", "x").replace("→", "-")
    bare = strip_around(" ".join(plain.split()))
    stressed = STRESSED.fullmatch(bare)
    return strip_around(stressed[2]) if stressed else bare


def strip_around(line: str) -> str:
    return line.strip(AROUND).rstrip(AT_END).strip(AROUND)


def unwrap(line: str) -> str:
    """Without the stress and the quotation marks that stand around all of it: those within it stay, also at its end."""
    bare = line.strip()
    while len(bare) > 1:
        stressed = STRESSED.fullmatch(bare)
        if stressed:
            bare = stressed[2].strip()
        elif bare[0] in MARKS:
            bare = (bare[1:-1] if bare[-1] in MARKS else bare[1:]).strip()
        else:
            break
    return bare


def list_readings(line: str) -> list[str]:
    """What a turn may have been before a keyboard made its first letter large, or put spaces into it; as it stands
    first."""
    close = line.replace(" ", "")
    found = [line, close, *(each[:1].swapcase() + each[1:] for each in (line, close))]
    return list(dict.fromkeys(each for each in found if each))


def split_number(line: str) -> tuple[str, int | None, str]:
    """What `2: a2-a3` or `2. a2-a3` says: how it is numbered (`#` for the number of a game), the number, and the rest;
    None for a line without one."""
    found = NUMBERED.fullmatch(line.strip())
    return (found[1], int(found[2]), found[3]) if found else ("", None, line)
