"""A gunicorn worker in which no thread ever waits for a client: a thread gets a request once all of it has arrived.

Gunicorn's own `gthread` reads a request in the thread that answers it. So as many clients as there are threads can stop
the site by sending a form byte by byte, or only headers, or nothing. Here the loop that accepts connections reads all
of them at the same time; a thread gets the bytes and cannot ask for more. A slow client costs some memory, which is
limited, and has a whole minute for its form. A reverse proxy that buffers requests (deploy/Caddyfile) does the same
before they reach the site; this worker needs none.

Why not waitress 3.0.2, which also buffers (tried: 12 of this worker's 21 tests pass)? It only limits how long a
connection is silent, so a byte now and then keeps a request open. At its limit of connections it accepts no new ones,
while here the slowest connection makes room. And it has no limit for all bodies together. Each of these would again
need changes inside a server.
"""

from __future__ import annotations

import fcntl
import re
import socket
import struct
import termios
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import NamedTuple

from gunicorn import http
from gunicorn.workers.gthread import TConn, ThreadWorker

from engine.words import Sentence
from mastery_site.words import arriving as words

REQUEST_WITHIN = 60.0
"""Seconds from the first byte of a request to its last. A form of 30 kB then needs 4 kbit/s."""
PART_WITHIN = 2.0
"""Seconds for which a connection stays open after its last answer, so that the answer arrives before it is closed."""
MOST_HEAD, MOST_BODY = 64 * 1024, 1_000_000
"""The most bytes of headers, and of a body. They are the same in deploy/Caddyfile."""
MOST_WAITING, MOST_HELD = 500, 32_000_000
"""The most connections whose request no thread has yet, and the most bytes of all these requests. Beyond these limits
the slowest or the largest connection is closed."""
MOST_TAKEN, SMALL = 8_000_000, 16 * 1024
"""The most bytes of requests that threads have or wait to take. Beyond that, only requests of up to SMALL bytes are
handed over."""
ANSWER_BUFFER, ANSWER_WITHIN = 1_000_000, 10
"""Bytes of an answer that the kernel is asked to hold for a slow client, and the seconds that a thread waits for the
client to take each further piece. Linux holds 416 kB by itself, and our largest page has 240."""

LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTS = re.compile(rb" HTTP/1\.1\r\n(?:.*\r\n)?expect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE | re.DOTALL)
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


class Fault(NamedTuple):
    status: str
    sentence: Sentence


TOO_SLOW = Fault("408 Request Timeout", words.TOO_SLOW)
NO_LENGTH = Fault("411 Length Required", words.NO_LENGTH)
TOO_LARGE = Fault("413 Content Too Large", words.TOO_LARGE)
TOO_LONG_A_HEAD = Fault("431 Request Header Fields Too Large", words.HEADERS_TOO_LONG)


class Arriving:
    """A request that is arriving. After the last answer of a connection, it stands for bytes that still arrive and are
    not read."""

    def __init__(self, conn: TConn, data: bytes, *, within: float) -> None:
        self.conn, self.data = conn, bytearray(data)
        self.until = time.monotonic() + within
        self.head = self.whole = -1  # lengths in bytes, once known
        self.parting = self.parked = self.expects_word = False

    def find_fault(self) -> Fault | None:
        """Returns why the request is refused, or None. It also notes the request's length as soon as its headers are
        complete."""
        if self.head < 0:
            end = self.data.find(b"\r\n\r\n")
            if end > MOST_HEAD or (end < 0 and len(self.data) > MOST_HEAD):
                return TOO_LONG_A_HEAD
            if end >= 0:
                self.head = end + 4
                head = bytes(self.data[: end + 2])
                if CHUNKED.search(head):
                    return NO_LENGTH
                told = LENGTH.search(head)
                self.whole = self.head + (int(told[1]) if told else 0)
                self.expects_word = not self.is_whole() and EXPECTS.search(head) is not None
        return TOO_LARGE if self.whole - self.head > MOST_BODY else None

    def is_whole(self) -> bool:
        return 0 <= self.whole <= len(self.data)

    def has_unread_answer(self) -> bool:
        """Whether the client sends a request before it has read the last answer: a thread might then have to wait for
        it."""
        try:
            return any(fcntl.ioctl(self.conn.sock, termios.TIOCOUTQ, bytes(4)))
        except OSError:  # this system cannot answer that for sockets
            return False


class BufferingWorker(ThreadWorker):
    """A `ThreadWorker` that passes connections to its threads, and takes them back, in another way."""

    request_within, answer_within = REQUEST_WITHIN, ANSWER_WITHIN
    most_held, most_taken = MOST_HELD, MOST_TAKEN

    def init_process(self) -> None:
        # Connections inherit these from the listening socket. So a page is written at once, however slowly it is read.
        for listener in self.sockets:
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER_BUFFER)
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", self.answer_within, 0))
        self.arriving: dict[TConn, Arriving] = {}
        self.taken: dict[TConn, int] = {}
        self.held = 0
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Gunicorn calls this when a request begins: its connection is new, or can be read again."""
        if conn.parser is None:
            conn.parser = http.get_parser(self.cfg, (), conn.client)  # it reads from memory, and ends after that
        conn.data_ready = True
        self._watch(Arriving(conn, conn.parser.unreader.take_buffered(), within=self.request_within))

    def finish_request(self, conn: TConn, fs: Future) -> None:
        """Gunicorn calls this when a thread is done.

        To close a connection, gunicorn's own method would wait for the client, and all other clients would wait, too.
        """
        self.taken.pop(conn, None)
        if self.alive and not fs.cancelled() and fs.exception() is None and fs.result():
            super().finish_request(conn, fs)
        else:
            self._part_with(conn)

    def murder_pending(self) -> None:
        """Gunicorn calls this each second.

        It refuses requests that take too long. While the worker ends, it does not wait for new requests.
        """
        now = time.monotonic()
        for request in list(self.arriving.values()):
            if request.until <= now or not (self.alive or request.data):
                self._give_up(request)
            elif request.parked:
                self._hand_over(request)

    # --- Reading ---------------------------------------------------------------------------------------------------
    def _watch(self, request: Arriving) -> None:
        conn = request.conn
        conn.sock.setblocking(False)
        self.arriving[conn] = request
        self.held += len(request.data)
        self.poller.register(conn.sock, EVENT_READ, partial(self._read, request))
        if request.data:
            self._look_at(request)
        self._keep_bounds()

    def _read(self, request: Arriving, _: object) -> None:
        if self.arriving.get(request.conn) is not request or request.parked:
            return  # an earlier event of the same round has already finished it
        try:
            piece = request.conn.sock.recv(64 * 1024)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if not piece:
            self._drop(request)
        elif not request.parting:
            request.data += piece
            self.held += len(piece)
            self._look_at(request)
            self._keep_bounds()

    def _look_at(self, request: Arriving) -> None:
        if fault := request.find_fault():
            self._refuse(request, fault)
        elif request.is_whole():
            self._hand_over(request)
        elif request.expects_word:
            request.expects_word = False
            with suppress(OSError):
                request.conn.sock.send(GO_ON)

    def _keep_bounds(self) -> None:
        while len(self.arriving) > MOST_WAITING:
            self._drop(min(self.arriving.values(), key=lambda one: one.until))
        while self.held > self.most_held:
            self._drop(max(self.arriving.values(), key=lambda one: len(one.data)))

    def _has_room(self, request: Arriving) -> bool:
        size = len(request.data)
        return size <= SMALL or sum(self.taken.values()) + size <= self.most_taken

    def _hand_over(self, request: Arriving) -> None:
        """Hands a request to a thread, or sets it aside and looks at it again each second."""
        if self._has_room(request) and not request.has_unread_answer():
            self._forget(request)
            self.taken[request.conn] = len(request.data)
            request.conn.parser.unreader.unread(bytes(request.data))
            super().enqueue_req(request.conn)
        elif not request.parked:
            request.parked = True
            self.poller.unregister(request.conn.sock)

    # --- Ending ----------------------------------------------------------------------------------------------------
    def _give_up(self, request: Arriving) -> None:
        if request.data and not request.parting:
            self._refuse(request, TOO_SLOW)
        else:
            self._drop(request)

    def _refuse(self, request: Arriving, fault: Fault) -> None:
        body = f"{fault.sentence()}\n".encode()
        head = [
            f"HTTP/1.1 {fault.status}",
            "Content-Type: text/plain; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            "Connection: close",
        ]
        with suppress(OSError):
            request.conn.sock.send("\r\n".join([*head, "", ""]).encode() + body)
        self._forget(request)
        self._part_with(request.conn)

    def _part_with(self, conn: TConn) -> None:
        """Sends nothing more, and lets the loop wait for the client to close: otherwise the client might lose the last
        answer (RFC 9112, 9.6)."""
        parting = Arriving(conn, b"", within=PART_WITHIN)
        parting.parting = True
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            self._watch(parting)
        except OSError:
            self._close(conn)

    def _drop(self, request: Arriving) -> None:
        self._forget(request)
        self._close(request.conn)

    def _forget(self, request: Arriving) -> None:
        if not request.parked:
            self.poller.unregister(request.conn.sock)
        self.held -= len(self.arriving.pop(request.conn).data)

    def _close(self, conn: TConn) -> None:
        self.nr_conns -= 1
        conn.close()
