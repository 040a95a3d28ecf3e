"""Pages of long lists by key: the address names the last row seen, so that page 1,000 costs what page 1 does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from core.numbers import read_number

PAGE = 25


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of one page, newest first; `after` is the key that the next page starts below, None on the last."""

    rows: list[Any]
    after: int | None
    is_first: bool

    def __iter__(self):
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def page_by_key(rows: QuerySet, request: HttpRequest, *, size: int = PAGE, parameter: str = "below") -> Page:
    """The page that `?below=<pk>` asks for; a key that is no number asks for the first."""
    below = read_number(request.GET.get(parameter, ""))
    if below is not None:
        rows = rows.filter(pk__lt=below)
    found = list(rows.order_by("-pk")[: size + 1])
    more = len(found) > size
    return Page(rows=found[:size], after=found[size - 1].pk if more else None, is_first=below is None)
