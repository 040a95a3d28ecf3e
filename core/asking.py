"""Requests by HTTP on one connection, by `http.client`: each has until an instant, and an answer is read in part."""

from __future__ import annotations

import http.client
import io
import select
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.connecting import abort, ending, find_left

MOST_BYTES = 64 * 1024
"""Of an answer."""
MOST_READ = 4 * MOST_BYTES
"""Of all that comes as one answer: its headers, and what is wrapped about its parts."""


class TooLong(http.client.HTTPException):
    """An answer has no end."""


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


class _Timed:
    """What `http.client` takes for a socket: all is read and written until an instant, however little at a time."""

    def __init__(self, plain: socket.socket) -> None:
        self.socket, self.until = plain, 0.0

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self.socket.settimeout(find_left(self.until))
            rest = rest[self.socket.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Answer(self.socket, until=self.until))

    def close(self) -> None:
        """Not yet: an answer that ends with its connection is still to be read."""


class _Answer(io.RawIOBase):
    """What one answer is read from, until that instant and so much of it."""

    def __init__(self, plain: socket.socket, *, until: float) -> None:
        self._socket, self._until, self._left = plain, until, MOST_READ

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(find_left(self._until))
        size = self._socket.recv_into(buffer)
        self._left -= size
        if self._left < 0:
            raise TooLong
        return size


class Connection:
    """A connection on which one request follows another."""

    def __init__(self, plain: socket.socket, *, host: str) -> None:
        self._timed = _Timed(plain)
        self._http = http.client.HTTPConnection(host)
        self._http.auto_open = 0
        self._http.sock = self._timed  # type: ignore[assignment]  # all that is asked of a socket
        self.is_reusable = False

    def ask(self, method: str, target: str, *, data: bytes, headers: Mapping[str, str], until: float) -> Response:
        self._timed.until, self.is_reusable = until, False
        with ending(self._timed.socket, until=until):
            return self._ask(method, target, data=data, headers=headers)

    def _ask(self, method: str, target: str, *, data: bytes, headers: Mapping[str, str]) -> Response:
        self._http.request(method, target, body=data or None, headers={"Accept-Encoding": "identity", **headers})
        answer = self._http.getresponse()
        if answer.status < 200:  # that of a request that it did not get
            raise http.client.BadStatusLine(str(answer.status))
        body = self._read_body(answer)
        self.is_reusable = body is not None and not answer.will_close and answer.isclosed()
        named = {name.lower(): value for name, value in answer.getheaders()}
        return Response(answer.status, (body or b"")[:MOST_BYTES], named)

    def _read_body(self, answer: http.client.HTTPResponse) -> bytes | None:
        """None where it is cut short or has no end, of an answer that says all went well: what was sent has arrived,
        and would come twice if it was sent again. Raises OSError, HTTPException."""
        try:
            return answer.read(MOST_BYTES + 1)
        except (OSError, http.client.HTTPException, ValueError):
            if 200 <= answer.status < 300:
                return None
            raise

    def is_alive(self) -> bool:
        """Whether the other side has neither ended it nor said anything that nobody asked for."""
        plain = self._timed.socket
        if not self.is_reusable or (isinstance(plain, ssl.SSLSocket) and plain.pending()):
            return False
        waits = select.poll()  # `select` knows no numbers beyond 1023
        waits.register(plain, select.POLLIN)
        return not waits.poll(0)

    def close(self) -> None:
        self._http.close()
        if self.is_reusable:
            self._timed.socket.close()
        else:
            abort(self._timed.socket)
