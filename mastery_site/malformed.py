"""What is wrong with a variable of the environment, as the rest of a sentence; and reading addresses of servers."""

from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from core.numbers import read_number


class Malformed(ValueError):
    """A variable is malformed; `str(error)` continues a sentence that begins with its name: "must be …"."""


def split(value: str, *, schemes: set[str], example: str) -> SplitResult:
    """The parts of an address with one of these schemes and a host. Raises Malformed."""
    try:
        parts = urlsplit(value)
        port = parts.port  # raises where it is no number
    except ValueError:
        raise Malformed(f"is no address; it should look like {example}") from None
    if parts.scheme not in schemes:
        raise Malformed(f"must begin with {' or '.join(sorted(f'{name}://' for name in schemes))}, like {example}")
    if not parts.hostname or port == 0:
        raise Malformed(f"names no host, or no port that can be; it should look like {example}")
    return parts


def check_number(least: int, most: int) -> Callable[[str], None]:
    """What checks that a variable is a whole number within these bounds. It raises Malformed."""

    def check(value: str) -> None:
        found = read_number(value)
        if found is None or not least <= found <= most:
            raise Malformed(f"must be a whole number from {least} to {most}")

    return check
