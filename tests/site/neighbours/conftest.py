"""Ways to make something fail for one row, in the tasks of the schedule, run in this process."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from games.models import Game
from notifications.models import Notice
from notifications.routing import writing
from tests.factories import GameFactory, UserFactory

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _tasks(db, monkeypatch, settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    current_app.loader.import_default_modules()
    monkeypatch.setattr("core.waker.send", lambda *_: None)
    monkeypatch.setattr("notifications.wake.delivery.wake", lambda: None)


class Breaking:
    """The cast, and ways to have something fail for one row."""

    def __init__(self, patch: pytest.MonkeyPatch, cast: list[User]) -> None:
        self.patch, self.cast = patch, cast
        self._connected = []

    def break_signal(self, signal, wanted: Callable[[dict], bool], **which) -> None:
        def fail(**told):
            if wanted(told):
                raise RuntimeError("Broken for this test")
            return {}  # as the answer of an app that has nothing to add

        signal.connect(fail, weak=False, **which)
        self._connected.append((signal, fail, which))

    def break_call(self, place, name: str, wanted: Callable[..., bool] = lambda *_, **__: True) -> None:
        """Has a function fail for some calls."""
        real = getattr(place, name)

        def fail(*args, **more):
            if wanted(*args, **more):
                raise RuntimeError("Broken for this test")
            return real(*args, **more)

        self.patch.setattr(place, name, fail)

    def mend(self) -> None:
        for signal, fail, which in self._connected:
            signal.disconnect(fail, **which)

    def start_games(self, **terms) -> list[Game]:
        """Two, of Alice with Boris and with Carol."""
        alice, *others = self.cast
        return [GameFactory(first=alice, second=other, **terms) for other in others]


@pytest.fixture
def breaking(alice, boris, carol, monkeypatch):
    made = Breaking(monkeypatch, [alice, boris, carol])
    yield made
    made.mend()


def run(name: str) -> object:
    return current_app.tasks[name]()


def restrict(people, kind, **terms) -> list[Restriction]:
    staff, begins = UserFactory(is_staff=True, is_superuser=True), timezone.now() - 2 * HOUR
    common = {"reason": "Rude.", "by": staff, "now": begins, **terms}
    return [restrictions.impose(person, kind, **common) for person in people]


def write_notices(breaking) -> list[Notice]:
    for user in breaking.cast[:2]:
        writing.write(writing.make("test", key=f"test:{user.pk}", recipient_id=user.pk))
    return list(Notice.objects.filter(kind="test", channel="email").order_by("pk"))
