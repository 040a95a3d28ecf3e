"""Clients that send a form or headers byte by byte, send nothing, or do not read: other clients notice nothing, since a
proxy hands over whole requests."""

import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import pytest

from tests import servers
from tests.faults.public import CSRF, call
from tests.machine import start

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

AT_ONCE = 40
"""Slow clients; there are eight threads."""
SILENT = 520
"""Connections that say nothing."""
PAGE = "/rules/time/"
FORM = "POST /account/login/ HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
FORM += f"Cookie: csrftoken={CSRF}\r\n"
READ = "GET /rules/masters/ HTTP/1.1\r\nHost: {host}\r\n\r\n"
SLOW = {
    "a form": (FORM + "Content-Length: 20000\r\n\r\n" + "x" * 9000, "x"),
    "a large form": (FORM + "Content-Length: 999999\r\n\r\n" + "x" * 900_000, "x"),
    "a form in chunks": (FORM + "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
    "headers": ("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ", "x"),
    "nothing": ("", ""),
    "a reader": (READ, ""),
    "a reader who asks on": (READ, READ),
}
"""What each sends at first, and then twice a second."""
LARGE = "large.zst"
"""A file of records with more bytes than a connection holds."""
DEBIAN = pytest.param(True, id="Debian's Caddy")


@pytest.fixture(scope="module")
def web(public):
    """The port of the pages, without a proxy."""
    public.run_web(processes=1)
    return public.port


@pytest.fixture(scope="module", params=[pytest.param(False, id="the site's Caddy"), DEBIAN])
def port(request, web):
    """Of a proxy that cuts nobody off here: a thread that one of the slow held would answer nobody else."""
    with start(servers.run_caddy(upstream=web, patience="1h", by_debian=request.param)) as caddy:
        yield caddy


@contextmanager
def attack(port: int, *, first: str, then: str, clients: int = AT_ONCE):
    """So many slow clients, who begin anew when they are cut off."""
    ends, begun = threading.Event(), threading.Semaphore(0)
    first, then = (text.replace("{host}", f"localhost:{port}") for text in (first, then))

    def trickle() -> None:
        while not ends.wait(0.05):
            try:
                with connect(port, receives=4096) as connection:
                    connection.sendall(first.encode())
                    begun.release()
                    while not ends.wait(0.5):
                        connection.send(then.encode())
            except OSError:
                continue

    threads = [threading.Thread(target=trickle) for _ in range(clients)]
    for thread in threads:
        thread.start()
    try:
        assert all(begun.acquire(timeout=servers.START_WITHIN) for _ in threads)
        yield
    finally:
        ends.set()
        for thread in threads:
            thread.join()


def connect(port: int, *, receives: int = 0) -> socket.socket:
    """A connection whose answers are waited for, but not for ever. It may be made to take so few bytes at a time."""
    connection = socket.create_connection(("127.0.0.1", port), servers.START_WITHIN)
    if receives:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    return connection


def read_all(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("kind", SLOW)
def test_pages_and_signs_of_life_are_answered_all_the_same(port, kind):
    first, then = SLOW[kind]
    with attack(port, first=first, then=then):
        answers = [call(port, "GET", path) for path in (PAGE, "/livez") for _ in range(10)]
    assert {answer.status for answer in answers} == {200}


def test_pages_are_answered_beside_hundreds_who_say_nothing(port):
    with ExitStack() as stack:
        for _ in range(SILENT):
            stack.enter_context(connect(port))
        assert call(port, "GET", PAGE).status == 200


def test_a_form_that_comes_over_a_bad_line_is_taken_whole(port):
    """Its sender has typed for an hour."""
    body = f"csrfmiddlewaretoken={CSRF}&login=nobody&password=" + "x" * 6000
    head = FORM.replace("{host}", f"localhost:{port}") + f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    with connect(port) as connection:
        sent = (head + body).encode()
        for begin in range(0, len(sent), 500):
            connection.sendall(sent[begin : begin + 500])
            time.sleep(0.1)
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 200 OK"), answer[:2000]
    assert b"csrfmiddlewaretoken" in answer, "the form again, with what is wrong with it"


@pytest.mark.parametrize("kind", ["a form", "headers"])
def test_caddy_cuts_off_clients_that_take_longer_than_its_file_says(web, kind):
    first, then = SLOW[kind]

    def is_cut_off(connection: socket.socket) -> bool:
        try:
            connection.send(then.encode())
        except OSError:
            return True
        return False

    with start(servers.run_caddy(upstream=web, patience="1s")) as port, connect(port) as slow:
        slow.sendall(first.replace("{host}", f"localhost:{port}").encode())
        servers.wait_until(lambda: is_cut_off(slow), what="The end of a slow connection")


def test_a_large_answer_that_nobody_reads_holds_a_thread_for_seconds_alone(public, web):
    """Proxies that keep no answers, as HAProxy, are as slow as their clients."""
    folder = public.folder / "records"
    folder.mkdir(exist_ok=True)
    (folder / LARGE).write_bytes(bytes(20_000_000))
    with attack(web, first=f"GET /records/files/{LARGE} HTTP/1.1\r\nHost: {{host}}\r\n\r\n", then="", clients=12):
        assert call(web, "GET", PAGE).status == 200
