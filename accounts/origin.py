"""Where a request comes from, as a keyed hash: it tells two places apart, but neither can be read from it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

SALT = "accounts.origin"
IPV6_BITS_OF_ONE_PLACE = 64
"""Whoever has one IPv6 address usually has 2**64 of them, so the network counts, not the address within it."""


def hash_origin(request: HttpRequest) -> str:
    """32 hexadecimal digits for the client's network address; another SECRET_KEY gives others.

    Proxies are trusted as ALLAUTH_TRUSTED_PROXY_COUNT says. Requests without a readable address share one hash.
    """
    return salted_hmac(SALT, read_origin(request), algorithm="sha256").hexdigest()[:32]


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
