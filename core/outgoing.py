"""The one way by which the site asks another server by HTTP at somebody's wish: nobody makes it speak to machines that
only it can reach.

It speaks TLS to named hosts, at the usual port. libcurl asks here before it connects to an address, and only public
ones are allowed. Redirects are not followed, and no proxy is used. An answer has five seconds in all, including the
time to look up its host, and 64 kB of it are read; nothing is unpacked.

`OUTGOING_HOSTS` names origins of the owner's own network, such as `https://ntfy.lan:8443`, of which none of this is
asked.
"""

from __future__ import annotations

import os
import select
import socket
import ssl
import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Timer
from typing import Any, Self

from core.allowed_requests import NotAllowed, check_request, is_own, split
from core.public_addresses import is_public
from engine.words import Sentence

PATIENCE, AFTER = 5.0, 0.2
"""Seconds for a request, from its first step to the last byte that is read, and those after which libcurl is helped."""
MOST_BYTES, MOST_HEADERS, MOST_ADDRESSES = 64 * 1024, 256 * 1024, 4
"""Of the body of an answer, of all its headers, and of the addresses of a host that are tried."""
WITH_BODY = {"PATCH", "POST", "PUT"}
HEADERS = ("Accept:", "Content-Type:", "Expect:", "User-Agent:", "Accept-Encoding: identity")
"""libcurl leaves out those without a value, which it would send by itself."""
SAID = {
    6: Sentence("no_host", "nobody knows a server of that name"),
    7: Sentence("no_connection", "it took no connection"),
    28: Sentence("no_answer", "it didn’t answer in time"),
    60: Sentence("bad_certificate", "its certificate isn’t valid"),
}
"""By libcurl’s numbers of faults."""
BROKEN = Sentence("broken_off", "it broke off, or gave an answer that can’t be read")


class HostNotPublic(NotAllowed):
    """Its name leads to an address that is not public, which may pass; `said` says it to people."""

    said = Sentence("not_public", "its name leads to no public server")()


class Unreached(Exception):
    """The server could not be reached, or gave no sound answer in time; `str(error)` names the fault for the log, with
    its number in libcurl, and `said` says it to people."""

    def __init__(self, fault: int) -> None:
        self.said = SAID.get(fault, BROKEN)()
        super().__init__(f"{self.said.code} ({fault})")


@dataclass(frozen=True, slots=True)
class Response:
    status: int
    body: bytes
    headers: Mapping[str, str]
    """Their names in small letters."""

    @property
    def words(self) -> str:
        """The first words of the answer, in one line that a database takes."""
        said = self.body[:400].decode(errors="replace")
        return " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())[:200]


@dataclass(slots=True)
class Exchange:
    """One request. libcurl calls its methods from C, so they raise nothing, and say by a number whether it goes on."""

    is_own: bool
    sockets: dict[int, socket.socket]
    """For each number that libcurl has open, a second one of the same connection, which is ours alone."""
    tried: int = 0
    is_refused: bool = False
    is_sent: bool = False
    has_head: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    read: int = 0
    body: bytearray = field(default_factory=bytearray)

    def open_socket(self, purpose: int, address: Any) -> int:
        """Returns a socket for libcurl to connect to this very address, if it may."""
        if not self.is_own and not is_public(address.addr[0]):
            self.is_refused = True
        elif self.tried < MOST_ADDRESSES:
            self.tried += 1
            with suppress(OSError):
                made = make_socket(address)
                own, number = made.dup(), made.detach()
                self.sockets[number] = own
                return number
        return -1

    def close_socket(self, number: int) -> int:
        """Not called after another method has raised, as where a process's own limit of time ends it: libcurl closes
        its number itself then, and it may soon be somebody else's."""
        self.sockets.pop(number).close()
        os.close(number)
        return 0

    def allow(self, *connection: object) -> int:
        """Allows a request to be sent once. libcurl would send it again if a connection that it kept ends without an
        answer, but the first may have arrived."""
        again, self.is_sent = self.is_sent, True
        return int(again)

    def take_header(self, line: bytes) -> int:
        """Keeps the headers of the last head, since others may precede it (1xx), and none that follow the body."""
        self.read += len(line)
        name, colon, value = line.decode("latin-1").partition(":")
        if line.startswith(b"HTTP/"):
            self.headers, self.has_head = {}, False
        elif colon and not self.has_head:
            self.headers[name.strip().lower()] = value.strip()
        self.has_head = self.has_head or not line.strip()
        return len(line) if self.read <= MOST_HEADERS else 0

    def take_body(self, data: bytes) -> int:
        self.body += data
        return len(data) if len(self.body) <= MOST_BYTES else 0

    def finish(self, status: int, *, fault: int) -> Response:
        """Returns the answer. Raises HostNotPublic, and Unreached, but not where the status says that all went well and
        only the rest is missing: the request has arrived, and would come twice if it was sent again."""
        is_sound = not fault or 200 <= status < 300 or len(self.body) > MOST_BYTES
        if self.has_head and status >= 200 and is_sound:
            return Response(status, bytes(self.body[:MOST_BYTES]), self.headers)
        if self.is_refused and not self.tried:
            raise HostNotPublic("Its host is no public one.")
        raise Unreached(fault)


