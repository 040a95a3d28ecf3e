"""The one reader of whole numbers that stand in addresses and forms."""

LARGEST = 2**63 - 1
"""No column of a database holds a larger one."""


def read_number(given: str) -> int | None:
    """The number that is written in digits, from 0 to the largest that a column holds; None for anything else."""
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST))):
        return None
    number = int(given)
    return number if number <= LARGEST else None
