"""Checks of the variables about where the site listens and which proxies it trusts: BIND, TRUSTED_PROXIES.

Each function `check_…` raises Malformed. The exception's text continues a sentence that begins with the name of the
variable.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address, ip_network

from core.numbers import read_number
from mastery_site.checks.malformed import Malformed


def check_bind(value: str) -> None:
    try:
        ip_address(value)
    except ValueError:
        raise Malformed("must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them") from None


def check_trusted_proxies(value: str) -> None:
    for each in (part.strip() for part in value.split(",")):
        try:
            network = ip_network(each)
        except ValueError:
            raise Malformed(
                f"must be addresses and networks with commas between, such as 10.0.0.7 or 10.0.0.0/24: “{each}” is none"
            ) from None
        if network.prefixlen == 0:
            raise Malformed(f"must not be everybody: “{each}” is")


def find_conflicts(environ: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences about well-formed variables that do not fit together."""
    bind = environ.get("BIND", "").strip()
    if bind and not environ.get("DATABASE_URL") and is_of_others(bind):
        yield (
            "BIND must be of this machine alone, as 127.0.0.1 is: embedded, the site is for one machine, and others"
            " come by a reverse proxy on it."
        )


def is_of_others(bind: str) -> bool:
    """Whether other machines can reach this address. A malformed address has an error of its own."""
    try:
        return not ip_address(bind).is_loopback
    except ValueError:
        return False


def find_doubts(environ: Mapping[str, str]) -> Iterator[str]:
    """Yields sentences about settings that are allowed but probably a mistake."""
    count = read_number(environ.get("TRUSTED_PROXY_COUNT", "").strip()) or 0
    if count > 1 and not environ.get("TRUSTED_PROXIES", "").strip():
        yield (
            f"TRUSTED_PROXY_COUNT counts {count} proxies, and TRUSTED_PROXIES names none: whoever reaches the last of"
            " them past the others may say where they come from. Name all of them there."
        )
