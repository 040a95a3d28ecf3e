"""The one way by which the site asks another server by HTTP at somebody's wish: nobody makes it speak to machines that
only it can reach.

It speaks TLS to named hosts, at the usual port. All addresses of the host are public ones; it is resolved once, and
that very address is connected to. Redirects are not followed, and no proxy is used. An answer has five seconds in all,
however it drips, and 64 kB of it are read; nothing is unpacked.

`OUTGOING_HOSTS` names origins of the owner's own network, such as `https://ntfy.lan:8443`, of which none of this is
asked.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Any, Self
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from core.asking import Connection, Response
from core.connecting import NotPublic, connect
from engine.words import Sentence

__all__ = ["Client", "HostNotPublic", "NotAllowed", "Response", "Unreached", "send", "split"]

PATIENCE = 5.0
"""Seconds for a request, from its first step to the last byte that is read."""
LONGEST_URL, LONGEST_HOST = 2000, 253
NAMED = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
FAULTS = (OSError, http.client.HTTPException, ValueError)


SAID: tuple[tuple[type[Exception], Sentence], ...] = (
    (socket.gaierror, Sentence("no_host", "nobody knows a server of that name")),
    (ssl.SSLCertVerificationError, Sentence("bad_certificate", "its certificate isn’t valid")),
    (TimeoutError, Sentence("no_answer", "it didn’t answer in time")),
    (ConnectionRefusedError, Sentence("no_connection", "it took no connection")),
)
BROKEN = Sentence("broken_off", "it broke off, or gave an answer that can’t be read")


class NotAllowed(ValueError):
    """The site asks nothing of this address; `str(error)` says why, for staff."""


class HostNotPublic(NotAllowed):
    """Its name leads to an address that is not public, which may pass; `said` says it to people."""

    said = Sentence("not_public", "its name leads to no public server")()


class Unreached(Exception):
    """The server could not be reached, or gave no sound answer in time; `str(error)` names the fault for the log, and
    `said` says it to people."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(type(fault).__name__)
        self.said = next((said for kind, said in SAID if isinstance(fault, kind)), BROKEN)()


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


class Client:
    """A context that keeps its connections for a run: one to each origin."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._kept: dict[str, Connection] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for connection in self._kept.values():
            connection.close()
        self._kept.clear()

    def send(
        self,
        method: str,
        url: str,
        *,
        data: bytes = b"",
        headers: Mapping[str, str] | None = None,
        hosts: Sequence[str] | None = None,
    ) -> Response:
        """The answer, whatever its status. Raises NotAllowed, before anything is asked, and Unreached."""
        parts = split(url, hosts=hosts)
        check_request(method, headers or {})
        until = time.monotonic() + self._patience
        origin = origin_of(parts)
        try:
            connection = self._connect(parts, until=until)
            target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            answer = connection.ask(method, target, data=data, headers=headers or {}, until=until)
        except NotPublic as error:
            raise HostNotPublic("Its host is no public one.") from error
        except FAULTS as error:
            self._drop(origin)
            raise Unreached(error) from error
        if not connection.is_reusable:
            self._drop(origin)
        return answer

    def _connect(self, parts: SplitResult, *, until: float) -> Connection:
        """The connection to this origin that is kept, if the other side has not ended it, or a new one."""
        origin = origin_of(parts)
        kept = self._kept.get(origin)
        if kept is not None and kept.is_alive():
            return kept
        self._drop(origin)
        plain = connect(parts, is_own=is_own(parts), until=until)
        self._kept[origin] = connection = Connection(plain, host=parts.netloc)
        return connection

    def _drop(self, origin: str) -> None:
        if connection := self._kept.pop(origin, None):
            connection.close()


def send(method: str, url: str, **how: Any) -> Response:
    """One request by itself: see `Client.send`."""
    with Client() as client:
        return client.send(method, url, **how)
