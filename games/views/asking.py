"""What the address of a list of games asks for, read and written: its page, its order, and what narrows it."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from core.numbers import read_number

MOST_PAGES = 200
"""To find something older, one filters the list: the last page must not cost much more than the first."""
LONGEST = 200
"""Characters of one parameter, with its name, that links go on with."""
PAGES = {"page", "page_others", "page_over"}
"""Names of the parameters that ask for a page. A new choice starts at the first page of each list."""


def is_plain(asked: QueryDict) -> bool:
    """Whether an address asks for the first pages of its lists in their usual order."""
    return not ({"sort", "game", "opponent", *PAGES} & set(asked))


def read_sort(asked: QueryDict, sorts: Mapping[str, object]) -> str:
    """The order that is asked for; the first one where that is unknown."""
    sort = asked.get("sort", "")
    return sort if sort in sorts else next(iter(sorts))


def read_page(given: str) -> int:
    """The number of a page, from 1 on; anything else is read as 1."""
    number = read_number(given) or 1
    return number if number <= MOST_PAGES else 1


def change(asked: QueryDict, **values: object) -> str:
    """The query of the address with these values changed; None removes one: '?sort=game&page=2'.

    What is longer than any name is left out: a page has many such links.
    """
    query = QueryDict(mutable=True)
    for name, given in asked.lists():
        query.setlist(name, [value for value in given if len(name) + len(value) <= LONGEST])
    for name, value in values.items():
        query.pop(name, None)
        if value is not None:
            query[name] = str(value)
    return f"?{query.urlencode()}"


def restart(asked: QueryDict, **values: object) -> str:
    """As `change`, from the first page of each list on."""
    return change(asked, **dict.fromkeys(PAGES), **values)
