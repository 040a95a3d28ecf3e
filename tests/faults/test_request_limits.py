"""What gunicorn is sent is bounded, whether or not a proxy stands before it: whatever is too large or unclear is
refused, and the next request is answered."""

import socket
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from mastery_site.serving.body_limit import MOST_BODY
from tests import servers
from tests.faults.public import call
from tests.machine import start

pytestmark = [pytest.mark.processes, pytest.mark.redis, pytest.mark.late]

PAGE = "/rules/time/"


@pytest.fixture(scope="module")
def web(public):
    public.run_web(processes=1)
    return public.port


@pytest.fixture(scope="module", params=[False, True], ids=["the site's Caddy", "Debian's Caddy"])
def proxy(request, web):
    """The port of one before the same pages."""
    with start(servers.run_caddy(upstream=web, patience="60s", by_debian=request.param)) as caddy:
        yield caddy


def ask(port: int, sent: bytes) -> bytes:
    """All that is answered until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), servers.START_WITHIN) as connection:
        connection.sendall(sent.replace(b"HOST", b"localhost:%d" % port))
        return b"".join(iter(lambda: connection.recv(65536), b""))


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def post(*headers: bytes, body: bytes = b"") -> bytes:
    lines = [b"POST /account/login/ HTTP/1.1", b"Host: HOST", b"Connection: close", *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


TOO_LARGE = b"This is more than the site takes at once: a megabyte."
NO_LENGTH = b"This site takes no request whose length is not given first."
MORE = MOST_BODY + 1
REFUSED = {
    "more": (post(b"Content-Length: %d" % MORE), 413),
    "endless": (post(b"Content-Length: 100000000000000", body=b"x" * 100), 413),
    "a long address": (b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", 414),
    "a long header": (post(b"X-Long: " + b"x" * 9_000), 431),
    "many headers": (post(*[b"X-Many-%d: x" % n for n in range(120)]), 431),
    "nonsense": (b"nonsense\r\n\r\n", 400),
    "a negative length": (post(b"Content-Length: -1"), 400),
    "two lengths": (post(b"Content-Length: 5", b"Content-Length: 6", body=b"xxxxxx"), 400),
    "both lengths": (post(b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\nGET"), 400),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_it_is_refused_and_the_next_request_answered(web, kind):
    sent, status = REFUSED[kind]
    assert status_of(ask(web, sent)) == status
    assert call(web, "GET", PAGE).status == 200


@pytest.mark.parametrize("sent", [b"", b"x" * 50_000], ids=["waits", "sends on"])
def test_a_client_with_too_much_reads_why(web, sent):
    assert TOO_LARGE in ask(web, post(b"Content-Length: %d" % MORE, body=sent))


@pytest.mark.parametrize("pieces", [1, 300_000], ids=["few", "many"])
def test_a_form_in_chunks_is_refused_with_a_sentence(web, pieces):
    """What follows is thrown away, however much it is."""
    answer = ask(web, post(b"Transfer-Encoding: chunked", body=b"1\r\nx\r\n" * pieces + b"0\r\n\r\n"))
    assert status_of(answer) == 411
    assert NO_LENGTH in answer


def test_a_proxy_refuses_what_is_too_large(proxy):
    """Caddy 2.6 says 502 in place of 413, or closes before its client has read that."""
    with suppress(ConnectionError):
        assert status_of(ask(proxy, post(b"Content-Length: %d" % MORE, body=b"x" * MORE))) in (413, 502)


def test_a_proxy_hands_over_a_megabyte(proxy):
    answer = ask(proxy, post(b"Content-Length: %d" % MOST_BODY, body=b"x" * MOST_BODY))
    assert status_of(answer) == 403, "the form has no token"


def test_a_form_that_nobody_reads_ends_no_connection(web):
    """A proxy sends the requests of others on it."""
    connection = HTTPConnection("localhost", web, timeout=servers.START_WITHIN)
    for length in (MOST_BODY, 100_000, 0):
        connection.request("POST", "/account/login/", b"x" * length)
        assert connection.getresponse().read(), length
        connection.auto_open = 0  # from now on, a connection that has ended is a fault
    connection.close()


def test_a_form_in_chunks_is_not_taken_for_an_empty_one_behind_a_proxy(proxy):
    answer = ask(proxy, post(b"Transfer-Encoding: chunked", body=b"1\r\nx\r\n0\r\n\r\n"))
    assert status_of(answer) == 411
