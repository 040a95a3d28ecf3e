"""Tables that what is new has to join: whatever is missing from one is told by a sentence that names the file."""

from collections.abc import Iterable


def compare(found: Iterable[str], told: Iterable[str], *, table: str, lacks: str) -> None:
    """`table` says where the table is, such as “TOLD of tests/…/test_own_data.py”, and `lacks` what it does not say."""
    found, told = set(found), set(told)
    sentences = [f"No row says {lacks} `{name}`: add it to {table}." for name in sorted(found - told)]
    sentences += [f"There is no `{name}` any more: take it out of {table}." for name in sorted(told - found)]
    assert not sentences, "\n".join(["", *sentences])
