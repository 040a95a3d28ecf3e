"""Takes out of a line what cannot be seen and could change how the rest of it looks."""

import re

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile("[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff]+")


def clean(line: str) -> str:
    """The line without characters that are invisible or set a direction of writing, other white space as one space."""
    if line.isascii() and line.isprintable() and "  " not in line:
        return line.strip()
    return _CONTROL.sub(" ", _UNSEEN.sub("", line)).strip()
