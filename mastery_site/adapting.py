"""Has psycopg look up the types of our values before any thread asks for one.

It knows most types by name until the first value of one comes. A thread that looks for a type in the instant in which
another puts the class in the place of its name finds neither: an address of the net or a length of time is then
refused, and a time taken for its day alone, without a word.
"""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from uuid import UUID

from psycopg import adapters
from psycopg.adapt import PyFormat

TYPES = (date, time, datetime, timedelta, Decimal, IPv4Address, IPv6Address, UUID)
"""What Django hands over of those that psycopg knows by name."""


def look_up_types() -> None:
    """For all connections that are made from now on."""
    for form in PyFormat:
        for kind in TYPES:
            adapters.get_dumper(kind, form)
