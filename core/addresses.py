"""Addresses of pages, each kept by its name and arguments, since Django takes a while to build one."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any

from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse

KEPT = 4096
"""Addresses with words in them, and as many kinds of address with numbers alone: some 300 bytes each."""


def address_of(name: str, *arguments: Any) -> str:
    """As Django's `reverse`. Raises NoReverseMatch.

    An address whose arguments are numbers is formed like any other of its name, so that a site may have any number of
    games; one with words in it is kept as it is.
    """
    urlconf, prefix = get_urlconf(), get_script_prefix()
    if arguments and all(type(each) is int and each >= 0 for each in arguments):
        pattern = _find_pattern(name, len(arguments), urlconf=urlconf, prefix=prefix)
        if pattern is not None:
            return pattern % arguments
    return _reverse(name, *arguments, urlconf=urlconf, prefix=prefix)


@lru_cache(maxsize=KEPT, typed=True)
def _reverse(name: str, *arguments: Any, urlconf: str | None, prefix: str) -> str:
    """`urlconf` and `prefix`, which Django keeps for each thread, are arguments so that they are part of the key."""
    return reverse(name, args=arguments)


@lru_cache(maxsize=KEPT)
def _find_pattern(name: str, count: int, *, urlconf: str | None, prefix: str) -> str | None:
    """The address with `%d` for each of so many numbers; None where it is not simply made of them."""
    numbers = [str(10**17 + secrets.randbelow(9 * 10**17)) for _ in range(count)]
    try:
        address = reverse(name, args=numbers)
    except NoReverseMatch:
        return None
    pattern = address.replace("%", "%%")
    for number in numbers:  # each argument has its place in the order of the address
        if pattern.count(number) != 1:
            return None
        pattern = pattern.replace(number, "%d")
    in_order = sorted(numbers, key=address.index)
    return pattern if in_order == numbers else None
