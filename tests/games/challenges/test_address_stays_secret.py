"""A player who challenges a mail address never learns from this site whether it has an account here."""

import pytest
from django.urls import reverse

from games import challenges
from tests.factories import UserFactory


@pytest.fixture
def pages(client, alice, offer):
    """What Alice sees of a challenge that she sent to an address: its own page and the list."""

    def see(address: str, *, withdrawn: bool) -> list[str]:
        challenge = offer(audience="address", address=address, now=None)
        client.force_login(alice)
        if withdrawn:
            challenges.withdraw(challenge.pk, user=alice)
        return [client.get(url).content.decode() for url in (challenge.get_absolute_url(), reverse("challenges"))]

    return see


@pytest.mark.parametrize("withdrawn", [False, True], ids=["pending", "withdrawn"])
def test_no_page_names_the_player_whose_address_it_is(pages, withdrawn):
    UserFactory(username="Zacharias", email="z@example.org")
    for page in pages("z@example.org", withdrawn=withdrawn):
        assert "Zacharias" not in page


def test_its_page_shows_the_address(pages):
    assert "z@example.org" in pages("z@example.org", withdrawn=False)[0]
