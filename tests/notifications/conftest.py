"""For the tests of news: notices delivered at once into Django's list of mails, or over SMTP to a sink."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from notifications.delivery import outbox
from notifications.kind_names import REMINDER
from notifications.models import Reminder
from notifications.routing.readers import read_readers
from notifications.scheduling import reminders
from tests.notifications.smtp_sink import Sink

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _mails_in_memory(settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def deliver(db):
    """Delivers what is due and returns the mails that left, newest last."""

    def run(now=None):
        before = len(mail.outbox)
        outbox.deliver_due(now=now or timezone.now())
        return mail.outbox[before:]

    return run


@pytest.fixture
def list_reminders(db):
    """The reminders that are to come in the present turn of a game: by threshold, hours before its end."""

    def run(game) -> dict[str, float]:
        row = Reminder.objects.filter(game=game).first()
        if row is None:
            return {}
        turn = reminders.read_turns([game.pk])[game.pk]
        reader = read_readers([turn.mover_id], kinds={REMINDER})[row.reader_id]
        planned = reminders.plan(turn, row, reader=reader)
        assert row.due_at == (planned[0].due_at if planned else None)
        return {one.threshold: (turn.deadline_at - one.due_at) / HOUR for one in planned}

    return run


@pytest.fixture
def sink(settings):
    """A real mail server, to which notices go."""
    with Sink() as sink:
        settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.smtp.StagedBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", sink.port, 30
        yield sink
