"""Servers that readers name themselves: the origin in what was typed, a token for it, and text for apps that make links
of what looks like one."""

from __future__ import annotations

import re

from core import outgoing
from notifications.chat_apps.parts import BadAddress
from notifications.words import chat_apps as words

TOKEN = re.compile(r"[!-~]{1,500}")
LIKE_LINK = re.compile(r"(?<=\w)([.。．｡])(?=\w)|(:)(?=/)|(@)(?=\w)")
JOINER = "\u2060"
"""A word joiner: it has no width, and no line breaks there."""


def read_server(typed: str, *, field: str, begins: str) -> str:
    """The origin of a server that the site may ask, such as `https://ntfy.sh`. Raises BadAddress."""
    bare = typed.rstrip("/")
    try:
        parts = outgoing.split(bare)
    except outgoing.NotAllowed:
        raise BadAddress(words.NO_SERVER(begins=begins), field=field) from None
    if parts.path or parts.query or "?" in bare:
        raise BadAddress(words.NO_SERVER(begins=begins), field=field)
    return outgoing.origin_of(parts).lower().removesuffix(":443")


def read_token(typed: str, *, field: str) -> str:
    """What stands in a header. Raises BadAddress."""
    if not TOKEN.fullmatch(typed):
        raise BadAddress(words.NO_TOKEN(), field=field)
    return typed


def unlink(text: str) -> str:
    """The text as it is read, of which no program makes a link, or a mention of somebody."""
    return LIKE_LINK.sub(lambda found: found[0] + JOINER, text)
