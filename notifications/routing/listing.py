"""Reads names of several rows as one value of a query, so that more rows need no more subqueries."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, CharField, Subquery
from django.db.models.query import QuerySet


class Joined(Aggregate):
    """Joins texts with commas."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ',')"
    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **context)


def list_channels(rows: QuerySet[Any]) -> Subquery:
    """Returns a subquery for the channels of one user's rows; `split` reads its value."""
    return Subquery(rows.order_by().values("user").annotate(names=Joined("channel")).values("names"))


def split(joined: str | None) -> frozenset[str]:
    return frozenset(joined.split(",")) if joined else frozenset()
