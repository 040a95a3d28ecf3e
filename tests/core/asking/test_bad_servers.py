"""A server that behaves badly is given up, in time and with little read."""

import time

import pytest

from core.outgoing import Unreached
from tests.core.asking.asked import CHUNKED, HEAD, PATIENCE, SOON, URL, drip, flood, say
from tests.core.https_server import OK, wait_for_end
from tests.servers import START_WITHIN

BAD = {
    "silent": wait_for_end,
    "drips its status": drip(b"HTTP", each=b"/"),
    "drips its headers": drip(HEAD, each=b"a"),
    "drips whole headers": drip(HEAD, each=b"a: b\r\n"),
    "says to go on for ever": flood(b"", each=b"HTTP/1.1 100 Continue\r\n\r\n"),
    "says to go on, slowly": drip(b"", each=b"HTTP/1.1 100 Continue\r\n\r\n"),
    "has headers without end": flood(HEAD, each=b"a: b\r\n" * 100),
    "has a header without end": flood(HEAD + b"a: ", each=b"b" * 5000),
    "has a status without end": flood(b"HTTP/1.1 200 ", each=b"b" * 5000),
    "has 10,000 headers": say(HEAD + b"a: b\r\n" * 10000 + b"\r\n"),
    "has large headers": flood(b"", each=b"HTTP/1.1 100 C\r\n" + (b"a: " + b"b" * 60000 + b"\r\n") * 90 + b"\r\n"),
    "speaks garbage": say(b"\x00\xff\x16\x03" * 500),
    "speaks of another protocol": say(b"220 mail.example.org ESMTP\r\n"),
    "has a bad status": say(b"HTTP/1.1 abc OK\r\n\r\n"),
    "has a large status": say(b"HTTP/1.1 99999 OK\r\n\r\n"),
    "switches protocols": say(b"HTTP/1.1 101 Switching\r\n\r\n", ends=False),
    "packs its answer": say(HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nOK\r\n0\r\n\r\n"),
    "closes at once": say(),
    "closes amid its headers": say(HEAD[:8]),
}
BAD_BODIES = {
    "drips its body": drip(HEAD + b"Content-Length: 500\r\n\r\n", each=b"a"),
    "drips a body without end": drip(HEAD + b"\r\n", each=b"a"),
    "drips chunks": drip(CHUNKED, each=b"1\r\na\r\n"),
    "has trailers without end": flood(CHUNKED + b"0\r\n", each=b"a: b\r\n" * 100),
    "has a chunk's length without end": flood(CHUNKED, each=b"0" * 5000),
    "has tiny chunks with long names": flood(CHUNKED, each=b"1;" + b"a" * 5000 + b"\r\na\r\n"),
    "has a chunk of no number": say(CHUNKED + b"zz\r\n"),
    "has a negative chunk": say(CHUNKED + b"-5\r\naaaaa\r\n"),
    "ends amid a chunk": say(CHUNKED + b"5\r\naa"),
}
"""After a status by which all went well."""
BAD_BEFORE_TLS = {
    "is silent": wait_for_end,
    "closes at once": say(),
    "speaks HTTP": say(OK),
    "begins a handshake": say(b"\x16\x03\x03\x00\x7a\x02\x00\x00", ends=False),
    "begins a handshake and drips": drip(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xff", each=b"\x03"),
    "begins a handshake and closes": say(b"\x16\x03\x03\x00\x7a\x02\x00\x00"),
    "floods": flood(b"", each=b"\x16\x03\x03\x00\x01\x00" * 100),
}


class Refusing:
    """Says 503 where a server says 200."""

    def __init__(self, connection) -> None:
        self.connection = connection

    def sendall(self, data: bytes) -> None:
        self.connection.sendall(data.replace(b"HTTP/1.1 200 OK", b"HTTP/1.1 503 No"))

    def __getattr__(self, name: str):
        return getattr(self.connection, name)


def check_given_up(client, internet, server) -> None:
    """In time, and the connection is ended."""
    client.patience = PATIENCE
    began = time.monotonic()
    with pytest.raises(Unreached):
        client.send("POST", URL, data=b"data")
    assert time.monotonic() - began < SOON
    until = time.monotonic() + SOON
    while server.unfinished and time.monotonic() < until:
        time.sleep(0.01)
    assert not server.unfinished, "no connection is left open"


@pytest.mark.parametrize("name", BAD)
def test_a_server_that_behaves_badly_is_given_up(name, client, internet, server):
    server.answer = BAD[name]
    check_given_up(client, internet, server)
    client.patience = START_WITHIN
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).status == 200


@pytest.mark.parametrize("name", BAD_BODIES)
def test_what_went_well_is_not_sent_again_for_the_want_of_a_sound_answer(name, client, internet, server):
    server.answer = BAD_BODIES[name]
    client.patience = PATIENCE
    began = time.monotonic()
    answer = client.send("POST", URL, data=b"data")
    assert (answer.status, time.monotonic() - began < SOON) == (200, True)
    client.patience = START_WITHIN
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).status == 200


@pytest.mark.parametrize("name", BAD_BODIES)
def test_what_was_refused_is(name, client, internet, server):
    """Nothing has arrived then."""

    def refuse(connection) -> None:
        BAD_BODIES[name](Refusing(connection))

    server.answer = refuse
    check_given_up(client, internet, server)


@pytest.mark.parametrize("name", BAD_BEFORE_TLS)
def test_so_is_one_that_never_gets_as_far_as_tls(name, client, internet, server):
    def greet(connection) -> None:
        BAD_BEFORE_TLS[name](connection)
        wait_for_end(connection)
        raise ConnectionError

    server.greet = greet
    check_given_up(client, internet, server)


def test_a_server_that_reads_nothing_is_given_up(client, internet, server, monkeypatch):
    def greet_and_sleep(connection) -> None:
        time.sleep(PATIENCE + 0.5)

    monkeypatch.setattr("tests.core.https_server.read_request", lambda connection, number: greet_and_sleep(connection))
    client.patience = PATIENCE
    began = time.monotonic()
    with pytest.raises(Unreached, match="no_answer"):
        client.send("POST", URL, data=b"a" * 8_000_000)
    assert time.monotonic() - began < SOON
