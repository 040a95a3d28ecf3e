"""Which addresses the site asks anything of: public ones alone, or the owner's own."""

import socket

import pytest

from core import outgoing
from core.allowed_requests import NotAllowed, split
from core.outgoing import HostNotPublic, Unreached
from core.public_addresses import is_public
from tests.core.asking.asked import HOST, PUBLIC, PUBLIC_6, URL, say
from tests.core.https_server import OK, Authority, Server, resolve
from tests.rows import each_row


# --- Addresses --------------------------------------------------------------------------------------------------------
@each_row(
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
    assert internet.connected == []


@each_row(
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
def test_a_name_that_leads_to_no_public_address_is_connected_to_nowhere(address, public, internet):
    assert is_public(address) == public
    internet.names[HOST] = [address.partition("%")[0]]
    if public:
        assert outgoing.send("POST", URL).status == 200
    else:
        with pytest.raises(HostNotPublic, match="no public one"):
            outgoing.send("POST", URL)
    assert bool(internet.connected) == public


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:10.0.0.1"])
def test_where_only_some_addresses_of_a_name_are_public_no_other_is_connected_to(address, internet):
    for public in (PUBLIC, PUBLIC_6):
        for internet.names[HOST] in ([public, address], [address, public]):
            assert outgoing.send("POST", URL).status == 200
    assert {each for each, _ in internet.connected} == {PUBLIC, PUBLIC_6}


def test_a_name_that_changes_its_mind_gains_nothing(client, internet, server):
    server.answer = say(OK)
    assert client.send("POST", URL).status == 200
    internet.names[HOST] = ["127.0.0.1"]
    with pytest.raises(HostNotPublic):
        client.send("POST", URL)
    assert internet.connected == [(PUBLIC, 443)]


def test_of_many_addresses_a_few_are_tried(authority, client, internet):
    internet.names[HOST] = [f"93.184.215.{n}" for n in range(1, 200)]
    with socket.create_server(("127.0.0.1", 0)) as closed:
        internet.port = closed.getsockname()[1]
    with pytest.raises(Unreached, match="no_connection"):
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


def test_a_name_that_nobody_knows_is_a_server_that_is_not_reached(client, settings):
    settings.OUTGOING_HOSTS = [f"https://{'a' * 64}.lan"]  # longer than a name may be, so nobody is asked for it
    with pytest.raises(Unreached, match="no_host"):
        client.send("POST", settings.OUTGOING_HOSTS[0])


# --- The owner's own network ------------------------------------------------------------------------------------------
def test_an_origin_of_the_owners_own_network_is_asked_wherever_it_is(client, server, settings, monkeypatch):
    resolve(monkeypatch, {"ntfy.lan": ["127.0.0.1"]}, port=server.port)
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


# --- TLS --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("names", "days"), [(["evil.example"], 3), (["*.push.example.org"], 3), ([HOST], -1)], ids=["name", "star", "late"]
)
def test_a_certificate_of_another_or_of_yesterday_is_believed_by_nobody(authority, client, internet, names, days):
    with Server(authority.certify(*names, days=days)) as bad:
        internet.port = bad.port
        with pytest.raises(Unreached, match="bad_certificate"):
            client.send("POST", URL, data=b"secret")
        assert bad.asked == []


def test_nor_is_an_authority_that_nobody_knows(client, internet, tmp_path):
    with Server(Authority(tmp_path).certify(HOST)) as bad:
        internet.port = bad.port
        with pytest.raises(Unreached, match="bad_certificate"):
            client.send("POST", URL, data=b"secret")
        assert bad.asked == []
