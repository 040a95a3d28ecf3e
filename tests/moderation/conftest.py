"""Two moderators for the tests of moderation, and the browser of one of them."""

import pytest
from django.test import Client

from accounts.models import User
from tests.moderation.staff import make_moderator, open_as


@pytest.fixture
def mira(db) -> User:
    return make_moderator()


@pytest.fixture
def zoe(db) -> User:
    return make_moderator("Zoe")


@pytest.fixture
def staff(mira) -> Client:
    return open_as(mira)