def make_socket(address: Any) -> socket.socket:
    return socket.socket(address.family, address.socktype, address.protocol)


def prepare(curl: Any, exchange: Exchange, *, patience: float) -> None:
    """Has libcurl do nothing but what is allowed here. It keeps its connections."""
    curl.reset()
    authorities = ssl.get_default_verify_paths()  # the owner's own count (SSL_CERT_FILE)
    options = {
        322: 1,  # QUICK_EXIT, which pycurl does not name: nobody waits for a look-up of a name that takes too long
        curl.NOSIGNAL: 1,
        curl.TIMEOUT_MS: round(patience * 1000),
        curl.PROTOCOLS: curl.PROTO_HTTP | curl.PROTO_HTTPS,
        curl.HTTP_VERSION: curl.CURL_HTTP_VERSION_1_1,
        curl.PROXY: "",  # not even one that the environment names
        curl.PATH_AS_IS: 1,
        curl.SSLVERSION: curl.SSLVERSION_TLSv1_2,  # at least
        curl.CAINFO: authorities.cafile,
        curl.CAPATH: authorities.capath,
        curl.OPENSOCKETFUNCTION: exchange.open_socket,
        curl.CLOSESOCKETFUNCTION: exchange.close_socket,
        curl.PREREQFUNCTION: exchange.allow,
        curl.HEADERFUNCTION: exchange.take_header,
        curl.WRITEFUNCTION: exchange.take_body,
    }
    for option, value in options.items():
        curl.setopt(option, value)


class Client:
    """A context that keeps its connections for a run. Only one thread uses it."""

    def __init__(self, *, patience: float = PATIENCE) -> None:
        import pycurl  # megabytes, which only processes that ask another server load

        self.patience = patience
        self._sockets: dict[int, socket.socket] = {}
        self._libcurl = pycurl
        self._curl = pycurl.Curl()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._leave()

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
        self._leave_ended()
        exchange = Exchange(is_own=is_own(parts), sockets=self._sockets)
        curl = self._curl
        prepare(curl, exchange, patience=self.patience)
        curl.setopt(curl.URL, url)
        lines = [f"{name}: {value}" if value.strip() else f"{name};" for name, value in (headers or {}).items()]
        curl.setopt(curl.HTTPHEADER, [*HEADERS, *lines])
        if data or method in WITH_BODY:
            curl.setopt(curl.POSTFIELDS, data)
        curl.setopt(curl.CUSTOMREQUEST, method)
        fault = self._perform()
        status = curl.getinfo(curl.RESPONSE_CODE)
        if fault:
            self._leave()
        return exchange.finish(status, fault=fault)

    def _leave_ended(self) -> None:
        """libcurl would use a connection on which another side has said something that nobody asked for, or that it has
        ended, unless it has been idle for a second."""
        waits = select.poll()  # `select` knows no numbers beyond 1023
        for each in self._sockets.values():
            waits.register(each, select.POLLIN)
        if waits.poll(0):
            self._leave()

    def _perform(self) -> int:
        """Returns the number of libcurl’s fault, or 0. libcurl ends a request in time, but between two reads only, and
        OpenSSL reads on by itself while a server floods it with what says nothing."""
        end = Timer(self.patience + AFTER, self._end)
        end.daemon = True
        end.start()
        try:
            self._curl.perform()
        except self._libcurl.error as error:
            return error.args[0]
        except BaseException:
            self._leave()
            raise
        finally:
            end.cancel()
        return 0

    def _end(self) -> None:
        """Ends all connections so that whoever floods one hears of it."""
        for each in list(self._sockets.values()):
            with suppress(OSError):  # closed meanwhile
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each.shutdown(socket.SHUT_RDWR)

    def _leave(self) -> None:
        """Leaves all connections, and a look-up that still goes on."""
        self._curl.close()
        while self._sockets:
            self._sockets.popitem()[1].close()
        self._curl = self._libcurl.Curl()


def send(method: str, url: str, **how: Any) -> Response:
    """One request by itself: see `Client.send`."""
    with Client() as client:
        return client.send(method, url, **how)
