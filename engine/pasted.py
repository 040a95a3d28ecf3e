"""What somebody pasted, in plain characters: turns, records, codes and messages come from word processors, pages and
emails, which put others in their place."""

from __future__ import annotations

from unicodedata import category

_ALL = range(0x11000)
"""There are no spaces and dashes beyond, and to look through the whole of Unicode took each process half a second."""
_LINES = {ord("\u2028"): "\n", ord("\u2029"): "\n"}
_SPACES = {code: " " for code in _ALL if category(chr(code)) == "Zs"}
_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x2060, 0xFEFF), "")
"""Marks where a word may break or must not, and of the order of bytes: nobody sees or means them."""
_WHITE = _LINES | _SPACES | _UNSEEN
_DASHES = {code: "-" for code in _ALL if category(chr(code)) == "Pd"} | {ord("−"): "-"}
_QUOTES = str.maketrans({**dict.fromkeys("“”„‟«»〝〞", '"'), **dict.fromkeys("‘’‚‛‹›", "'")})
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PLAIN = _WHITE | _DASHES | _QUOTES | _WIDE
QUOTED = ">"


def tidy(text: str, *, prose: bool = False) -> str:
    r"""The text with `\n` at the ends of lines, plain spaces, and nothing unseen; with plain dashes, quotation marks,
    digits and letters in place of typographic and full-width ones; and without the marks of a quote, where each of its
    lines has one. In time that grows with the text alone.

    In `prose` signs and quotes stay: people write them to each other.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if prose:
        return text if text.isascii() else text.translate(_WHITE)
    return _unquote(make_plain(text))


def make_plain(text: str) -> str:
    """The text with plain characters alone put in place of others: where its lines begin with `>`, they go on so."""
    return text if text.isascii() else text.translate(_PLAIN)


def _unquote(text: str) -> str:
    """Without the marks before each line, however deep the quote is; a line without any leaves all as they are."""
    if QUOTED not in text[:200]:  # nor is the first line quoted, whatever else is
        return text
    lines = text.split("\n")
    if any(line.strip() and not line.lstrip().startswith(QUOTED) for line in lines):
        return text
    return "\n".join(_unmark(line) for line in lines)


def _unmark(line: str) -> str:
    return line.lstrip("> \t") if line.lstrip().startswith(QUOTED) else line
