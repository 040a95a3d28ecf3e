"""Turns the plain text of an account mail into the parts its HTML form is drawn from, so that each is written once."""

import re
from typing import NamedTuple

_LABELLED_LINK = re.compile(r"(?P<label>[^\n]+):\n(?P<link>https?://\S+)")


class Part(NamedTuple):
    """A paragraph; with a link, a button that bears the paragraph's text."""

    text: str
    link: str = ""


def split_parts(text: str) -> list[Part]:
    """Paragraphs are set apart by a blank line. One of the form `Do this:` and an address below it becomes a link."""
    return [_read_part(block.strip()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def _read_part(block: str) -> Part:
    labelled = _LABELLED_LINK.fullmatch(block)
    return Part(labelled["label"], labelled["link"]) if labelled else Part(block)
