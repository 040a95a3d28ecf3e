"""Connections to hosts that somebody names: to public addresses alone, and over at an instant."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Sequence
from functools import cache
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import Any
from urllib.parse import SplitResult

USUAL_PORTS = {"http": 80, "https": 443}
MOST_ADDRESSES = 4
"""Of one host are tried."""
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""By which machines without IPv4 reach it: the last four bytes are the address (RFC 6052)."""
OTHERS = tuple(map(ipaddress.ip_network, ("2002::/16", "2001::/32", "192.88.99.0/24", "192.0.0.0/24", "3fff::/20")))
"""Addresses that hold, or lead to, another that may be anybody's (RFC 3056, RFC 4380, RFC 7526), and some that
not every Python knows to be special (RFC 6890, RFC 9637)."""
_lookups = BoundedSemaphore(16)
"""How many names are looked up at once: one whose server is silent is given up here, but its thread goes on a while."""

Address = tuple[socket.AddressFamily, Any]
"""As a socket takes it."""


class NotPublic(ValueError):
    """A host has an address that is none of the public internet."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, and hides no other."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found in NAT64:
            return is_public(str(ipaddress.IPv4Address(found.packed[-4:])))
        if found not in GLOBAL_UNICAST:
            return False
    return found.is_global and not found.is_multicast and not any(found in network for network in OTHERS)


def connect(parts: SplitResult, *, is_own: bool, until: float) -> socket.socket:
    """A connection to the host of an address: at the first of its own addresses that answers, by TLS in its name for
    https. Raises NotPublic where it is not the owner's own and one of them is not public, OSError and ValueError."""
    host = parts.hostname or ""
    addresses = resolve(host, parts.port or USUAL_PORTS[parts.scheme], until=until)
    if not is_own and not all(is_public(address[0]) for _, address in addresses):
        raise NotPublic
    plain = _open_first(addresses[:MOST_ADDRESSES], until=until)
    if parts.scheme == "http":
        return plain
    try:
        plain.settimeout(find_left(until))
        return make_tls().wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise


def resolve(host: str, port: int, *, until: float) -> list[Address]:
    """Its addresses, each once. Raises OSError, TimeoutError, and ValueError.

    No name can be looked up with a time limit, so another thread does; none of them keeps the process from its end.
    """
    if not _lookups.acquire(timeout=find_left(until)):
        raise TimeoutError
    answers: SimpleQueue[list[Address] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([(family, address) for family, *_, address in found])
        except Exception as error:
            answers.put(error)
        finally:
            _lookups.release()

    try:
        Thread(target=look_up, name="lookup", daemon=True).start()
    except RuntimeError as error:  # no more threads
        _lookups.release()
        raise OSError from error
    try:
        answer = answers.get(timeout=find_left(until))
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return list(dict.fromkeys(answer))


def _open_first(addresses: Sequence[Address], *, until: float) -> socket.socket:
    fault: OSError = OSError("It has no address.")
    for place, (family, address) in enumerate(addresses):
        plain = socket.socket(family, socket.SOCK_STREAM)
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a body waits for the header's receipt
            plain.settimeout(find_left(until) / (len(addresses) - place))
            plain.connect(address)
            return plain
        except OSError as error:
            plain.close()
            fault = error
    raise fault


@cache
def make_tls() -> ssl.SSLContext:
    """Checks certificates and names, by TLS 1.2 at least. The owner's own authorities count (SSL_CERT_FILE)."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def find_left(until: float) -> float:
    """The seconds that are left. Raises TimeoutError where none are."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
