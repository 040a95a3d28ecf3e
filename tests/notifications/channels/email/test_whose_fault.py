"""Whose fault it is that an email is not taken, by a real server that refuses at each stage: ours or a reader's."""

from datetime import timedelta

import pytest
import requests
import time_machine
from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError
from django.core.mail import send_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.models import User
from games.models import Heartbeat, Outage
from notifications.delivery import outbox
from notifications.models import ChannelState, Notice
from notifications.routing import writing
from tests.factories import UserFactory

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
RELAY = "554 5.7.1 Relay access denied"

AT_ONCE = [
    ("CONNECT", "554 5.3.2 Not now"),
    ("CONNECT", "421 4.3.2 Too many connections"),
    ("CONNECT", "drop"),
    ("EHLO", "550 5.7.0 Go away"),
    ("EHLO", "drop"),
    ("AUTH", "535 5.7.8 Wrong password"),
    ("AUTH", "454 4.7.0 Not now"),
    ("MAIL", "553 5.7.1 Sender not owned"),
    ("MAIL", "552 5.2.2 Quota exceeded"),
    ("MAIL", "451 4.3.0 Later"),
    ("MAIL", "421 4.7.0 Too many messages"),
    ("MAIL", "drop"),
]
"""Refusals that no recipient can cause: none was named yet."""
FROM_RCPT_ON = [
    (stage, answer)
    for stage in ("RCPT", "DATA")
    for answer in (RELAY, "552 5.2.2 Over quota", "550 5.1.1 No such user", "421 4.7.0 Bye", "452 4.2.2 Full", "drop")
]
"""Refusals that may be about the one recipient, or about everybody."""


@pytest.fixture
def people(db):
    """Four of three domains, each of whom had an email lately."""
    hosts = ("one.example.com", "two.example.net", "three.example.org", "four.example.org")
    people = [UserFactory(username=f"P{n}", email=f"p{n}@{host}") for n, host in enumerate(hosts)]
    for user in people:
        make_known(user)
    return people


def make_known(user: User, *, ago: timedelta = DAY) -> None:
    then = timezone.now() - ago
    fields = {"state": "sent", "created_at": then, "due_at": then, "closed_at": then}
    Notice.objects.create(recipient=user, kind="test", dedupe_key=f"old:{ago}", **fields)


def write_to(*people: User, key: str = "new") -> None:
    writing.write(*(writing.make("test", key=key, recipient_id=user.pk) for user in people))


def deliver_for(length: timedelta, *, since=None, every=5 * MINUTE):
    """Runs the outbox by virtual time from `since` on; returns the time of its last run."""
    now = since or timezone.now()
    until = now + length
    while now <= until:
        outbox.deliver_due(now=now)
        now += every
    return now - every


def is_failing() -> bool:
    return Heartbeat.objects.filter(part="no_mail").exists()


def is_anybody_blamed() -> bool:
    return ChannelState.objects.exists() or Notice.objects.filter(state="failed").exists()


@pytest.mark.parametrize(("stage", "answer"), AT_ONCE)
def test_a_refusal_before_a_recipient_is_named_is_our_fault_at_once(sink, people, settings, stage, answer):
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = "site"
    sink.answers[stage] = answer
    write_to(people[0])
    now = deliver_for(timedelta())
    assert is_failing()
    now = deliver_for(80 * MINUTE, since=now)
    assert Outage.objects.get().kind == "mail"
    assert not is_anybody_blamed()
    sink.answers.clear()
    deliver_for(10 * MINUTE, since=now)
    assert len(sink.mails) == 1
    assert not is_failing()


@pytest.mark.parametrize(("stage", "answer"), FROM_RCPT_ON)
def test_refusals_by_three_domains_with_nothing_accepted_are_our_fault(sink, people, stage, answer):
    sink.answers[stage] = answer
    write_to(*people)
    now = deliver_for(80 * MINUTE)
    assert is_failing()
    assert Outage.objects.get().kind == "mail"
    assert not is_anybody_blamed()
    sink.answers.clear()
    deliver_for(10 * MINUTE, since=now)
    assert len(sink.mails) == 4
    assert not is_failing()
    assert not Heartbeat.objects.filter(part="refused").exists()


@pytest.mark.parametrize(("stage", "answer"), FROM_RCPT_ON)
def test_a_refusal_of_one_recipient_is_the_recipients_fault_and_gives_no_alarm(sink, people, stage, answer):
    sink.answers[stage] = answer
    write_to(people[0])
    deliver_for(2 * HOUR, every=10 * MINUTE)
    assert not is_failing()
    assert not Outage.objects.exists()
    assert is_anybody_blamed() == answer.startswith("55")


@pytest.mark.parametrize("known_ago", [DAY, 31 * DAY])
@pytest.mark.parametrize("number", [2, 3])
def test_it_takes_three_domains_that_accepted_email_in_the_last_30_days(sink, db, number, known_ago):
    people = [UserFactory(username=f"P{n}", email=f"p@{n}.example{n}.org") for n in range(number)]
    for user in people:
        make_known(user, ago=known_ago)
    sink.answers["RCPT"] = RELAY
    write_to(*people)
    deliver_for(timedelta())
    assert is_failing() == (number == 3 and known_ago == DAY)


def test_subdomains_of_one_domain_count_as_one(sink, db):
    people = [UserFactory(username=f"P{n}", email=f"p@host{n}.mine.example") for n in range(5)]
    for user in people:
        make_known(user)
    sink.answers["RCPT"] = RELAY
    write_to(*people)
    deliver_for(HOUR)
    assert not is_failing()


