"""Checks whether the cache stores values. Log-ins, limits and rate limits need it."""

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.core.cache import cache

from mastery_site.doctor.contract import Asked, Examination, Line


class Cache(Examination):
    name = "cache"
    order = 30

    def examine(self, asked: Asked) -> Iterator[Line]:
        key, value = f"doctor:{secrets.token_hex(8)}", secrets.token_hex(8)
        cache.set(key, value, timeout=60)
        kept = cache.get(key)
        cache.delete(key)
        where = "Redis" if settings.REDIS_URL else "The folder of files"
        yield Line(kept == value, f"{where} {'keeps' if kept == value else 'does not keep'} what it is given.")


kind = Cache()
