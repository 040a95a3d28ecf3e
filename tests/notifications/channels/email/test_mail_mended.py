"""`manage.py mail-mended`: corrects what was blamed on readers though the fault was the site's own."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.mail import send_mail
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Heartbeat
from notifications.channels.email.receivers import SAID_SPAM
from notifications.delivery import outbox
from notifications.models import ChannelState, Notice
from notifications.routing import channel_health, writing

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def run(*options: str) -> str:
    out = StringIO()
    call_command("mail-mended", *options, stdout=out)
    return out.getvalue()


def since(ago: timedelta) -> str:
    return f"--since={timezone.now() - ago:%Y-%m-%d %H:%M}"


@pytest.fixture
def blamed(sink, alice, boris):
    """An hour ago every email was refused; Alice and Boris were too few to tell whose fault it was."""
    sink.answers["RCPT"] = "554 5.7.1 Relay access denied"
    then = timezone.now() - HOUR
    for n in range(3):
        people = (alice, boris)
        rows = (writing.make("test", key=f"{n}", recipient_id=u.pk, created_at=then) for u in people)
        writing.write(*rows)
    send_mail("Confirm", "https://x.example/key", None, ["new@newcomer.example"])
    Notice.objects.filter(closed_at=None).update(due_at=then)
    outbox.deliver_due(now=then)
    outbox.deliver_due(now=then + 11 * MINUTE)
    assert ChannelState.objects.filter(broken_at__isnull=False).count() == 2
    sink.answers.clear()


def test_readers_count_as_reached_again_and_what_was_given_up_arrives(blamed, sink, alice):
    said = run(since(2 * HOUR))
    assert not ChannelState.objects.exclude(broken_at=None, failures=0).exists()
    assert "2 addresses" in said
    assert "6 emails that were given up" in said
    outbox.deliver_due()
    assert not Notice.objects.filter(kind="test", channel="email", state="failed").exists()


def test_it_says_which_emails_are_lost(blamed):
    assert "1 emails about accounts" in run(since(2 * HOUR))


def test_failures_before_the_fault_still_count(blamed):
    assert run(since(MINUTE)).startswith("Since")
    assert ChannelState.objects.filter(broken_at__isnull=False).count() == 2


def test_waiting_emails_leave_at_once(sink, alice):
    sink.answers["MAIL"] = "553 5.7.1 Sender not owned"
    writing.write(writing.make("test", key="test", recipient_id=alice.pk))
    Notice.objects.update(attempts=9)
    outbox.deliver_due()
    assert Notice.objects.get().due_at > timezone.now() + 9 * MINUTE
    sink.answers.clear()
    assert "1 that waited" in run()
    assert outbox.deliver_due() == 1


def test_a_complaint_of_spam_still_counts(alice):
    channel_health.break_channel(alice.pk, channel="email", reason=SAID_SPAM, now=timezone.now())
    run(since(HOUR))
    assert ChannelState.objects.get().broken_at


def test_it_begins_where_the_site_found_the_fault(blamed):
    Heartbeat.objects.create(part="no_mail", at=timezone.now() - HOUR)
    run()
    assert not ChannelState.objects.filter(broken_at__isnull=False).exists()


def test_without_a_known_fault_it_asks_since_when(db):
    with pytest.raises(CommandError, match="--since"):
        run()
