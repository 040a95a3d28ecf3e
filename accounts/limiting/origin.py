"""Where a request comes from, as a keyed hash: it tells two places apart, but neither can be read from it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.limiting.limits import WIDER

SALT = "accounts.limiting.origin"
IPV6_BITS_OF_ONE_PLACE = 64
"""A person with one IPv6 address usually has 2**64 of them, so the network counts, not the address within it."""


def hash_origin(request: HttpRequest) -> str:
    """32 hexadecimal digits for the client's network address; another SECRET_KEY gives others.

    Proxies are believed as `core.forwarded` says. Requests without a readable address share one hash.
    """
    return _hash(read_origin(request))


def hash_networks(request: HttpRequest) -> tuple[str, ...]:
    """What limits by address are counted by: `hash_origin`, and of an IPv6 address the wider networks of `WIDER`."""
    origin = read_origin(request)
    wider = [str(ip_network(f"{origin}/{bits}", strict=False)) for bits in WIDER] if ":" in origin else []
    return tuple(_hash(each) for each in (origin, *wider))


def read_origin(request: HttpRequest) -> str:
    """The client's IPv4 address, or its IPv6 network of 64 bits; empty where none can be read."""
    try:
        address = ip_address(str(get_adapter().get_client_ip(request)))
    except (ValueError, PermissionDenied):
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    network = int(address) >> (128 - IPV6_BITS_OF_ONE_PLACE) << (128 - IPV6_BITS_OF_ONE_PLACE)
    return str(IPv6Address(network))


def _hash(network: str) -> str:
    return salted_hmac(SALT, network, algorithm="sha256").hexdigest()[:32]
