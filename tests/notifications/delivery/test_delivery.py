"""Claim, send, mark: no notice is lost, and none is sent twice unless a worker dies between sending and marking."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from notifications import registry
from notifications.delivery import outbox
from notifications.models import EMAIL, LEASE, Notice
from notifications.routing import writing

State = Notice.State


@pytest.fixture
def write(alice):
    """Writes so many notices that are always true."""

    def run(count: int = 1) -> list[Notice]:
        writing.write(*(writing.make("test", key=f"test:{n}", recipient_id=alice.pk) for n in range(count)))
        return list(Notice.objects.order_by("pk"))

    return run


def test_everything_due_is_sent_in_batches_and_once(write):
    write(7)
    assert outbox.deliver_due(batch=3) == 7
    assert outbox.deliver_due(batch=3) == 0
    assert len(mail.outbox) == 7
    assert set(Notice.objects.values_list("state", "attempts")) == {("sent", 1)}


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """The channels that runs open."""
    found: list[str] = []
    real = registry.open_carrier
    monkeypatch.setattr(registry, "open_carrier", lambda channel: found.append(channel) or real(channel))
    return found


def test_a_run_opens_only_channels_that_have_something_due(write, opened, django_assert_num_queries):
    with django_assert_num_queries(3):  # channels, reminders, channels once more
        assert outbox.deliver_due() == 0
    assert opened == []
    write()
    assert outbox.deliver_due() == 1
    assert opened == [EMAIL]


def test_what_a_channel_leaves_to_email_is_sent_in_the_same_run(write, opened, monkeypatch):
    first = registry.list_by_patience()[0]
    write()
    Notice.objects.update(channel=first)
    deliver = outbox._deliver

    def hand_on(notice, carrier, *, now):
        if notice.channel == EMAIL:
            return deliver(notice, carrier, now=now)
        Notice.objects.filter(pk=notice.pk).update(channel=EMAIL, **LEASE.given_back)
        return False

    monkeypatch.setattr(outbox, "_deliver", hand_on)
    assert outbox.deliver_due() == 1
    assert opened == [first, EMAIL]


def test_a_worker_leaves_notices_claimed_by_another_until_the_claim_lapses(write):
    write(2)
    now = timezone.now()
    assert len(outbox.lease(batch=1, now=now)) == 1
    assert outbox.deliver_due(now=now) == 1
    assert outbox.deliver_due(now=now + LEASE.lasts) == 0
    assert outbox.deliver_due(now=now + LEASE.lasts + timedelta(seconds=1)) == 1


def test_a_claim_and_a_sweep_together_stay_under_two_minutes(settings):
    assert timedelta(minutes=2) > LEASE.lasts + settings.SWEEP_EVERY


def test_a_death_between_sending_and_marking_costs_one_duplicate(write, monkeypatch):
    write(5)
    now = timezone.now()
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "_close", raise_interrupt)
        with pytest.raises(KeyboardInterrupt):
            outbox.deliver_due(now=now)
    assert len(mail.outbox) == 1
    assert outbox.deliver_due(now=now + LEASE.lasts * 2) == 5
    assert len(mail.outbox) == 6
    assert mail.outbox[0].extra_headers["Message-ID"] == mail.outbox[1].extra_headers["Message-ID"]


def test_the_same_number_after_a_restore_is_another_message(write):
    """An older backup was restored, and the next row has a number that a mail went out by already."""
    write()
    (number,) = Notice.objects.values_list("pk", flat=True)
    outbox.deliver_due()
    Notice.objects.all().delete()
    write()
    Notice.objects.update(id=number)
    outbox.deliver_due()
    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first != second


def raise_interrupt(*args, **kwargs):
    raise KeyboardInterrupt


def test_a_worker_that_lost_a_claim_marks_nothing(write):
    write()
    now = timezone.now()
    (mine,) = outbox.lease(batch=1, now=now)
    (theirs,) = outbox.lease(batch=1, now=now + LEASE.lasts * 2)
    outbox.release([mine])
    assert Notice.objects.get().claim == theirs.claim


def test_a_notice_that_cannot_be_composed_does_not_hold_up_the_rest(write):
    first, *_ = write(3)
    Notice.objects.filter(pk=first.pk).update(kind="your_turn", payload={})
    assert outbox.deliver_due() == 2
    first.refresh_from_db()
    assert (first.state, first.attempts) == (State.WAITING, 1)
    assert "KeyError" in first.last_error
    assert first.due_at > timezone.now()


def test_time_is_up_after_a_while_and_the_rest_is_given_back(write):
    write(3)
    assert outbox.deliver_due(lasts=timedelta()) == 0
    assert Notice.objects.due(timezone.now()).count() == 3


def test_notices_claimed_when_time_ran_out_are_given_back(write, monkeypatch):
    write(3)
    monkeypatch.setattr(outbox.time, "monotonic", lambda: 99 if mail.outbox else 0)
    assert outbox.deliver_due() == 1
    assert list(Notice.objects.filter(state=State.WAITING).values_list("claim", "attempts")) == [("", 0)] * 2


def test_a_closed_account_is_written_to_no_more(write, alice):
    write()
    alice.is_active = False
    alice.save()
    assert outbox.deliver_due() == 0
    assert Notice.objects.get().state == State.DROPPED


def test_the_news_of_a_demonstration_is_discarded(write):
    write(3)
    assert outbox.discard_open() == 3
    assert outbox.deliver_due(now=timezone.now() + timedelta(days=1)) == 0
    assert set(Notice.objects.values_list("state", flat=True)) == {State.DROPPED}
    assert mail.outbox == []
