"""What is asked of a server, what is read of its answer, and which connections are kept."""

import os
import threading
import time
from itertools import count

import pytest

from core.outgoing import MOST_BYTES, Client, NotAllowed, Unreached
from tests.core.asking.asked import CHUNKED, HEAD, HOST, PUBLIC, URL, say
from tests.core.https_server import OK


# --- Answers ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "status", "body"),
    [
        (OK, 200, b"OK"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK, 200, b"OK"),
        (b"HTTP/1.1 103 Hints\r\nLink: a\r\n\r\n" + OK, 200, b"OK"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
        (b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", 201, b""),
        (b"HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 4\r\n\r\nBusy", 503, b"Busy"),
        (b"HTTP/1.0 200 OK\r\n\r\n" + b"a" * 9000, 200, b"a" * 9000),
        (HEAD + b"Connection: close\r\n\r\n" + b"a" * 40000, 200, b"a" * 40000),
        (HEAD + b"\r\n", 200, b""),
        (CHUNKED + b"2\r\nOK\r\n3;name=x\r\n...\r\n0\r\nA: b\r\n\r\n", 200, b"OK..."),
        (HEAD + b"Content-Length: 1000000\r\n\r\n" + b"a" * 1000000, 200, b"a" * MOST_BYTES),
        (HEAD + b"\r\n" + b"a" * 1000000, 200, b"a" * MOST_BYTES),
        (CHUNKED + b"f4240\r\n" + b"a" * 1000000 + b"\r\n0\r\n\r\n", 200, b"a" * MOST_BYTES),
        (HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\nOK", 200, b"OK"),
        (HEAD + b"Content-Length: 4\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00", 200, b"\x1f\x8b\x08\x00"),
    ],
)
def test_an_answer_is_read_as_far_as_64_kb_and_nothing_is_unpacked(client, internet, server, answer, status, body):
    has_end = any(sign in answer for sign in (b"Content-Length: 0", b"Content-Length: 2", b"Content-Length: 4", b"204"))
    server.answer = say(answer, ends=not has_end)
    got = client.send("POST", URL)
    assert (got.status, got.body) == (status, body)
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).body == b"OK", "and the next one is not mixed with its rest"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirection_is_followed(client, internet, server, status):
    server.answer = say(
        f"HTTP/1.1 {status} Over there\r\nLocation: https://{HOST}/inside\r\nContent-Length: 0\r\n\r\n".encode(),
        ends=False,
    )
    got = client.send("POST", URL)
    assert (got.status, got.headers["location"], len(server.asked)) == (status, f"https://{HOST}/inside", 1)


def test_the_first_words_of_an_answer_are_one_short_line(client, internet, server):
    words = "Nó\n such\x00 subscription \xff".encode("latin-1") + b"a" * 1000
    server.answer = say(HEAD + f"Content-Length: {len(words)}\r\n\r\n".encode() + words, ends=False)
    said = client.send("POST", URL).words
    assert said.startswith("N� such subscription �aaa")
    assert len(said) == 200


# --- Requests ---------------------------------------------------------------------------------------------------------
def test_a_request_says_what_is_asked_and_no_more(client, internet, server):
    client.send("PUT", f"https://{HOST}?a=b", data=b"data", headers={"Title": "Your turn"})
    (asked,) = server.asked
    assert asked.head.split("\r\n")[0] == "PUT /?a=b HTTP/1.1"
    assert asked.body == b"data"
    names = sorted(line.partition(":")[0].lower() for line in asked.head.split("\r\n")[1:])
    assert names == ["accept-encoding", "content-length", "host", "title"]
    assert asked.header("host") == [HOST]


def test_neither_cookies_nor_passwords_kept_on_the_machine_are_sent(client, internet, server, monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text("default login alice password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    server.answer = say(HEAD + b"Set-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n", ends=False)
    for _ in range(2):
        client.send("GET", URL)
    assert [asked.head.count("\r\n") for asked in server.asked] == [2, 2], "a host and an encoding"


@pytest.mark.parametrize("value", ["", " "])
def test_a_header_may_be_empty(client, internet, server, value):
    client.send("POST", URL, headers={"Title": value})
    assert server.asked[0].header("title") == [""]


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST / HTTP/1.1\r\nA: b\r\n\r\nGET", {}),
        ("post", {}),
        ("GET ", {}),
        ("", {}),
        ("POST", {"A\r\nB": "c"}),
        ("POST", {"A: b\r\nC": "d"}),
        ("POST", {"A B": "c"}),
        ("POST", {"": "c"}),
        ("POST", {"A": "b\r\nC: d"}),
        ("POST", {"A": "b\r\n C: d"}),
        ("POST", {"A": "b\nC: d"}),
        ("POST", {"A": "b\rC: d"}),
        ("POST", {"A": "b\n"}),
        ("POST", {"A": "b\0"}),
        ("POST", {"A": "Zoë"}),
        ("POST", {"A": "b\u2028"}),
    ],
)
def test_neither_a_method_nor_a_header_begins_another_line(client, internet, method, headers):
    with pytest.raises(NotAllowed):
        client.send(method, URL, headers=headers)
    assert internet.connected == []


@pytest.mark.parametrize("name", ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "http_proxy"])
def test_no_proxy_of_the_environment_is_used(client, internet, server, monkeypatch, name):
    monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert client.send("POST", URL).status == 200
    assert internet.connected == [(PUBLIC, 443)]


