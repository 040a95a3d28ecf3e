"""Clients that send a form or headers byte by byte, send nothing, or do not read: other clients notice nothing."""

import socket
import threading
import time
from contextlib import contextmanager

import pytest

from tests import servers
from tests.conftest import start
from tests.faults.public import CSRF, call

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

AT_ONCE = 40
"""Slow clients; there are eight threads."""
PAGE = "/rules/time/"
FORM = "POST /account/login/ HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
FORM += f"Cookie: csrftoken={CSRF}\r\n"
SLOW = {
    "a form": (FORM + "Content-Length: 20000\r\n\r\n" + "x" * 9000, "x"),
    "headers": ("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ", "x"),
    "nothing": ("", ""),
    "a reader": ("GET /rules/masters/ HTTP/1.1\r\nHost: {host}\r\n\r\n", ""),
}
"""What each sends at first, and then twice a second."""


@pytest.fixture(scope="module", params=["alone", "behind Caddy"])
def port(request, public):
    """Of the pages: gunicorn with the site's own worker; and the site's reverse proxy with its own file before a
    gunicorn that reads bodies as they come. Neither cuts anybody off here: a thread that one of the slow held would
    answer nobody else."""
    if request.param == "alone":
        public.run_web("--worker-class", "tests.site.slow_worker.PatientWorker", "mastery_site.wsgi", processes=1)
        yield public.port
        return
    public.run_web("--worker-class", "gthread", "mastery_site.wsgi", processes=1)
    with start(servers.run_caddy(upstream=public.port, patience="1h")) as caddy:
        yield caddy


@contextmanager
def attack(port: int, *, first: str, then: str):
    """So many slow clients, who begin anew when they are cut off."""
    ends, begun = threading.Event(), threading.Semaphore(0)

    def trickle() -> None:
        while not ends.wait(0.05):
            try:
                with socket.create_connection(("127.0.0.1", port), servers.START_WITHIN) as connection:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                    connection.sendall(first.encode())
                    begun.release()
                    while not ends.wait(0.5):
                        connection.send(then.encode())
            except OSError:
                continue

    threads = [threading.Thread(target=trickle) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    try:
        assert all(begun.acquire(timeout=servers.START_WITHIN) for _ in threads)
        yield
    finally:
        ends.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("kind", SLOW)
def test_pages_are_answered_all_the_same(port, kind):
    first, then = SLOW[kind]
    with attack(port, first=first.replace("{host}", f"localhost:{port}"), then=then):
        answers = [call(port, "GET", PAGE) for _ in range(20)]
    assert {answer.status for answer in answers} == {200}


def test_a_form_that_comes_over_a_bad_line_is_taken_whole(port):
    """Its sender has typed for an hour."""
    body = f"csrfmiddlewaretoken={CSRF}&login=nobody&password=" + "x" * 6000
    head = FORM.replace("{host}", f"localhost:{port}") + f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), servers.START_WITHIN) as connection:
        sent = (head + body).encode()
        for start in range(0, len(sent), 500):
            connection.sendall(sent[start : start + 500])
            time.sleep(0.1)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200 OK"), answer[:2000]
    assert b"csrfmiddlewaretoken" in answer, "the form again, with what is wrong with it"


@pytest.mark.parametrize("kind", ["a form", "headers"])
def test_caddy_cuts_off_clients_that_take_longer_than_its_file_says(public, kind):
    first, then = SLOW[kind]

    def is_cut_off(connection: socket.socket) -> bool:
        try:
            connection.send(then.encode())
        except OSError:
            return True
        return False

    with (
        start(servers.run_caddy(upstream=public.port, patience="1s")) as port,
        socket.create_connection(("127.0.0.1", port), servers.START_WITHIN) as slow,
    ):
        slow.sendall(first.replace("{host}", f"localhost:{port}").encode())
        servers.wait_until(lambda: is_cut_off(slow), what="The end of a slow connection")
