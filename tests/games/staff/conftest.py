"""One game of Alice (Dark, first) and Boris (Light), started at NOON; Mira is a moderator who plays in no game."""

import pytest
from django.contrib.auth.models import Permission

from games.models import StaffAction
from tests.factories import UserFactory
from tests.games.play.conftest import game, news  # noqa: F401  fixtures


@pytest.fixture
def mira(db):
    """A moderator: may read games, and do to them what staff may."""
    mira = UserFactory(username="Mira", is_staff=True)
    may = ["view_game", "answer_report"]
    mira.user_permissions.set(Permission.objects.filter(codename__in=may))
    return mira


def record_of(judged) -> list[dict]:
    """What is recorded of staff's doings on a game."""
    return list(StaffAction.objects.filter(game=judged).values("kind", "what", "reason", "staff__username", "revision"))
