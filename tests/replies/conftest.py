"""Alice and Boris play a game of Mastery, and read their email."""

import pytest

from tests.factories import GameFactory
from tests.replies import desk


@pytest.fixture(autouse=True)
def _mail(settings):
    settings.NOTICE_EMAIL_BACKEND = desk.LOCMEM
    settings.REPLY_ADDRESS = "turn@reply.example.org"


@pytest.fixture
def game(alice, boris):
    """It is Alice's turn, and an email has told her."""
    made = GameFactory(first=alice, second=boris)
    desk.post()
    return made
