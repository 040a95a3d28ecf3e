"""How gunicorn's worker takes requests: whole, within bounds, and without a thread that waits for a client."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

import pytest

from mastery_site import request_buffering
from tests import servers

pytestmark = pytest.mark.processes

GET = b"GET / HTTP/1.0\r\n\r\n"
WAIT = servers.START_WITHIN
HELD_UP_BY_EACH = 2.0
"""Seconds for which gunicorn's own way to close a connection waits for its client."""


@contextmanager
def run(worker: str) -> Iterator[int]:
    """A gunicorn with one thread; yields its port."""
    port = servers.free_port()
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--threads", "1", "--no-sendfile"]
    command += ["--worker-class", f"tests.site.slow_worker.{worker}", "tests.site.slow_worker"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, preexec_fn=servers.end_with_parent())
    servers.wait_until(lambda: ask(port, GET).endswith(b"."), what="The first answer")
    yield port
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def port():
    """Of one that gives a client an hour: what waits for it answers nobody else."""
    with run("PatientWorker") as port:
        yield port


@pytest.fixture(scope="module")
def hasty():
    """The port of one that gives a request a second to arrive."""
    with run("HastyWorker") as port:
        yield port


def connect(port) -> socket.socket:
    """Whose answers are waited for, but not for ever: that is how a test notices that nobody answers."""
    return socket.create_connection(("127.0.0.1", port), WAIT)


def ask(port, sent: bytes) -> bytes:
    """All that is answered until the connection ends."""
    with connect(port) as connection:
        connection.sendall(sent)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def form(length: int, sent: int | None = None) -> bytes:
    body = b"x" * (length if sent is None else sent)
    return b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length + body


def test_a_connection_serves_one_request_after_another(port):
    connection = HTTPConnection("127.0.0.1", port, timeout=WAIT)
    for length in (0, 10, 300_000, 0):
        connection.request("POST", "/", b"x" * length)
        assert connection.getresponse().read() == b"x" * length + b"."
    connection.close()


def test_requests_sent_in_one_go_are_answered_in_order(port):
    last = b"GET /unread HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = ask(port, form(3) + form(5) + form(0) + last)
    assert [part.split(b"\r\n\r\n")[1] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"xxx.", b"xxxxx.", b".", b"."]


def test_a_body_that_nobody_reads_is_not_taken_for_the_next_request(port):
    connection = HTTPConnection("127.0.0.1", port, timeout=WAIT)
    for _ in range(2):
        connection.request("POST", "/unread", b"GET / HTTP/1.1\r\n\r\n")
        assert connection.getresponse().read() == b"."
    connection.close()


@pytest.mark.asked
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (form(request_buffering.MOST_BODY), 200),
        (form(request_buffering.MOST_BODY + 1, sent=0), 413),
        (form(10**14, sent=100), 413),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 411),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * request_buffering.MOST_HEAD, 431),
        (b"nonsense\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxxx", 400),
    ],
    ids=["most", "more", "endless", "chunked", "long head", "nonsense", "negative", "two lengths"],
)
def test_a_request_that_is_too_large_or_unclear_is_refused(port, sent, status):
    answer = ask(port, sent.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n"))
    assert status_of(answer) == status


def test_a_refusal_is_a_sentence(port):
    answer = ask(port, form(10**9, sent=0)).decode()
    assert answer.endswith("\r\n\r\nThis is more than the site takes at once: a megabyte.\n")
    assert "Content-Type: text/plain; charset=utf-8\r\n" in answer


@pytest.mark.asked
@pytest.mark.parametrize("begun", [form(100, sent=50), b"GET / HTTP/1.1\r\nHos"], ids=["form", "headers"])
def test_a_request_that_does_not_arrive_in_time_is_told_so(hasty, begun):
    answer = ask(hasty, begun)
    assert status_of(answer) == 408
    assert answer.endswith(b"Please go back and send it again.\n")


def test_a_client_that_says_nothing_is_cut_off_without_a_word(hasty):
    assert ask(hasty, b"") == b""


def test_clients_that_do_not_close_keep_nobody_waiting(port):
    """The one thread, and the loop that accepts connections, go on: if each were waited for, no answer would come."""
    lingering = [connect(port) for _ in range(int(WAIT / HELD_UP_BY_EACH) + 10)]
    for connection in lingering:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert status_of(ask(port, GET)) == 200
    for connection in lingering:
        assert connection.recv(1000).endswith(b".")
        connection.close()


def test_a_client_that_asks_on_and_does_not_read_holds_no_thread(port):
    """A thread that had to write to it would not answer anybody else for an hour."""
    with socket.socket() as greedy:
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        greedy.connect(("127.0.0.1", port))
        for _ in range(4):
            greedy.sendall(form(200_000))
        for _ in range(3):
            assert status_of(ask(port, GET)) == 200
            time.sleep(0.3)  # for the next of its requests to be looked at


def test_where_too_many_wait_the_slowest_makes_room(port):
    slow = [connect(port) for _ in range(request_buffering.MOST_WAITING + 20)]
    assert status_of(ask(port, GET)) == 200
    assert [connection.recv(1) for connection in slow[:20]] == [b""] * 20, "the first to come have been closed"
    last = slow[-1]
    last.sendall(GET)
    assert status_of(last.recv(65536)) == 200
    for connection in slow:
        connection.close()


def test_a_client_that_waits_for_the_word_to_send_its_form_gets_it(port):
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    with connect(port) as connection:
        connection.sendall(head)
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"abc")
        answer = b"".join(iter(lambda: connection.recv(1000), b""))
    assert answer.endswith(b"\r\n\r\nabc.")


@pytest.mark.asked
@pytest.mark.parametrize("part", [900_000, 999_999], ids=["as they arrive", "waiting for the thread"])
def test_bodies_have_a_bound_together_and_small_requests_go_on(port, part):
    """Of 40 connections with 36 MB, those beyond the bound are cut off at once."""
    large = [connect(port) for _ in range(40)]
    for connection in large:
        with suppress(OSError):
            connection.sendall(form(999_999, sent=part).replace(b"POST / ", b"POST /slow "))
    assert status_of(ask(port, GET)) == 200
    servers.wait_until(lambda: sum(is_cut_off(connection) for connection in large) >= 40 - 16, what="The bound")
    for connection in large:
        connection.close()


def is_cut_off(connection) -> bool:
    """Whether it was closed without an answer."""
    connection.setblocking(False)
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
