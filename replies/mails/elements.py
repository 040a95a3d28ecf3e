"""What an element of a mail's HTML says about the text within it and after it.

Mail programs mark a quote in their own ways: by `blockquote`, by classes and identifiers, or by a line drawn above all
that follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.numbers import read_number

MOST_ITEMS = 999_999
"""The largest number of an item of a list that is believed."""
VOID = re.compile(r"area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr")
SILENT = re.compile(r"head|title|style|script|noscript|noembed|noframes|textarea|select|svg|object|iframe")
BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figure|footer|form|h1|h2|h3|h4|"
    r"h5|h6|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|tr|ul"
)
_QUOTES = (
    "yahoo_quoted",
    "moz-forward-container",
    "zmail_extra",
    "ms-outlook-mobile-forward",
    "quoted-content",
    "missive_quote",
    "front-blockquote",
    "isreplycontent",
)
_ATTRIBUTIONS = (
    "gmail_attr",
    "gmail_quote",
    "moz-cite-prefix",
    "protonmail_quote",
    "tutanota_quote",
    "cite-prefix",
    "reply-intro",
)
_REST = (
    "divrplyfwdmsg",
    "appendonsend",
    "olk_src_body_section",
    "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message",
    "stopspelling",
)
_SIGNATURES = (
    "gmail_signature",
    "gmail_signature_prefix",
    "moz-signature",
    "ms-outlook-mobile-signature",
    "protonmail_signature_block",
    "applemailsignature",
    "signature",
)
_HIDDEN = re.compile(
    r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])", re.I
)
_LINE_LEFT = re.compile(r"border-left(?:-style|-width)?\s*:\s*(?!none|0)", re.I)
_STRUCK = re.compile(r"s|strike|del")
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,60}\bline-through", re.I)
_INDENT = re.compile(r"margin\s*:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px|margin-left\s*:\s*40px", re.I)
"""What programs put around lines that their writer moved to the right."""
_LINE_ABOVE = re.compile(r"border\s*:\s*none\s*;\s*border-top\s*:\s*solid\s+#\w{3,6}\s+1\.0pt", re.I)
_OUR_PREFIX = re.compile(r"^(?:x_|m_-?\d+)+", re.I)


@dataclass(frozen=True, slots=True)
class Element:
    """What an element says of what stands in it."""

    tag: str
    is_quote: bool = False
    is_silent: bool = False
    is_attribution: bool = False
    is_struck: bool = False
    """Crossed out: not there, but the line goes on behind it."""
    is_signature: bool = False


def begins_rest(tag: str, values: Mapping[str, str]) -> bool:
    """Whether all that follows this element is a quote."""
    if tag == "hr" and values.get("tabindex") == "-1":
        return True
    if _LINE_ABOVE.search(values.get("style", "")[:500]):
        return True
    return any(name.endswith(_REST) for name in _names(values))


def describe(tag: str, values: Mapping[str, str]) -> Element:
    if VOID.fullmatch(tag):
        return Element(tag)
    names, style = _names(values), values.get("style", "")[:500]
    is_attribution = any(name.endswith(_ATTRIBUTIONS) for name in names) and tag != "blockquote"
    is_quote = (tag == "blockquote" and not is_indent(values)) or any(name.endswith(_QUOTES) for name in names)
    is_quote = is_quote or values.get("name") == "quote" or bool(_LINE_LEFT.search(style))
    is_signature = any(name in _SIGNATURES for name in names)
    is_silent = bool(SILENT.fullmatch(tag)) or bool(_HIDDEN.search(style)) or is_signature
    return Element(
        tag,
        is_quote=is_quote,
        is_silent=is_silent,
        is_attribution=is_attribution,
        is_struck=bool(_STRUCK.fullmatch(tag)) or bool(_STRUCK_STYLE.search(style)),
        is_signature=is_signature,
    )


def is_indent(values: Mapping[str, str]) -> bool:
    """Whether a `blockquote` only moves to the right what its writer wrote."""
    if (
        "cite" in values
        or "type" in values
        or values.get("class", "webkit-indent-blockquote").strip().lower() != ("webkit-indent-blockquote")
    ):
        return False
    style = values.get("style", "")[:500]
    return bool(_INDENT.search(style)) and not _LINE_LEFT.search(style)


def number_first(tag: str, values: Mapping[str, str]) -> int | None:
    """The number of a list's first item; None for a list without numbers."""
    if tag != "ol" or values.get("type", "1").strip() != "1":
        return None
    return read_place(values, "start", otherwise=1)


def read_place(values: Mapping[str, str], name: str, *, otherwise: int) -> int:
    number = read_number(values.get(name, "").strip())
    return otherwise if number is None or number > MOST_ITEMS else number


def _names(values: Mapping[str, str]) -> list[str]:
    """The classes and the identifier, in lower case, without what programs put before those of a quoted mail."""
    words = f"{values.get('class', '')[:300]} {values.get('id', '')[:100]}".lower().split()
    return [_OUR_PREFIX.sub("", word) for word in words]
