"""Workers lease rows: no two work on one row, and a row is free again some time after its worker has died.

Nothing is locked while the work goes on. A row says in one column since when it is leased, or when its worker last gave
a sign of life, and in another, if there is one, by whom. A worker that was slow finds by the second that its row is
another's now.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connections, transaction
from django.db.models import Model, Q, QuerySet


@dataclass(frozen=True, slots=True)
class Lease:
    """How the rows of a table are leased, and for how long."""

    lasts: timedelta
    at: str
    """The column with the instant when it was leased, or of the last sign of life."""
    token: str = ""
    """The column that says by whom, empty in a row that is free; without one, `at` is empty in such a row."""
    signs: bool = False
    """Whether workers give signs of life; the last one is kept when the row is given back."""

    def free(self, now: datetime) -> Q:
        """The rows that no living worker has."""
        return self.free_since(now - self.lasts)

    def free_since(self, lapsed: datetime) -> Q:
        """Does the same for prepared queries, which are given the instant before which a lease has lapsed."""
        given_back = {self.token: ""} if self.token else {self.at: None}
        return Q(**given_back) | Q(**{f"{self.at}__lt": lapsed})

    def held(self, now: datetime) -> Q:
        """The rows that a worker has, which may still live."""
        return self.held_since(now - self.lasts)

    def held_since(self, lapsed: datetime) -> Q:
        """Does the same for prepared queries, which are given the instant before which a lease has lapsed."""
        held = Q(**{f"{self.at}__gte": lapsed})
        return held & ~Q(**{self.token: ""}) if self.token else held

    def take(self, rows: QuerySet[Any], *, now: datetime, **also: Any) -> str:
        """Leases those of these rows that are free and that nobody is just leasing, and sets these columns, too; the
        token by which to find them, empty where there are none."""
        token = secrets.token_hex(8)
        skip = connections[rows.db].features.has_select_for_update_skip_locked
        free = rows.filter(self.free(now)).order_by().select_for_update(no_key=True, skip_locked=skip).values("pk")
        fields = {self.at: now, **({self.token: token} if self.token else {}), **also}
        with transaction.atomic(using=rows.db):
            taken = rows.model._default_manager.filter(pk__in=free).update(**fields)
        return token if taken else ""

    def mine(self, row: Model) -> QuerySet[Any]:
        """The row as it is stored, unless it was deleted or is another worker's by now."""
        return type(row)._default_manager.filter(pk=row.pk, **{self.token: getattr(row, self.token)})

    @property
    def given_back(self) -> dict[str, Any]:
        """The columns of a row that is free, as `update` takes them."""
        return ({self.token: ""} if self.token else {}) | ({} if self.signs else {self.at: None})
