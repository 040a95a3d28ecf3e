"""The one reader of whole numbers in addresses and forms."""

LARGEST = 2**63 - 1
"""The largest number that a column of a database holds."""


def read_number(given: str) -> int | None:
    """The number written in digits, from 0 to the largest that a column holds; None for anything else."""
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST))):
        return None
    number = int(given)
    return number if number <= LARGEST else None


def read_signed(given: str) -> int | None:
    """The same, also with a minus before it."""
    number = read_number(given.removeprefix("-"))
    return -number if number is not None and given.startswith("-") else number
