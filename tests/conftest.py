"""The fixed cast. Tests name people, so that they read as stories: Alice and Boris play, Carol looks on."""

import pytest

from accounts.models import User
from tests.factories import UserFactory


@pytest.fixture
def alice(db) -> User:
    """A player in Berlin."""
    return UserFactory(username="Alice", time_zone="Europe/Berlin")


@pytest.fixture
def boris(db) -> User:
    """Alice's opponent, in New York."""
    return UserFactory(username="Boris", time_zone="America/New_York")


@pytest.fixture
def carol(db) -> User:
    """A player who is in no game of theirs."""
    return UserFactory(username="Carol")


@pytest.fixture
def admin(db) -> User:
    """An administrator."""
    return UserFactory(username="Ada", is_staff=True, is_superuser=True)
