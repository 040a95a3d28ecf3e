"""What the site asks of servers that somebody names: public ones alone, in time, and no more than it means to."""

import socket
import time
from itertools import count

import pytest

from core import outgoing
from core.asking import MOST_BYTES
from core.connecting import _lookups, is_public
from core.outgoing import Client, NotAllowed, Unreached, split
from tests.core.https_server import OK, Authority, Internet, Server, wait_for_end

HOST = "push.example.org"
URL = f"https://{HOST}/wpush/1?a=b"
PUBLIC, PUBLIC_6 = "93.184.215.14", "2606:2800:21f:cb07::1"
PATIENCE = 0.4


@pytest.fixture(scope="module")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(autouse=True)
def trusted(authority, monkeypatch):
    with authority.trusted(monkeypatch.setenv):
        yield


@pytest.fixture
def server(authority):
    with Server(authority.certify(HOST, "ntfy.lan")) as server:
        yield server


@pytest.fixture
def internet(server, monkeypatch) -> Internet:
    internet = Internet(server.port, {HOST: [PUBLIC]})
    internet.install(monkeypatch)
    return internet


@pytest.fixture
def client():
    with Client(patience=PATIENCE) as client:
        yield client


# --- Addresses ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    [
        "",
        "/wpush/1",
        "//push.example.org/1",
        "https:push.example.org",
        "https:///1",
        "http://push.example.org/1",
        "ftp://push.example.org/1",
        "file:///etc/passwd",
        "gopher://push.example.org/1",
        "javascript:alert(1)",
        "https://push.example.org:80/",
        "https://push.example.org:8443/",
        "https://push.example.org:0/",
        "https://push.example.org:99999/",
        "https://push.example.org:443a/",
        "https://push.example.org:-443/",
        "https://alice@push.example.org/",
        "https://alice:secret@push.example.org/",
        "https://@push.example.org/",
        "https://push.example.org#@127.0.0.1/",
        "https://push.example.org/#part",
        "https://push.example.org\\@127.0.0.1/",
        "https:\\\\push.example.org/",
        "https://push.example.org/\\..",
        "https://127.0.0.1\\.push.example.org/",
        "https://127.0.0.1%2f.push.example.org/",
        "https://push.example.org%00.evil.example/",
        "https://bücher.example/",
        "https://push。example。org/",
        "https://①②⑦.⓪.⓪.①/",
        "https://push.example.org/é",
        "https://push.example.org/a b",
        "https://push.example.org/\r\nHost: evil.example",
        "https://push.example.org/\n",
        "\nhttps://push.example.org/",
        " https://push.example.org/",
        "https://push.example.org/\t",
        "https://push.example.org/\0",
        "https://93.184.215.14/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.0x1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.0.0.1./",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[2606:2800:21f:cb07::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[::1/",
        "https://[push.example.org]/",
        "https://localhost/",
        "https://LOCALHOST/",
        "https://db/",
        "https://push.example.org./",
        "https://.push.example.org/",
        "https://push..example.org/",
        "https://-push.example.org/",
        "https://push-.example.org/",
        "https://pu_sh.example.org/",
        "https://push.example.123/",
        f"https://{'a' * 64}.example.org/",
        f"https://{'a.' * 130}example.org/",
        f"https://push.example.org/{'a' * 2000}",
    ],
)
def test_an_address_that_is_not_plain_is_asked_nothing(url, client, internet):
    with pytest.raises(NotAllowed):
        client.send("POST", url)
    assert (internet.looked_up, internet.connected) == ([], [])


