"""Makes psycopg look up how it adapts our types before any thread needs them.

psycopg registers most types by the name of their class, and replaces the name by the class when the first value of that
type arrives. A thread that looks up the type at that very moment finds neither of them. It then refuses a network
address or a duration, and silently stores a datetime as a date.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from uuid import UUID

from psycopg import adapters
from psycopg.adapt import PyFormat

TYPES = (date, time, datetime, timedelta, Decimal, IPv4Address, IPv6Address, UUID)
"""The types that Django passes to psycopg and that psycopg knows by name."""


def look_up_types() -> None:
    """Looks up the types for all connections that are made from now on."""
    for form in PyFormat:
        for kind in TYPES:
            adapters.get_dumper(kind, form)
