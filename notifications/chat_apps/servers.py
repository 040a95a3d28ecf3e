"""Servers that readers name themselves: reads their origin and a token for them, and protects text from apps that turn
everything that looks like a link into one."""

from __future__ import annotations

import re

from core import allowed_requests
from notifications.chat_apps.parts import BadAddress
from notifications.words import chat_apps as words

TOKEN = re.compile(r"[!-~]{1,500}")
LIKE_LINK = re.compile(r"(?<=\w)([.。．｡])(?=\w)|(:)(?=/)|(@)(?=\w)")
JOINER = "\u2060"
"""A word joiner, which has no width and prevents line breaks."""


def read_server(typed: str, *, field: str, begins: str) -> str:
    """Returns the origin of a server that the site may contact, such as `https://ntfy.sh`. Raises BadAddress."""
    bare = typed.rstrip("/")
    try:
        parts = allowed_requests.split(bare)
    except allowed_requests.NotAllowed:
        raise BadAddress(words.NO_SERVER(begins=begins), field=field) from None
    if parts.path or parts.query or "?" in bare:
        raise BadAddress(words.NO_SERVER(begins=begins), field=field)
    return allowed_requests.origin_of(parts).lower().removesuffix(":443")


def read_token(typed: str, *, field: str) -> str:
    """Reads a token that goes into a header. Raises BadAddress."""
    if not TOKEN.fullmatch(typed):
        raise BadAddress(words.NO_TOKEN(), field=field)
    return typed


def unlink(text: str) -> str:
    """Returns a text that looks the same but in which no program finds a link or a mention."""
    return LIKE_LINK.sub(lambda found: found[0] + JOINER, text)
