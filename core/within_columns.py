"""Look-ups by a pattern ask the database for no more than a column can hold.

SQLite fails where a pattern is longer than 50,000 bytes, and any form that looks a name or an address up may be sent
that. What is longer than its column is in no row, so the database need not be asked.
"""

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import CharField, lookups


class _WithinColumn(lookups.BuiltinLookup):
    def process_rhs(self, qn: Any, connection: Any) -> Any:
        most = getattr(self.lhs.output_field, "max_length", None)
        if most and isinstance(self.rhs, str) and len(self.rhs) > most:
            raise EmptyResultSet
        return super().process_rhs(qn, connection)


PATTERNS = (
    *(lookups.IExact, lookups.Contains, lookups.IContains),
    *(lookups.StartsWith, lookups.IStartsWith, lookups.EndsWith, lookups.IEndsWith),
)
"""Those that SQLite answers by a pattern."""


def use_within_columns() -> None:
    """Registers them in place of Django's own, for every column of text with a greatest length."""
    for lookup in PATTERNS:
        CharField.register_lookup(type(lookup.__name__, (_WithinColumn, lookup), {}))
