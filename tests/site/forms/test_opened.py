"""A person who opens an address that a form posts to, by going back or reloading, is led to a page, not turned away."""

import re

import pytest

from tests.factories import ChallengeFactory, GameFactory
from tests.faults.addresses import list_addresses

pytestmark = pytest.mark.long

FOR_PROGRAMS = re.compile("push_|hook|bounce")
"""Names of addresses that scripts and other sites post to, not forms."""


@pytest.mark.parametrize("who", ["player", "visitor"])
def test_no_address_answers_405(client, alice, boris, who):
    if who == "player":
        client.force_login(alice)
    known = {"pk": GameFactory(first=alice, second=boris).pk, "ply": 0, "username": "Boris", "slug": "mastery"}
    ChallengeFactory(challenger=boris)
    refused = []
    for address in (each for each in list_addresses() if not FOR_PROGRAMS.search(each.name)):
        path = address.fill(**{name: value for name, value in known.items() if name in address.parts})
        if client.get(path).status_code == 405:
            refused.append(address.name)
    assert refused == []
