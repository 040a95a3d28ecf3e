"""Whatever a form, an address, a header or a cookie brings costs in proportion to its length. A new field is tried by
itself: it is found on the pages and in the code."""

import pytest

from tests.costs import SHAPES, find_excess
from tests.faults.posted import list_words
from tests.faults.test_every_field import FILLED_ELSEWHERE, numbered_from_one, scene  # noqa: F401  # its fixtures
from tests.site.texts.asking import list_places

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]
FIRST = ("a letter, spaces, a letter", "pairs that combine")
"""Shapes for each of hundreds of places; `python -m benches.dear` tries all."""


def test_no_place_costs_more_than_in_proportion_to_what_it_is_sent(scene):  # noqa: F811
    excesses, seen = [], set()
    for place in list_places(scene):
        seen.add(place.field.lstrip("?/"))
        for told in FIRST:
            if excess := find_excess(place.ask, SHAPES[told], is_dear=True):
                excesses.append(f"{place}: {told}: {excess}")
                print(excesses[-1], flush=True)
    print(f"{len(seen)} names of places")
    assert excesses == []
    assert list_words() - FILLED_ELSEWHERE - seen == set()
