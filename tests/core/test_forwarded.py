"""Where a request comes from, by what its peer is and what proxies say of it."""

import pytest

from core.forwarded import find_client, is_trusted
from tests.rows import each_row

VISITOR, FORGED, CDN = "198.51.100.7", "203.0.113.9", "192.0.2.1"


@pytest.mark.parametrize(
    ("named", "count", "peer", "told", "client"),
    [
        # Nobody is named: this machine is believed, and nobody else.
        ("", 1, "127.0.0.1", VISITOR, VISITOR),
        ("", 1, "::1", VISITOR, VISITOR),
        ("", 1, "::ffff:127.0.0.1", VISITOR, VISITOR),
        ("", 1, "", VISITOR, VISITOR),  # by a Unix socket
        ("", 1, VISITOR, FORGED, VISITOR),
        ("", 1, "10.0.0.7", FORGED, "10.0.0.7"),
        ("", 1, "127.0.0.1", f"{FORGED}, {VISITOR}", VISITOR),
        ("", 1, "127.0.0.1", "", "127.0.0.1"),
        ("", 0, "127.0.0.1", FORGED, "127.0.0.1"),
        ("", 2, "127.0.0.1", f"{FORGED}, {VISITOR}, {CDN}", VISITOR),  # counted alone, as before 1.1.0
        ("", 2, "127.0.0.1", VISITOR, VISITOR),
        # Proxies are named: they are believed, this machine is not.
        ("10.0.0.0/24", 1, "10.0.0.7", VISITOR, VISITOR),
        ("10.0.0.0/24", 1, "10.0.1.7", FORGED, "10.0.1.7"),
        ("10.0.0.0/24", 1, "127.0.0.1", FORGED, "127.0.0.1"),
        ("10.0.0.0/24", 1, "", VISITOR, VISITOR),
        ("fd00::/8", 1, "fd00::1", "2001:db8::1", "2001:db8::1"),
        ("127.0.0.1, 192.0.2.0/24", 2, "127.0.0.1", f"{FORGED}, {VISITOR}, {CDN}", VISITOR),
        ("127.0.0.1, 192.0.2.0/24", 2, "127.0.0.1", f"{FORGED}, {VISITOR}", VISITOR),  # past the other proxy
        # What is no address is nobody's.
        ("", 1, "127.0.0.1", "unknown", ""),
        ("", 1, "127.0.0.1", f"{VISITOR},", ""),
        ("", 1, "127.0.0.1", f"{VISITOR}:4711", VISITOR),
        ("", 1, "127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("", 1, "localhost", FORGED, "localhost"),
    ],
)
def test_proxies_are_believed_where_the_owner_says_so(settings, named, count, peer, told, client):
    settings.TRUSTED_PROXIES, settings.ALLAUTH_TRUSTED_PROXY_COUNT = named, count
    assert find_client({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": told}) == client


def test_a_million_addresses_in_a_header_cost_no_more_than_the_last(settings):
    settings.TRUSTED_PROXIES, settings.ALLAUTH_TRUSTED_PROXY_COUNT = "", 1
    told = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": f"{FORGED}," * 1_000_000 + VISITOR}
    assert find_client(told) == VISITOR


@each_row("peer", ["x", "127.0.0.1.", "127.1", "0x7f000001"])
def test_what_is_no_address_is_trusted_by_nobody(peer):
    assert not is_trusted(peer)
