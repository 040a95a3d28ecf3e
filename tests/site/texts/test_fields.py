"""Whatever a form, an address, a header or a cookie brings costs in proportion to its length. A new field is tried by
itself: it is found on the pages and in the code."""

import pytest

from tests.costs import SHAPES, find_excess, mix
from tests.faults.addresses import list_addresses
from tests.faults.posted import list_words
from tests.faults.test_every_field import FILLED_ELSEWHERE, numbered_from_one, scene  # noqa: F401  # its fixtures
from tests.site.texts.asking import Place, list_forms, list_headers, list_parts, list_queries, list_query_words

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]
FIRST = {
    "a letter, spaces, a letter": SHAPES["a letter, spaces, a letter"],
    "some of each": mix(*(SHAPES[told] for told in ("pairs that combine", "openings without end", "separators"))),
}
"""For each of hundreds of places; `python -m benches.dear --texts` tries all."""


NOT_CRAWLED = {"done", "part", "q", "right", "url", "v", "who"}
"""Words of addresses that refuse what the crawl asks before they read them. Each is compared, read as a number, or cut
where it is read."""


def judge(places: list[Place]) -> list[str]:
    """What costs too much; of a form that does, each field by itself, or the form if none of them does alone."""
    found = []
    for place in places:
        for told, shape in FIRST.items():
            if excess := find_excess(place.fill, shape, is_dear=True):
                alone = [(each, find_excess(each.fill, shape, is_dear=True)) for each in place.list_single()]
                named = [(each, why) for each, why in alone if why] or [(place, excess)]
                found += [f"{each}: {told}: {why}" for each, why in named]
                print(*found[-len(named) :], sep="\n", flush=True)
    return found


def test_no_form_costs_more_than_in_proportion_to_what_it_is_sent(scene):  # noqa: F811
    places = list(list_forms(scene))
    print(f"{len(places)} places")
    assert judge(places) == []
    assert list_words() - FILLED_ELSEWHERE - {field for place in places for field in place.fields} == set()


def test_nor_does_what_stands_in_an_address_behind_its_path(scene):  # noqa: F811
    places = list(list_queries(scene))
    print(f"{len(places)} places")
    assert judge(places) == []
    assert list_query_words() - NOT_CRAWLED - {field for place in places for field in place.fields} == set()


def test_nor_does_a_part_of_a_path(scene):  # noqa: F811
    places = list(list_parts(scene))
    assert judge(places) == []
    written = {each.name for each in list_addresses() if any(kind != "IntConverter" for _, kind in each.arguments)}
    assert {place.address for place in places} == written


def test_nor_does_a_header_or_a_cookie(scene):  # noqa: F811
    assert judge(list(list_headers(scene))) == []
