"""What a mail server may do, against a real one: refuse, put off, drop the line, hang, be gone."""

from datetime import timedelta

import pytest
from django.core.mail import send_mail
from django.utils import timezone

from notifications.delivery import outbox
from notifications.models import Notice
from notifications.routing import writing

State = Notice.State


@pytest.fixture
def waiting(alice, boris, carol):
    """A notice for each of the three."""
    people = [alice, boris, carol]
    writing.write(*(writing.make("test", key="test", recipient_id=user.pk) for user in people))


def later(**delta):
    return timezone.now() + timedelta(**delta)


def state_of(user) -> tuple[str, int, str]:
    notice = Notice.objects.get(recipient=user)
    return notice.state, notice.attempts, notice.last_error


def test_a_batch_goes_over_one_connection(sink, waiting):
    assert outbox.deliver_due() == 3
    assert len(sink.mails) == 3
    assert sink.sessions == 1


def test_the_mail_arrives_as_it_was_meant(sink, game):
    outbox.deliver_due()
    (message,) = sink.sent_to("alice@example.org")
    assert message["Subject"] == f"Your turn against Boris (Mastery #{game.pk})"
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
        "image/png",
    ]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_address_refused_for_good_is_given_up_and_the_others_get_theirs(sink, waiting, alice, boris, carol):
    sink.refused = {"boris@example.org"}
    assert outbox.deliver_due() == 2
    assert state_of(boris)[0] == State.WAITING, "until it is known that it is not everybody"
    assert outbox.deliver_due(now=later(minutes=11)) == 0
    assert state_of(boris) == (State.FAILED, 2, "550 5.1.1 No such person here")
    assert outbox.deliver_due(now=later(days=1)) == 0


def test_a_mail_refused_for_good_is_given_up(sink, waiting, alice):
    sink.reply = "5xx"
    assert outbox.deliver_due() == 0
    assert outbox.deliver_due(now=later(minutes=11)) == 0
    assert state_of(alice) == (State.FAILED, 2, "554 5.7.1 Not wanted")


@pytest.mark.parametrize("fault", ["4xx", "drop", "hang"])
def test_a_passing_fault_is_tried_again_with_growing_patience_and_sent_once(sink, alice, fault, settings):
    writing.write(writing.make("test", key="test", recipient_id=alice.pk))
    sink.reply, ample = fault, settings.EMAIL_TIMEOUT
    if fault == "hang":
        settings.EMAIL_TIMEOUT = 0.1
    now, waits = timezone.now(), []
    for _ in range(3):
        assert outbox.deliver_due(now=now) == 0
        due = Notice.objects.get().due_at
        waits.append((due - now).total_seconds())
        now = due
    assert waits == [20, 40, 80]
    assert state_of(alice)[2]
    sink.reply, settings.EMAIL_TIMEOUT = "accept", ample
    assert outbox.deliver_due(now=now) == 1
    assert outbox.deliver_due(now=now + timedelta(days=1)) == 0
    assert len(sink.mails) == 1


def test_patience_has_a_bound_and_an_end(sink, waiting, alice):
    sink.reply = "4xx"
    Notice.objects.update(attempts=30)
    outbox.deliver_due()
    assert Notice.objects.earliest("due_at").due_at < later(minutes=11)
    outbox.deliver_due(now=later(days=4))
    assert set(Notice.objects.values_list("state", flat=True)) == {State.FAILED}


def test_a_server_that_is_gone_is_asked_once_a_run_and_nothing_is_lost(sink, waiting, settings):
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    assert outbox.deliver_due() == 0
    assert set(Notice.objects.values_list("state", "attempts")) == {(State.WAITING, 1)}
    settings.EMAIL_PORT = port
    assert outbox.deliver_due(now=later(seconds=21)) == 3


def test_a_server_that_hangs_costs_a_mail_no_more_than_our_patience(sink, waiting, settings):
    settings.EMAIL_TIMEOUT = 0.1
    sink.reply = "hang"
    assert outbox.deliver_due() == 0
    assert set(Notice.objects.values_list("state", "attempts")) == {(State.WAITING, 1)}
    assert all("timed out" in error for error in Notice.objects.values_list("last_error", flat=True))


def test_an_address_that_no_mail_can_carry_is_given_up(sink, alice):
    alice.email = "no address\nBcc: all@example.org"
    alice.save()
    writing.write(writing.make("test", key="test", recipient_id=alice.pk))
    assert outbox.deliver_due() == 0
    assert Notice.objects.get().state == State.FAILED
    assert sink.attempts == 0


def test_a_dead_server_breaks_no_mail_of_the_account(sink, settings, db):
    settings.EMAIL_PORT = 1
    assert send_mail("Welcome", "Please confirm", None, ["dora@example.org"]) == 1
    assert Notice.objects.get().address == "dora@example.org"
