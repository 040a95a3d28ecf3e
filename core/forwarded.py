"""What reverse proxies say of a request, and whom of them the site believes: those that TRUSTED_PROXIES names.

Anybody may write `X-Forwarded-For` and its like into a request. It is believed where it comes from such a proxy, and
says nothing of a request that comes from elsewhere: that counts by the address it comes from, and as unencrypted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings

PRESET = ("127.0.0.1", "::1")
BELIEVED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")
"""The headers that the site reads."""
MOST_HOPS = 10
"""As TRUSTED_PROXY_COUNT has it at most."""


def read_networks(told: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks, separated by commas. Raises ValueError."""
    return tuple(ip_network(each.strip()) for each in told.split(",") if each.strip())


def is_trusted(peer: str) -> bool:
    """Whether what this one says of others is believed.

    A peer without an address has come by a Unix socket, which only those open that its owner lets.
    """
    if not peer:
        return True
    address = read_address(peer)
    return address is not None and any(address in network for network in _list_networks())


def find_client(meta: Mapping[str, object]) -> str:
    """The address of whoever asked; empty where it is not known.

    So many proxies stand before the site as TRUSTED_PROXY_COUNT says. The last of them connects, and has written down
    who connected to it. Where the owner has named the proxies, all of them must be named, and the first address that
    is not is the client's.
    """
    peer = str(meta.get("REMOTE_ADDR") or "")
    count = min(settings.ALLAUTH_TRUSTED_PROXY_COUNT, MOST_HOPS)
    told = str(meta.get("HTTP_X_FORWARDED_FOR") or "")
    if not (count and told and is_trusted(peer)):
        return peer
    hops = [clean(hop) for hop in told.rsplit(",", count)[-count:]]  # fewer where it came past one of the proxies
    for hop in reversed(hops[1:]):
        if settings.TRUSTED_PROXIES and not (hop and is_trusted(hop)):
            return hop
    return hops[0]


def clean(hop: str) -> str:
    """An address without the port that some proxies add; empty where it is none."""
    address = hop.strip()
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    return address if read_address(address) else ""


@lru_cache(maxsize=1000)
def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, an IPv4 one also where IPv6 wraps it; None where it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _list_networks() -> tuple[IPv4Network | IPv6Network, ...]:
    return _read_kept(settings.TRUSTED_PROXIES or ",".join(PRESET))


@lru_cache(maxsize=10)
def _read_kept(told: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return read_networks(told)
    except ValueError:
        return ()  # the checks refuse to start