def test_three_domains_that_refuse_over_more_than_an_hour_are_the_readers_fault(sink, people):
    sink.answers["RCPT"] = RELAY
    now = timezone.now() + MINUTE
    for user in people[:3]:
        write_to(user)
        outbox.deliver_due(now=now)
        now += 20 * MINUTE
    assert not is_failing()


def test_where_one_email_is_accepted_the_others_are_refused_by_themselves(sink, people):
    sink.refused = {user.email for user in people[:3]}
    write_to(*people)
    deliver_for(20 * MINUTE)
    assert not is_failing()
    assert set(Notice.objects.filter(dedupe_key="new", state="failed").values_list("recipient", flat=True)) == {
        user.pk for user in people[:3]
    }


def test_sign_ups_and_resets_wait_with_the_others_and_arrive(sink, people):
    sink.answers["RCPT"] = RELAY
    send_mail("Confirm", "https://x.example/key", None, ["new@newcomer.example"])
    send_mail("Reset", "https://x.example/reset", None, [people[0].email])
    now = deliver_for(5 * MINUTE)
    assert not is_anybody_blamed(), "before it is known whose fault it is"
    write_to(*people[1:])
    now = deliver_for(2 * HOUR, since=now)
    assert not is_anybody_blamed()
    sink.answers.clear()
    deliver_for(10 * MINUTE, since=now)
    assert {"Confirm", "Reset"} <= {mail["Subject"] for mail in sink.mails}


def test_after_three_days_what_was_refused_to_everybody_goes_another_way_and_blames_nobody(sink, people):
    sink.answers["DATA"] = RELAY
    writing.write(*(writing.make("challenge_accepted", key="new", recipient_id=user.pk) for user in people))
    now = deliver_for(5 * MINUTE)
    outbox.deliver_due(now=now + outbox.GIVE_UP_AFTER)
    assert not ChannelState.objects.exists()


def test_a_sender_refused_for_one_email_holds_up_no_other(sink, people, monkeypatch):
    monkeypatch.setattr(sink, "say", lambda stage, server: "552 Too large" if is_first(stage) else "")
    seen = []

    def is_first(stage):
        seen.extend([stage] * (stage == "MAIL"))
        return stage == "MAIL" and len(seen) == 1

    write_to(*people)
    assert outbox.deliver_due() == 3


def test_administrators_are_told_in_their_inbox_once(sink, people, ida_administrator):
    sink.answers["MAIL"] = "553 5.7.1 Sender not owned"
    write_to(people[0])
    now = deliver_for(MINUTE, every=20 * timedelta(seconds=1))
    told = Notice.objects.filter(kind="channel_failing")
    assert not told.exists(), "a moment is no fault to look after"
    deliver_for(2 * HOUR, since=now)
    assert list(told.values_list("recipient", "channel", "state")) == [(ida_administrator.pk, "inbox", "sent")]


@pytest.fixture
def ida_administrator(db):
    return UserFactory(username="Ida2", email="ida2@example.org", is_superuser=True, is_staff=True)


@pytest.mark.parametrize("number", [1, 3])
def test_healthz_and_the_figures_say_what_is_ours_and_nothing_of_one_mailbox(sink, people, client, number):
    sink.answers["RCPT"] = RELAY if number == 3 else "452 4.2.2 Full"
    write_to(*people[:number])
    Notice.objects.update(due_at=timezone.now() - 20 * MINUTE)
    deliver_for(20 * MINUTE, since=timezone.now() - 20 * MINUTE)
    with time_machine.travel(timezone.now(), tick=False):  # both in the same second
        found = client.get("/healthz").json()
        figures = client.get("/metrics").content.decode()
    assert found["mail"]["ok"] == (number == 1)
    assert found["notices"]["ok"]
    assert f"site_mail_failing_seconds {float(found['mail']['failing_seconds'] or 0)}" in figures


# --- A provider's interface over HTTP --------------------------------------------------------------------------------
class Provider(BaseEmailBackend):
    status: int | None = None

    def send_messages(self, messages):
        if self.status is None:
            raise AnymailRequestsAPIError() from requests.ConnectionError("gone")
        if self.status == 200:
            raise AnymailRecipientsRefused()
        answer = requests.Response()
        answer.status_code, answer.reason, answer._content = self.status, "said", b"{}"
        raise AnymailRequestsAPIError(response=answer)


@pytest.mark.parametrize(
    ("status", "ours"),
    [(None, True), (401, True), (402, True), (403, True), (429, True), (500, True), (200, False), (422, False)],
)
def test_a_provider_s_token_quota_and_faults_are_ours_and_what_it_says_of_one_email_is_not(
    people, settings, monkeypatch, status, ours
):
    settings.NOTICE_EMAIL_BACKEND = f"{__name__}.Provider"
    monkeypatch.setattr(Provider, "status", status)
    write_to(people[0])
    deliver_for(80 * MINUTE)
    assert is_failing() == ours == Outage.objects.exists()
    assert is_anybody_blamed() == (status == 200)


def test_emails_about_accounts_tell_of_their_addresses_too(sink, people):
    sink.answers["RCPT"] = RELAY
    for user in people:
        send_mail("Reset", "x", None, [user.email.upper()])
    deliver_for(timedelta())
    assert is_failing()
