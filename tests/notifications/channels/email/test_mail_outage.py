"""Mail that fails for an hour is found by sending it; `test_whose_fault` has what counts as failing."""

from datetime import timedelta

from django.utils import timezone

from games.models import Heartbeat, Outage
from notifications.delivery import outbox
from notifications.routing import writing

HOUR = timedelta(hours=1)


def write_to(*people) -> None:
    writing.write(*(writing.make("test", key="test", recipient_id=user.pk) for user in people))


def run_for(length, *, every=timedelta(minutes=10)) -> None:
    """Runs the outbox at intervals of virtual time, and writes nothing new."""
    began = now = timezone.now()
    while now <= began + length:
        outbox.deliver_due(now=now)
        now += every


def is_failing() -> bool:
    return Heartbeat.objects.filter(part="no_mail").exists()


def test_a_server_that_takes_nothing_for_an_hour_is_an_outage(sink, alice, settings):
    settings.EMAIL_PORT = 1
    write_to(alice)
    run_for(HOUR - timedelta(minutes=5))
    assert (is_failing(), Outage.objects.count()) == (True, 0)
    run_for(2 * HOUR)
    assert Outage.objects.get().kind == "mail"


def test_it_is_over_with_the_first_mail_that_is_taken(sink, alice, boris, settings):
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    write_to(alice)
    outbox.deliver_due()
    settings.EMAIL_PORT = port
    write_to(boris)
    outbox.deliver_due()
    assert not is_failing()
    assert Heartbeat.objects.filter(part="mail").exists()
