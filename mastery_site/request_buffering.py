"""A gunicorn worker in which no thread ever waits for a client: a thread gets a request once all of it has arrived.

Gunicorn's own `gthread` reads a request in the thread that answers it, so that as many clients as there are threads can
stop the site by sending a form byte by byte, or only headers, or nothing. Here the loop that accepts connections reads
all of them side by side; a thread is given the bytes and no way to ask for more. A slow client costs some memory, which
is bounded, and has a whole minute for its form. A reverse proxy that buffers requests (deploy/Caddyfile) does the same
further out; this also holds without one.

Why not waitress 3.0.2, which buffers, too (tried: 12 of this worker's 21 tests pass)? It bounds only a connection's
silence, so that a byte now and then holds a request open; at its limit of connections it accepts nobody, where here the
slowest makes room; and nothing bounds all bodies together. Each of these would be work on a server's inside again.
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
"""Seconds from the first byte of a request to its last: forms of 30 kB need 4 kbit/s."""
PART_WITHIN = 2.0
"""Seconds for which a connection is kept after its last answer, so that the answer arrives before it is cut."""
MOST_HEAD, MOST_BODY = 64 * 1024, 1_000_000
"""The most bytes of headers, and of a body, as in deploy/Caddyfile."""
MOST_WAITING, MOST_HELD = 500, 32_000_000
"""The most connections whose request no thread has yet, and the most bytes of all these requests. Beyond them the
slowest or the largest is closed."""
MOST_TAKEN, SMALL = 8_000_000, 16 * 1024
"""The most bytes of requests that threads have or wait to take; beyond them only requests of SMALL bytes are handed
over."""
ANSWER_BUFFER, ANSWER_WITHIN = 1_000_000, 10
"""Bytes of an answer that the kernel is asked to hold for a client that reads slowly (Linux holds 416 kB by itself, and
our largest page has 240), and the seconds that a thread waits for the client to take each further piece."""

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
    """A request on its way. After the last answer of a connection, it is whatever may still arrive and is not read."""

    def __init__(self, conn: TConn, data: bytes, *, within: float) -> None:
        self.conn, self.data = conn, bytearray(data)
        self.until = time.monotonic() + within
        self.head = self.whole = -1  # lengths in bytes, once they are known
        self.parting = self.parked = self.expects_word = False

    def find_fault(self) -> Fault | None:
        """Why the request is refused, if it is. Notes its length, too, as soon as its head is here."""
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
        """Whether the client asks again without having read the last answer: a thread might then have to wait for
        it."""
        try:
            return any(fcntl.ioctl(self.conn.sock, termios.TIOCOUTQ, bytes(4)))
        except OSError:  # where sockets cannot be asked
            return False


class BufferingWorker(ThreadWorker):
    """`ThreadWorker` that passes connections to its threads, and takes them back, in another way."""

    request_within, answer_within = REQUEST_WITHIN, ANSWER_WITHIN
    most_held, most_taken = MOST_HELD, MOST_TAKEN

    def init_process(self) -> None:
        # Connections inherit these from the socket that listens: a page is written at once, however slowly it is read.
        for listener in self.sockets:
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ANSWER_BUFFER)
            listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", self.answer_within, 0))
        self.arriving: dict[TConn, Arriving] = {}
        self.taken: dict[TConn, int] = {}
        self.held = 0
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Gunicorn calls this when a request begins: its connection is new, or can be read from again."""
        if conn.parser is None:
            conn.parser = http.get_parser(self.cfg, (), conn.client)  # reads from memory: after that is the end
        conn.data_ready = True
        self._watch(Arriving(conn, conn.parser.unreader.take_buffered(), within=self.request_within))

    def finish_request(self, conn: TConn, fs: Future) -> None:
        """Gunicorn calls this when a thread is done.

        To close a connection, gunicorn's own version would wait for the client, and everybody else with it.
        """
        self.taken.pop(conn, None)
        if self.alive and not fs.cancelled() and fs.exception() is None and fs.result():
            super().finish_request(conn, fs)
        else:
            self._part_with(conn)

    def murder_pending(self) -> None:
        """Gunicorn calls this each second.

        It refuses requests that take too long; while the worker ends, it waits for no new ones.
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
            return  # done with by what came before it in the same round
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
        """Hands a request to a thread, or puts it aside to be looked at again each second."""
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
        """Sends nothing more, and waits, as for all other connections, for the client to close: otherwise the client
        might lose the last answer (RFC 9112, 9.6)."""
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
