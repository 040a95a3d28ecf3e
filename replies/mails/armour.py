"""Takes the text out of what a program has signed with PGP within the mail itself (RFC 9580, 7)."""

from __future__ import annotations

from collections.abc import Callable

from replies.mails.patterns import PGP_BEGINS, PGP_ENDS

SIGNED = "SIGNED MESSAGE"


def unwrap(lines: list[str]) -> list[str]:
    """The lines, clean ones, without the armour and the signature; nothing of a message that is encrypted."""
    found: list[str] = []
    at, is_signed = 0, False
    while at < len(lines):
        line = lines[at]
        begins = PGP_BEGINS.match(line)
        at += 1
        if begins is None:
            found.append(line[2:] if is_signed and line.startswith("- ") else line)
        elif begins[1] == SIGNED:
            is_signed = True
            at = _skip_until(lines, at, is_last=lambda each: not each)
        else:
            is_signed = False
            at = _skip_until(lines, at, is_last=lambda each: bool(PGP_ENDS.match(each)))
    return found


def _skip_until(lines: list[str], at: int, *, is_last: Callable[[str], bool]) -> int:
    """The place below the next such line; the end where none comes."""
    return next((place + 1 for place in range(at, len(lines)) if is_last(lines[place])), len(lines))
