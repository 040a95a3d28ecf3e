"""The plain text of emails: broken into lines, and into the parts from which the HTML of account emails is made."""

import re
from textwrap import wrap
from typing import NamedTuple

WIDTH = 76
"""The most characters of a line of prose. Every program shows 78 (RFC 5322, 2.1.1)."""
_CODE = re.compile(r"\d{4}-\d{4}")
_LABELLED_LINK = re.compile(r"(?P<label>[^\n]+):\n(?P<link>https?://\S+)")


class Part(NamedTuple):
    """A paragraph. If it has a link, it is a button, and its text the button's label."""

    text: str
    link: str = ""

    @property
    def is_code(self) -> bool:
        """Whether it is nothing but a code to be typed, such as 4821-9067."""
        return _CODE.fullmatch(self.text) is not None


def split_parts(text: str) -> list[Part]:
    """Splits a text at its blank lines. A paragraph like `Do this:` with an address below it becomes a link."""
    return [_read_part(block.strip()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def _read_part(block: str) -> Part:
    labelled = _LABELLED_LINK.fullmatch(block)
    return Part(labelled["label"], labelled["link"]) if labelled else Part(block)


def wrap_lines(text: str) -> str:
    """Breaks long lines between words and repeats their indent or quotation mark. A line with a link stays whole."""
    return "\n".join(broken for line in text.split("\n") for broken in _wrap_line(line))


def _wrap_line(line: str) -> list[str]:
    if len(line) <= WIDTH or "://" in line:
        return [line]
    margin = line[: len(line) - len(line.lstrip("> "))][: WIDTH // 2]  # which each line of it repeats
    return wrap(line, WIDTH, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False)