# --- Connections that are kept ----------------------------------------------------------------------------------------
def test_one_connection_serves_a_run(client, internet, server):
    for _ in range(5):
        client.send("POST", URL, data=b"data")
    assert {asked.connection for asked in server.asked} == {1}


def test_it_is_ended_with_the_run(internet, server):
    with Client() as client:
        client.send("POST", URL)
    until = time.monotonic() + 3
    while server.unfinished and time.monotonic() < until:
        time.sleep(0.01)
    assert not server.unfinished


def test_where_the_server_ends_it_in_between_another_is_made(client, internet, server):
    server.answer = say(OK)
    for _ in range(3):
        assert client.send("POST", URL).status == 200
        time.sleep(0.05)
    assert [asked.connection for asked in server.asked] == [1, 2, 3]


def test_what_may_have_arrived_is_not_sent_again_on_another_connection(client, internet, server):
    assert client.send("POST", URL).status == 200
    server.answer = say()
    with pytest.raises(Unreached):
        client.send("POST", URL)
    assert [asked.connection for asked in server.asked] == [1, 1]


@pytest.mark.parametrize("size", [0, 9000])
def test_what_a_server_says_unasked_is_no_answer(client, internet, server, size):
    """It may have come with the last answer, whether or not that was read."""
    numbers = count(1)

    def answer(connection) -> None:
        forged = b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"
        padding = b"X: " + b"a" * size + b"\r\n" if size else b""
        whole = HEAD + padding + b"Content-Length: 2\r\n\r\nOK"
        connection.sendall(whole + forged if next(numbers) == 1 else whole)

    server.answer = answer
    assert [client.send("POST", URL).status for _ in range(3)] == [200] * 3


def test_an_answer_that_was_given_up_is_not_that_of_the_next_request(client, internet, server):
    """A process's own limit of time may end a request anywhere."""

    class Ended(BaseException):
        pass

    def answer_late(connection) -> None:
        time.sleep(0.1)
        connection.sendall(b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n")

    assert client.send("POST", URL).status == 200
    server.answer = answer_late
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.outgoing.Exchange.take_header", lambda *_: (_ for _ in ()).throw(Ended))
        with pytest.raises(Ended):
            client.send("POST", URL)
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).status == 200


def test_where_a_request_is_broken_off_no_number_is_closed_twice(internet, server):
    """libcurl closes its own number where an error falls into what we do for it, and it may soon be another file's."""
    client = Client()
    assert client.send("POST", URL).status == 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.outgoing.Exchange.take_header", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            client.send("POST", URL)
    others = [os.open(os.devnull, os.O_RDONLY) for _ in range(9)]
    del client
    for each in threading.enumerate():
        if isinstance(each, threading.Timer):
            each.join()  # which holds it, too
    for number in others:
        os.close(number)  # raises if somebody else has closed it
