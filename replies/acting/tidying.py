"""A line as its writer meant it: without what mail programs and keyboards do to it."""

from __future__ import annotations

from replies.mails.shapes import BRACKETS, BULLETS, MARKS, find_stressed, make_plain, split_number, strip_smileys

__all__ = ["list_readings", "split_number", "tidy", "unwrap"]

AROUND = " \t" + MARKS
AT_END = ".!,;"
MOST_AROUND = 20
"""Signs that are taken off from around a text, one after another."""


def tidy(line: str) -> str:
    """With plain dashes, crosses and spaces, and without quotation marks around it, a smiley or a full stop behind."""
    bare = strip_around(strip_smileys(make_plain(line)))
    stressed = find_stressed(bare)
    return strip_around(stressed) if stressed else bare


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
    first. Last without a bullet before it, and without brackets around it."""
    inside = BRACKETS.fullmatch(line)
    lines = [line, BULLETS.sub("", line, count=1), *([inside[1].strip()] if inside else [])]
    found = [
        reading
        for each in dict.fromkeys(lines)
        for close in (each.replace(" ", ""),)
        for reading in (each, close, *(one[:1].swapcase() + one[1:] for one in (each, close)))
    ]
    return list(dict.fromkeys(each for each in found if each))
