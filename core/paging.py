"""Pages of long lists by key: the address names the last row seen, so that page 1,000 costs as little as page 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from core.numbers import read_number

PAGE = 25


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of one page, the newest first. `after` is the key below which the next page starts, None on the last."""

    rows: list[Any]
    after: int | None
    is_first: bool

    def __iter__(self):
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def page_by_key(rows: QuerySet, request: HttpRequest, *, size: int = PAGE, parameter: str = "below") -> Page:
    """The page that `?below=<pk>` asks for; the first where the key is not a number."""
    below = read_number(request.GET.get(parameter, ""))
    if below is not None:
        rows = rows.filter(pk__lt=below)
    return cut_page(list(rows.order_by("-pk")[: size + 1]), is_first=below is None, size=size)


def cut_page(found: list[Any], *, is_first: bool, size: int = PAGE) -> Page:
    """The page of these rows, the newest first, of which there is one more than it shows if there are more."""
    more = len(found) > size
    return Page(rows=found[:size], after=found[size - 1].pk if more else None, is_first=is_first)
