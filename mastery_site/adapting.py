"""Makes psycopg look up how it adapts our types before any thread needs to know.

psycopg registers most types by name, and puts the class in the place of the name when the first value of that type
comes. A thread that looks a type up at that very moment finds neither: a network address or a duration is then refused,
and a datetime is silently stored as a date.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from uuid import UUID

from psycopg import adapters
from psycopg.adapt import PyFormat

TYPES = (date, time, datetime, timedelta, Decimal, IPv4Address, IPv6Address, UUID)
"""Of the types that psycopg knows by name, those that Django passes to it."""


def look_up_types() -> None:
    """Looks them up for all connections that are made from now on."""
    for form in PyFormat:
        for kind in TYPES:
            adapters.get_dumper(kind, form)
