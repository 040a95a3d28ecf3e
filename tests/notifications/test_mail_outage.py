"""Mail that fails for an hour is found by sending it: what counts as failing, and what does not."""

from datetime import timedelta

import pytest
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


@pytest.mark.parametrize("fault", ["gone", "drop"])
def test_a_server_that_takes_nothing_for_an_hour_is_an_outage(sink, alice, settings, fault):
    settings.EMAIL_PORT = 1 if fault == "gone" else settings.EMAIL_PORT
    sink.reply = fault if fault != "gone" else sink.reply
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


def test_a_recipient_who_cannot_be_reached_is_no_failure_of_mail(sink, alice):
    sink.reply = "4xx"
    write_to(alice)
    run_for(2 * HOUR)
    assert (is_failing(), Outage.objects.count()) == (False, 0)


def test_a_server_that_puts_everybody_off_fails(sink, alice, boris):
    sink.reply = "4xx"
    write_to(alice, boris)
    outbox.deliver_due()
    assert is_failing()


def test_a_mail_that_is_refused_for_good_says_nothing_of_the_server(sink, alice, boris):
    sink.refused = {"alice@example.org", "boris@example.org"}
    write_to(alice, boris)
    outbox.deliver_due()
    assert not is_failing()
    assert not Heartbeat.objects.exists()
