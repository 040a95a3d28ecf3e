"""An hour of virtual time with a mail server that fails one way or another, the sweep coming every twenty seconds."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications.delivery import outbox
from notifications.models import Notice
from notifications.routing import writing
from tests.notifications.smtp_sink import Sink
from tests.sharing import begin_with

pytestmark = [pytest.mark.django_db, pytest.mark.long]

HOUR = timedelta(hours=1)
AMPLE, SHORT = 30, 0.1
"""Seconds for an answer: a mail that is taken must not be thought lost; one that never is need not be waited for."""
MOST_TRIES = 12
"""In an hour: 20 s, 40 s ... doubled up to 10 minutes."""


@pytest.fixture
def server(settings):
    with Sink() as sink:
        settings.NOTICE_EMAIL_BACKEND = "notifications.channels.email.smtp.StagedBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", sink.port, AMPLE
        yield sink


@pytest.fixture
def people(alice, boris, carol):
    people = [alice, boris, carol]
    writing.write(*(writing.make("test", key="test", recipient_id=user.pk) for user in people))
    return people


def sweep_through(settings, *, since, until):
    """Delivers as the sweep does, and returns how many were sent."""
    sent, now = 0, since
    while now <= until:
        sent += outbox.deliver_due(now=now)
        now += settings.SWEEP_EVERY
    return sent


@pytest.mark.parametrize("fault", begin_with(1, ["gone", "drop", "4xx", "hang"]))
@pytest.mark.late
def test_every_mail_is_tried_with_growing_patience_and_sent_once(server, people, settings, fault):
    since = timezone.now()
    if fault == "gone":
        settings.EMAIL_PORT = 1
    else:
        server.reply, settings.EMAIL_TIMEOUT = fault, SHORT if fault == "hang" else AMPLE
    assert sweep_through(settings, since=since, until=since + HOUR) == 0
    assert server.mails == []
    tries = list(Notice.objects.values_list("attempts", flat=True))
    assert all(6 <= number <= MOST_TRIES for number in tries), tries
    assert set(Notice.objects.values_list("state", flat=True)) == {"waiting"}
    assert all(Notice.objects.values_list("last_error", flat=True))
    server.reply, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "accept", server.port, AMPLE
    assert sweep_through(settings, since=since + HOUR, until=since + HOUR + timedelta(minutes=11)) == 3
    assert sweep_through(settings, since=since + 2 * HOUR, until=since + 3 * HOUR) == 0
    assert sorted(mail["To"] for mail in server.mails) == sorted(user.email for user in people)


def test_one_address_refused_for_good_is_tried_once_more_and_shown_to_its_owner_alone(server, people, settings, client):
    since = timezone.now()
    alice, boris, _ = people
    server.refused = {boris.email}
    assert sweep_through(settings, since=since, until=since + HOUR) == 2
    notice = Notice.objects.get(recipient=boris)
    assert (notice.state, notice.attempts) == ("failed", 2), "the second ten minutes later, lest all were refused"
    for user, is_told in ((boris, True), (alice, False)):
        client.force_login(user)
        page = client.get(reverse("notice_switches")).content.decode()
        assert ("550 5.1.1 No such person here" in page) is is_told
