"""Addresses of pages, each kept in a process by its name and arguments: Django takes a while to make one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import get_script_prefix, get_urlconf, reverse


def address_of(name: str, *arguments: Any) -> str:
    """As Django's `reverse`. Raises NoReverseMatch."""
    return _reverse(name, *arguments, urlconf=get_urlconf(), prefix=get_script_prefix())


@lru_cache(maxsize=8192, typed=True)
def _reverse(name: str, *arguments: Any, urlconf: str | None, prefix: str) -> str:
    """`urlconf` and `prefix`, of which Django keeps one for each thread, are here only to keep by."""
    return reverse(name, args=arguments)
