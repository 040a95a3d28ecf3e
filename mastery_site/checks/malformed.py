"""The exception for malformed environment variables, and helpers that read numbers and addresses of servers."""

from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from core.numbers import read_number


class Malformed(ValueError):
    """A variable is malformed; `str(error)` continues a sentence that begins with its name: "must be …"."""


def split(value: str, *, schemes: set[str], example: str) -> SplitResult:
    """Splits an address that must have one of these schemes and a host. Raises Malformed."""
    try:
        parts = urlsplit(value)
        port = parts.port  # raises ValueError if it is no number
    except ValueError:
        raise Malformed(f"is no address; it should look like {example}") from None
    if parts.scheme not in schemes:
        raise Malformed(f"must begin with {' or '.join(sorted(f'{name}://' for name in schemes))}, like {example}")
    if not parts.hostname or port == 0:
        raise Malformed(f"names no host, or no port that can be; it should look like {example}")
    return parts


def check_number(least: int, most: int) -> Callable[[str], None]:
    """Returns a function that raises Malformed unless a variable is a whole number within these bounds."""

    def check(value: str) -> None:
        found = read_number(value)
        if found is None or not least <= found <= most:
            raise Malformed(f"must be a whole number from {least} to {most}")

    return check
