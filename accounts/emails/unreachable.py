"""Addresses to which no email can go: those of accounts that nobody logs in to, and that nobody else may have.

Each account has an address of its own in the database: a person who signed up with one of these before would keep the
site from making a computer's account, or from closing somebody's.
"""

from accounts.words import refusals
from core.form_errors import invalid

ENDING = ".invalid"
"""No host will ever have such a name (RFC 2606)."""


def write_unreachable(name: str, *, kind: str) -> str:
    """The address of an account to which nothing is ever sent, such as `closed-7@closed.invalid`."""
    return f"{name}@{kind}{ENDING}"


def refuse_unreachable(address: str) -> None:
    """Raises ValidationError with the sentence for somebody who enters such an address."""
    if address.strip().lower().endswith((ENDING, "@invalid")):
        raise invalid(refusals.UNREACHABLE())
