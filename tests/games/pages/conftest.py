"""The browser of a player, for the tests of the page of a game."""

import pytest


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client
