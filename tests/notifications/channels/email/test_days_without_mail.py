"""After days without email, for a fault of the site's own, every notice that is still true arrives."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import timezone

from accounts.locked_out import rescue_requests
from accounts.models import Rescue
from engine.contract import Side
from games import clock, play
from notifications.delivery import outbox
from notifications.models import WAITS_FOR_SITE, Notice
from tests.accounts.conftest import PASSWORD
from tests.accounts.locked_out.test_rescue_requests import make_moderator
from tests.factories import GameFactory

DAY = timedelta(days=1)
OURS = [("CONNECT", "drop"), ("MAIL", "553 5.7.1 Sender not owned")]


@pytest.fixture(params=OURS, ids=["away", "refuses us"])
def fault(request, sink):
    stage, answer = request.param
    sink.answers[stage] = answer
    return sink


def fail_for(days: int, *, sink) -> None:
    """Tries each of these days, the last one too; then the mail server works again, and a run follows."""
    now = timezone.now()
    for day in range(days + 1):
        outbox.deliver_due(now=now + day * DAY)
    sink.answers.clear()
    outbox.deliver_due(now=now + days * DAY + outbox.LONGEST_WAIT)


def test_a_turn_that_is_still_to_be_played_is_told_and_one_that_was_played_is_not(fault, alice, boris):
    told, passed = (GameFactory(first=alice, second=boris, control=clock.Days(14)) for _ in range(2))
    play.resign(passed.pk, side=Side.SECOND)
    Notice.objects.exclude(kind="your_turn").delete()
    fail_for(5, sink=fault)
    rows = Notice.objects.filter(kind="your_turn", channel="email")
    assert dict(rows.values_list("payload__game", "state")) == {told.pk: "sent", passed.pk: "dropped"}
    assert len(fault.mails) == 1


@pytest.fixture
def turn(alice, boris):
    """The notice of a turn of Boris's, by email alone."""
    GameFactory(first=boris, second=alice, control=clock.Days(14))
    Notice.objects.exclude(kind="your_turn", channel="email").delete()
    return Notice.objects.get()


def test_notices_that_wait_for_email_are_in_the_inbox_meanwhile(fault, turn):
    for day in range(4):
        outbox.deliver_due(now=timezone.now() + day * DAY)
    rows = Notice.objects.filter(kind="your_turn").order_by("channel")
    assert list(rows.values_list("channel", "state")) == [("email", "waiting"), ("inbox", "sent")]


def test_an_email_about_an_account_arrives_after_days(fault, alice):
    send_mail("Your password was changed", "Was it you?", None, [alice.email])
    fail_for(5, sink=fault)
    assert [mail["Subject"] for mail in fault.mails] == ["Your password was changed"]


@pytest.mark.parametrize("days", [2, 4])
def test_a_link_that_has_expired_is_not_sent_and_a_person_who_needs_it_asks_again(fault, client, db, days):
    form = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), form)
    client.post(reverse("account_reset_password"), {"email": "dora@example.org"})
    number = Notice.objects.count()
    assert number
    fail_for(days, sink=fault)
    assert len(fault.mails) == (number if days == 2 else 0)
    assert set(Notice.objects.values_list("state", flat=True)) == {"sent" if days == 2 else "dropped"}


def test_after_long_enough_a_notice_is_given_up(fault, alice):
    send_mail("Your password was changed", "Was it you?", None, [alice.email])
    outbox.deliver_due(now=timezone.now() + WAITS_FOR_SITE)
    assert Notice.objects.get().state == "failed"


def test_where_another_channel_tells_it_email_does_not_tell_it_late(fault, turn, boris, add, service):
    add(boris)
    fail_for(4, sink=fault)
    rows = Notice.objects.filter(kind="your_turn").order_by("channel")
    assert list(rows.values_list("channel", "state")) == [("email", "failed"), ("push", "sent")]
    assert fault.mails == []


def test_help_that_its_reader_was_not_told_of_is_not_given(fault, alice):
    """As they could not stop it."""
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": "none"})
    moderator = make_moderator("Mira")
    rescue_requests.begin(alice, Rescue.Kind.SECOND_FACTORS, staff=moderator, reason="She wrote from work.")
    now = timezone.now()
    for days in (1, 4):
        outbox.deliver_due(now=now + days * DAY)
        assert rescue_requests.carry_out_due(now=now + days * DAY) == 0
    fault.answers.clear()
    outbox.deliver_due(now=now + 5 * DAY)
    assert [mail["To"] for mail in fault.mails] == ["alice@example.org"]
    assert rescue_requests.carry_out_due(now=now + 6 * DAY) == 0, "three days after it was last known to wait"
    assert rescue_requests.carry_out_due(now=now + 7 * DAY) == 1
