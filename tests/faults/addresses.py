"""Every address of the site, as the resolver knows it: a new one enters the tables of faults by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.clearing import forget

DEFAULTS = {"app_label": "games", "kind": "draw", "task": "master", "deed": "play"}
"""Parts of an address for which `1` will not do."""


@dataclass(frozen=True, slots=True)
class Address:
    """`name` as `reverse` takes it; `arguments` are its converters by the names of its parts."""

    name: str
    arguments: tuple[tuple[str, str], ...]

    def fill(self, **values: object) -> str:
        """The path with these values, where a part has none given `1`."""
        return reverse(self.name, kwargs={part: values.get(part, DEFAULTS.get(part, 1)) for part, _ in self.arguments})

    @property
    def parts(self) -> frozenset[str]:
        return frozenset(part for part, _ in self.arguments)


@cache
def list_addresses(*, administration: bool = False) -> tuple[Address, ...]:
    """Each once, in order of its name; those of the administration left out unless asked for."""
    found = {address.name: address for address in walk(get_resolver())}
    return tuple(found[name] for name in sorted(found) if administration or not name.startswith("admin:"))


def visit_each(addresses: Iterable[Address]) -> Iterator[Address]:
    """One after another, each in the database that the test has made: so hundreds of addresses have one scene.

    What is written meanwhile is taken back before the next. It must not go through a client that keeps a session.
    """
    for address in addresses:
        mark = transaction.savepoint()
        yield address
        transaction.set_rollback(False)
        transaction.savepoint_rollback(mark)
        forget()


def walk(resolver: URLResolver, namespace: str = "", parts: tuple[tuple[str, str], ...] = ()) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        own = parts + tuple((part, type(kind).__name__) for part, kind in entry.pattern.converters.items())
        if isinstance(entry, URLResolver):
            yield from walk(entry, f"{namespace}{entry.namespace}:" if entry.namespace else namespace, own)
        elif isinstance(entry, URLPattern) and entry.name:
            groups = getattr(entry.pattern, "regex", None)
            named = tuple((part, "regex") for part in groups.groupindex) if groups is not None else ()
            yield Address(namespace + entry.name, own or named)
