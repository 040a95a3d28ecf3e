"""The one way by which the site asks another server by HTTP at somebody's wish: nobody makes it speak to machines that
only it can reach.

It speaks TLS to named hosts, at the usual port. The host is one that is known, or all its addresses are public; it is
resolved once, and that very address is connected to. Redirects are not followed, and no proxy is used. An answer has
five seconds in all, however it drips, and 64 kB of it are read; nothing is unpacked.

`OUTGOING_HOSTS` names origins of the owner's own network, such as `https://ntfy.lan:8443`, of which none of this is
asked.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import re
import select
import socket
import ssl
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from types import TracebackType
from typing import Any, Self
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE = 5.0
"""Seconds for a request, from its first step to the last byte that is read."""
MOST_BYTES = 64 * 1024
"""Of an answer."""
LONGEST_URL = 2000
NAMED = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?")
TRANSLATED = (
    ipaddress.ip_network("64:ff9b::/96"),
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("2002::/16"),
    ipaddress.ip_network("2001::/32"),
)
"""IPv6 networks whose addresses hold one of IPv4, which may be anybody's (RFC 6052, RFC 8215, RFC 3056, RFC 4380)."""
FAULTS = (OSError, http.client.HTTPException, ValueError)
_resolvers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="resolver")


class NotAllowed(ValueError):
    """The site asks nothing of this address; `str(error)` says why, for staff."""


class Unreached(Exception):
    """The server could not be reached, or gave no sound answer in time; `str(error)` says which fault it was."""


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    body: bytes
    headers: Mapping[str, str]
    """Their names in small letters."""

    @property
    def words(self) -> str:
        """The first words of the answer, in one line."""
        return " ".join(self.body[:400].decode(errors="replace").split())[:200]


def origin_of(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


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
    if origin_of(parts) in settings.OUTGOING_HOSTS:
        return parts
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None or parts.password is not None:
        raise NotAllowed("It is no address by https at the usual port.")
    if not NAMED.fullmatch(host) or len(host) > 253:
        raise NotAllowed("It names no host.")
    if hosts is not None and not any(fnmatchcase(host, pattern.lower()) for pattern in hosts):
        raise NotAllowed("It is no host that we know.")
    return parts


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, and hides no other."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in network for network in TRANSLATED):
            return False
    return found.is_global and not found.is_multicast and not found.is_unspecified


class Client:
    """A context that keeps its connections for a run: one to each origin."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._kept: dict[str, _Connection] = {}

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
        until = time.monotonic() + self._patience
        origin = origin_of(parts)
        try:
            connection = self._connect(parts, until=until)
            target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            answer = connection.ask(method, target, data=data, headers=headers or {}, until=until)
        except FAULTS as error:
            self._drop(origin)
            if isinstance(error, NotAllowed):
                raise
            raise Unreached(type(error).__name__) from error
        if not connection.is_reusable:
            self._drop(origin)
        return answer

    def _connect(self, parts: SplitResult, *, until: float) -> _Connection:
        """The connection to this origin that is kept, if the other side has not ended it, or a new one."""
        origin = origin_of(parts)
        kept = self._kept.get(origin)
        if kept is not None and kept.is_alive():
            return kept
        self._drop(origin)
        self._kept[origin] = connection = _Connection(connect(parts, until=until), host=parts.netloc)
        return connection

    def _drop(self, origin: str) -> None:
        if connection := self._kept.pop(origin, None):
            connection.close()


def send(method: str, url: str, **how: Any) -> Response:
    """One request by itself: see `Client.send`."""
    with Client() as client:
        return client.send(method, url, **how)


# --- Connecting --------------------------------------------------------------------------------------------------
def connect(parts: SplitResult, *, until: float) -> socket.socket:
    """A connection to the host: at the first of its addresses that answers, by TLS in its name. Raises NotAllowed
    where one of them is not public, and OSError."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    is_own = origin_of(parts) in settings.OUTGOING_HOSTS
    addresses = resolve(host, port, until=until)
    if not is_own and not all(is_public(address) for address in addresses):
        raise NotAllowed("Its host is no public one.")
    plain = _open_first(addresses, port, until=until)
    if parts.scheme == "http":
        return plain
    try:
        plain.settimeout(find_left(until))
        return make_tls().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise


def resolve(host: str, port: int, *, until: float) -> list[str]:
    """Its addresses, each once. Raises OSError, TimeoutError."""
    asked = _resolvers.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = asked.result(timeout=find_left(until))
    except Late:
        asked.cancel()
        raise TimeoutError from None
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _open_first(addresses: Sequence[str], port: int, *, until: float) -> socket.socket:
    fault: OSError = OSError("It has no address.")
    for place, address in enumerate(addresses):
        try:
            return socket.create_connection((address, port), timeout=find_left(until) / (len(addresses) - place))
        except OSError as error:
            fault = error
    raise fault


@cache
def make_tls() -> ssl.SSLContext:
    """Checks certificates and names, by TLS 1.2 at least. The owner's own authorities count (SSL_CERT_FILE)."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def find_left(until: float) -> float:
    """The seconds that are left. Raises TimeoutError where none are."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


# --- Asking ------------------------------------------------------------------------------------------------------
class _Timed(io.RawIOBase):
    """Reads from a socket until an instant, however little comes at a time; `http.client` may write to it."""

    def __init__(self, plain: socket.socket) -> None:
        self.socket, self.until = plain, 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.socket.settimeout(find_left(self.until))
        return self.socket.recv_into(buffer)

    def sendall(self, data: bytes) -> None:
        self.socket.settimeout(find_left(self.until))
        self.socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Unclosed(self))

    def close(self) -> None:
        self.socket.close()
        super().close()


class _Unclosed(io.RawIOBase):
    """What an answer is read from: closed with each answer, while the connection stays."""

    def __init__(self, timed: _Timed) -> None:
        self._timed = timed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._timed.readinto(buffer)


class _Connection:
    """A connection on which one request follows another."""

    def __init__(self, plain: socket.socket, *, host: str) -> None:
        self._timed = _Timed(plain)
        self._http = http.client.HTTPConnection(host)
        self._http.auto_open = 0
        self._http.sock = self._timed  # type: ignore[assignment]  # all that is asked of a socket
        self.is_reusable = False

    def ask(self, method: str, target: str, *, data: bytes, headers: Mapping[str, str], until: float) -> Response:
        self._timed.until = until
        self._http.request(method, target, body=data or None, headers={"Accept-Encoding": "identity", **headers})
        answer = self._http.getresponse()
        body = answer.read(MOST_BYTES + 1)
        self.is_reusable = not answer.will_close and answer.isclosed()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return Response(answer.status, body[:MOST_BYTES], named)

    def is_alive(self) -> bool:
        """Whether the other side has neither ended it nor said anything that nobody asked for."""
        plain = self._timed.socket
        try:
            return self.is_reusable and not select.select([plain], [], [], 0)[0]
        except (OSError, ValueError):
            return False

    def close(self) -> None:
        self._http.close()
        self._timed.close()
