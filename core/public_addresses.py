"""Tells addresses of the public internet from all others."""

import ipaddress

GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""By which machines without IPv4 reach it: the last four bytes are the address (RFC 6052)."""
OTHERS = tuple(map(ipaddress.ip_network, ("2002::/16", "2001::/32", "192.88.99.0/24", "192.0.0.0/24", "3fff::/20")))
"""Addresses that contain, or lead to, another that may be anybody's (RFC 3056, RFC 4380, RFC 7526), and some that not
every Python knows to be special (RFC 6890, RFC 9637)."""


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