@pytest.mark.parametrize(
    ("url", "hosts", "is_known"),
    [
        (URL, ["push.example.org"], True),
        (URL, ["PUSH.Example.org"], True),
        (URL.upper().replace("HTTPS", "https"), ["push.example.org"], True),
        ("https://push.example.org:443/1", ["push.example.org"], True),
        ("https://a.push.example.org/1", ["*.push.example.org"], True),
        (URL, ["*.push.example.org"], False),
        ("https://evilpush.example.org/1", ["push.example.org"], False),
        ("https://push.example.org.evil.example/1", ["push.example.org", "*.push.example.org"], False),
        (URL, [], False),
    ],
)
def test_where_hosts_are_named_no_other_is_asked(url, hosts, is_known):
    if is_known:
        assert split(url, hosts=hosts).hostname.endswith("push.example.org")
    else:
        with pytest.raises(NotAllowed):
            split(url, hosts=hosts)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        (PUBLIC, True),
        (PUBLIC_6, True),
        (f"::ffff:{PUBLIC}", True),
        (f"64:ff9b::{PUBLIC}", True),
        ("0.0.0.0", False),
        ("0.1.2.3", False),
        ("10.0.0.1", False),
        ("127.0.0.1", False),
        ("127.8.9.10", False),
        ("169.254.169.254", False),
        ("172.16.0.1", False),
        ("172.31.255.255", False),
        ("192.0.0.8", False),
        ("192.0.2.1", False),
        ("192.88.99.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("100.127.255.254", False),
        ("198.18.0.1", False),
        ("198.51.100.1", False),
        ("224.0.0.1", False),
        ("239.255.255.250", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("::7f00:1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:100.64.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("64:ff9b::127.0.0.1", False),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b:1::10.0.0.1", False),
        ("2002:7f00:1::1", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
        ("2001:db8::1", False),
        ("100::1", False),
        ("fc00::1", False),
        ("fd12:3456::1", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("ff02::1", False),
    ],
)
def test_a_name_that_leads_to_no_public_address_is_connected_to_nowhere(address, public, client, internet):
    assert is_public(address) == public
    for addresses in ([address], [PUBLIC, address], [address, PUBLIC_6]):
        internet.names[HOST] = addresses
        if public:
            assert outgoing.send("POST", URL).status == 200
        else:
            with pytest.raises(NotAllowed, match="no public one"):
                client.send("POST", URL)
    assert bool(internet.connected) == public


def test_a_name_is_looked_up_once_and_that_very_address_connected_to(client, internet, monkeypatch):
    """One that answers otherwise the second time gains nothing."""
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    look_up = internet.look_up

    def change(host, port, **how):
        internet.names[HOST] = next(answers)
        return look_up(host, port, **how)

    monkeypatch.setattr(socket, "getaddrinfo", change)
    assert client.send("POST", URL).status == 200
    assert client.send("POST", URL).status == 200
    assert (internet.looked_up, internet.connected) == ([HOST], [(PUBLIC, 443)])


def test_of_many_addresses_a_few_are_tried(authority, client, internet):
    internet.names[HOST] = [f"93.184.215.{n}" for n in range(1, 200)]
    with socket.create_server(("127.0.0.1", 0)) as closed:
        internet.port = closed.getsockname()[1]
    with pytest.raises(Unreached, match="ConnectionRefusedError"):
        client.send("POST", URL)
    assert len(internet.connected) == 4


def test_where_the_first_address_is_dead_the_next_one_is_tried(client, internet, server):
    internet.names[HOST] = [PUBLIC_6, PUBLIC]
    with socket.create_server(("127.0.0.1", 0)) as closed:
        ports = iter([closed.getsockname()[1], server.port])
    type(internet).port = property(lambda self: next(ports), lambda self, value: None)
    try:
        assert client.send("POST", URL).status == 200
    finally:
        del type(internet).port
    assert internet.connected == [(PUBLIC_6, 443), (PUBLIC, 443)]


def test_a_name_that_nobody_knows_is_a_server_that_is_not_reached(client, internet):
    internet.names.clear()
    with pytest.raises(Unreached, match="gaierror"):
        client.send("POST", URL)


def test_names_whose_servers_are_silent_hold_up_neither_others_nor_the_end(client, internet, monkeypatch):
    """Each look-up has a thread of its own, and so many at once."""
    look_up, over = internet.look_up, time.monotonic() + 1.5

    def hang(host, port, **how):
        if host != HOST:
            time.sleep(max(0, over - time.monotonic()))
        return look_up(host, port, **how)

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    with Client(patience=0.02) as hasty:
        for n in range(8):
            with pytest.raises(Unreached, match="TimeoutError"):
                hasty.send("POST", f"https://n{n}.example.org/")
        assert client.send("POST", URL).status == 200
        for n in range(12):
            with pytest.raises(Unreached, match="TimeoutError"):
                hasty.send("POST", f"https://n{n}.example.org/")
    time.sleep(max(0, over + 0.2 - time.monotonic()))
    assert sum(_lookups.acquire(blocking=False) for _ in range(17)) == 16
    _lookups.release(16)
    assert client.send("POST", URL).status == 200


# --- The owner's own network -------------------------------------------------------------------------------------
def test_an_origin_of_the_owners_own_network_is_asked_wherever_it_is(client, server, settings, monkeypatch):
    own = Internet(server.port, {"ntfy.lan": ["127.0.0.1"]})
    monkeypatch.setattr(socket, "getaddrinfo", own.look_up)
    settings.OUTGOING_HOSTS = [f"https://ntfy.lan:{server.port}"]
    assert client.send("POST", f"https://NTFY.lan:{server.port}/games", hosts=[HOST]).body == b"OK"
    assert server.asked[0].header("host") == [f"NTFY.lan:{server.port}"]
    for other in (
        f"http://ntfy.lan:{server.port}/",
        f"https://ntfy.lan:{server.port + 1}/",
        f"https://a@ntfy.lan:{server.port}/",
        f"https://ntfy.lan:{server.port}.evil.example/",
        f"https://ntfy.lan:{server.port}@evil.example/",
        "https://ntfy.lan/",
    ):
        with pytest.raises(NotAllowed):
            client.send("POST", other)


# --- TLS ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("names", "days"), [(["evil.example"], 3), (["*.push.example.org"], 3), ([HOST], -1)], ids=["name", "star", "late"]
)
def test_a_certificate_of_another_or_of_yesterday_is_believed_by_nobody(authority, client, internet, names, days):
    with Server(authority.certify(*names, days=days)) as bad:
        internet.port = bad.port
        with pytest.raises(Unreached, match="SSLCertVerificationError"):
            client.send("POST", URL, data=b"secret")
        assert bad.asked == []


def test_nor_is_an_authority_that_nobody_knows(client, internet, tmp_path):
    with Server(Authority(tmp_path).certify(HOST)) as bad:
        internet.port = bad.port
        with pytest.raises(Unreached, match="SSLCertVerificationError"):
            client.send("POST", URL, data=b"secret")
        assert bad.asked == []


# --- Servers that behave badly -----------------------------------------------------------------------------------
def drip(beginning: bytes, *, each: bytes):
    def behave(connection) -> None:
        connection.sendall(beginning)
        for _ in range(200):
            connection.sendall(each)
            time.sleep(0.05)

    return behave


def flood(beginning: bytes, *, each: bytes):
    def behave(connection) -> None:
        connection.sendall(beginning)
        while True:
            connection.sendall(each)

    return behave


def say(*parts: bytes, ends: bool = True):
    def behave(connection) -> None:
        for part in parts:
            connection.sendall(part)
        if ends:
            connection.close()

    return behave


HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
BAD = {
    "silent": wait_for_end,
    "drips its status": drip(b"HTTP", each=b"/"),
    "drips its headers": drip(HEAD, each=b"a"),
    "drips whole headers": drip(HEAD, each=b"a: b\r\n"),
    "drips its body": drip(HEAD + b"Content-Length: 500\r\n\r\n", each=b"a"),
    "drips a body without end": drip(HEAD + b"\r\n", each=b"a"),
    "drips chunks": drip(CHUNKED, each=b"1\r\na\r\n"),
    "says to go on for ever": flood(b"", each=b"HTTP/1.1 100 Continue\r\n\r\n"),
    "says to go on, slowly": drip(b"", each=b"HTTP/1.1 100 Continue\r\n\r\n"),
    "has headers without end": flood(HEAD, each=b"a: b\r\n" * 100),
    "has a header without end": flood(HEAD + b"a: ", each=b"b" * 5000),
    "has a status without end": flood(b"HTTP/1.1 200 ", each=b"b" * 5000),
    "has 10,000 headers": say(HEAD + b"a: b\r\n" * 10000 + b"\r\n"),
    "has large headers": flood(b"", each=b"HTTP/1.1 100 C\r\n" + (b"a: " + b"b" * 60000 + b"\r\n") * 90 + b"\r\n"),
    "has trailers without end": flood(CHUNKED + b"0\r\n", each=b"a: b\r\n" * 100),
    "has a chunk's length without end": flood(CHUNKED, each=b"0" * 5000),
    "has tiny chunks with long names": flood(CHUNKED, each=b"1;" + b"a" * 5000 + b"\r\na\r\n"),
    "has a chunk of no number": say(CHUNKED + b"zz\r\n"),
    "has a negative chunk": say(CHUNKED + b"-5\r\naaaaa\r\n"),
    "ends amid a chunk": say(CHUNKED + b"5\r\naa"),
    "speaks garbage": say(b"\x00\xff\x16\x03" * 500),
    "speaks of another protocol": say(b"220 mail.example.org ESMTP\r\n"),
    "has a bad status": say(b"HTTP/1.1 abc OK\r\n\r\n"),
    "has a large status": say(b"HTTP/1.1 99999 OK\r\n\r\n"),
    "switches protocols": say(b"HTTP/1.1 101 Switching\r\n\r\n", ends=False),
    "hints early": say(b"HTTP/1.1 103 Hints\r\n\r\n" + OK, ends=False),
    "closes at once": say(),
    "closes amid its headers": say(HEAD[:8]),
}
BAD_BEFORE_TLS = {
    "is silent": wait_for_end,
    "closes at once": say(),
    "speaks HTTP": say(OK),
    "begins a handshake": say(b"\x16\x03\x03\x00\x7a\x02\x00\x00", ends=False),
    "begins a handshake and drips": drip(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xff", each=b"\x03"),
    "begins a handshake and closes": say(b"\x16\x03\x03\x00\x7a\x02\x00\x00"),
    "floods": flood(b"", each=b"\x16\x03\x03\x00\x01\x00" * 100),
}


def check_given_up(client, internet, server) -> None:
    """In time, and the connection is ended; another server is asked in the same run."""
    began = time.monotonic()
    with pytest.raises(Unreached):
        client.send("POST", URL, data=b"data")
    assert time.monotonic() - began < PATIENCE + 0.6
    until = time.monotonic() + 3
    while server.unfinished and time.monotonic() < until:
        time.sleep(0.01)
    assert not server.unfinished, "no connection is left open"


@pytest.mark.parametrize("name", BAD)
def test_a_server_that_behaves_badly_is_given_up(name, client, internet, server):
    server.answer = BAD[name]
    check_given_up(client, internet, server)
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).status == 200


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
    began = time.monotonic()
    with pytest.raises(Unreached, match="TimeoutError"):
        client.send("POST", URL, data=b"a" * 8_000_000)
    assert time.monotonic() - began < PATIENCE + 0.6


# --- Answers -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("answer", "status", "body"),
    [
        (OK, 200, b"OK"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + OK, 200, b"OK"),
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


# --- Requests ----------------------------------------------------------------------------------------------------
def test_a_request_says_what_is_asked_and_no_more(client, internet, server):
    client.send("PUT", f"https://{HOST}?a=b", data=b"data", headers={"Title": "Your turn"})
    (asked,) = server.asked
    assert asked.head.split("\r\n")[0] == "PUT /?a=b HTTP/1.1"
    assert asked.body == b"data"
    names = sorted(line.partition(":")[0].lower() for line in asked.head.split("\r\n")[1:])
    assert names == ["accept-encoding", "content-length", "host", "title"]
    assert asked.header("host") == [HOST]


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


# --- Connections that are kept -----------------------------------------------------------------------------------
def test_one_connection_serves_a_run(client, internet, server):
    for _ in range(5):
        client.send("POST", URL, data=b"data")
    assert {asked.connection for asked in server.asked} == {1}
    assert internet.looked_up == [HOST]


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
        patch.setattr("core.asking._Answer.readinto", lambda *_: (_ for _ in ()).throw(Ended))
        with pytest.raises(Ended):
            client.send("POST", URL)
    server.answer = say(OK, ends=False)
    assert client.send("POST", URL).status == 200
