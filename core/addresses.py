"""Addresses of pages, each kept by its name and arguments, since Django takes a while to build one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import get_script_prefix, get_urlconf, reverse


def address_of(name: str, *arguments: Any) -> str:
    """As Django's `reverse`. Raises NoReverseMatch."""
    return _reverse(name, *arguments, urlconf=get_urlconf(), prefix=get_script_prefix())


@lru_cache(maxsize=1024, typed=True)
def _reverse(name: str, *arguments: Any, urlconf: str | None, prefix: str) -> str:
    """`urlconf` and `prefix`, which Django keeps for each thread, are arguments so that they are part of the key."""
    return reverse(name, args=arguments)
