"""What the site may ask of other servers at somebody's wish, judged before it asks: see `core/outgoing.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST_URL, LONGEST_HOST = 2000, 253
NAMED = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")


class NotAllowed(ValueError):
    """The site asks nothing of this address; `str(error)` says why, for staff."""


def origin_of(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_own(parts: SplitResult) -> bool:
    """Whether the owner named it as one of the owner's own network."""
    return origin_of(parts) in map(str.lower, settings.OUTGOING_HOSTS)


def split(url: str, *, hosts: Sequence[str] | None = None) -> SplitResult:
    """The parts of an address that the site may ask. With `hosts`, only at one of these, which may be patterns. Raises
    NotAllowed."""
    if len(url) > LONGEST_URL or not re.fullmatch(r"[!-~]+", url) or "\\" in url or "#" in url:
        raise NotAllowed("It is no plain address.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise NotAllowed("It is no plain address.") from error
    if is_own(parts):
        return parts
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None or parts.password is not None:
        raise NotAllowed("It is no address by https at the usual port.")
    if len(host) > LONGEST_HOST or not NAMED.fullmatch(host):
        raise NotAllowed("It names no host.")
    if hosts is not None and not any(fnmatchcase(host, pattern.lower()) for pattern in hosts):
        raise NotAllowed("It is no host that we know.")
    return parts


def check_request(method: str, headers: Mapping[str, str]) -> None:
    """Raises NotAllowed where something in them could end the line that it stands in."""
    if not re.fullmatch(r"[A-Z]+", method):
        raise NotAllowed("It is no method of HTTP.")
    for name, value in headers.items():
        if not re.fullmatch(r"[A-Za-z0-9-]+", name) or not re.fullmatch(r"[ -~]*", value):
            raise NotAllowed("A header of it is no plain line.")
