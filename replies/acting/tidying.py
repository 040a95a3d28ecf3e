"""A line as its writer meant it: without what mail programs and keyboards do to it."""

from __future__ import annotations

import re
import unicodedata

DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
MARKS = "'\"`“”„‘’‚«»‹›"
AROUND = " \t" + MARKS
AT_END = ".!,;"
MOST_AROUND = 20
"""Signs that are taken off from around a text, one after another."""
STRESS = "*_"
"""How bold or italic letters become plain text. A star before a turn alone belongs to it."""
NUMBERED = re.compile(r"(#?)(\d{1,18})\s*[:.)]\s*(.*)", re.DOTALL)


def tidy(line: str) -> str:
    """With plain dashes, crosses and spaces, and without quotation marks around it or a full stop behind it."""
    plain = DASHES.sub("-", unicodedata.normalize("NFKC", line)).replace("×", "x").replace("→", "-")
    bare = strip_around(" ".join(plain.split()))
    stressed = find_stressed(bare)
    return strip_around(stressed) if stressed else bare


def find_stressed(line: str) -> str:
    """What stands between the same signs of stress; empty where there are none, or nothing within."""
    end = len(line.rstrip(STRESS))
    sign = line[end:]
    return line[len(sign) : end] if sign and line.startswith(sign) else ""


def strip_around(line: str) -> str:
    return line.strip(AROUND).rstrip(AT_END).strip(AROUND)


def unwrap(line: str) -> str:
    """Without the stress and the quotation marks that stand around all of it: those within it stay, also at its end."""
    bare = line.strip()
    for _ in range(MOST_AROUND):
        if len(bare) < 2:
            break
        if stressed := find_stressed(bare):
            bare = stressed.strip()
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
