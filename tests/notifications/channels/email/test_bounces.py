"""Bounces and complaints, as Postmark reports them to anymail's webhook."""

import base64
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db.models import F
from django.test import Client
from django.urls import reverse

from notifications.channels.email.receivers import SAID_SPAM
from notifications.models import BlockedAddress, ChannelState, Mode, Notice, Preferences
from notifications.preferences import switches
from notifications.preferences.saving import save_preferences
from notifications.registry import is_on_at_first
from notifications.routing import channel_health, writing
from tests.factories import GameFactory, UserFactory

SECRET = "postmark:Zp4uG1kWm9QdT7xR"
PATH = "/mail-events/postmark/"
BOUNCE = {
    "RecordType": "Bounce",
    "MessageStream": "outbound",
    "ID": 4323372036854775807,
    "Type": "HardBounce",
    "TypeCode": 1,
    "Name": "Hard bounce",
    "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
    "Description": "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
    "Details": "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
    "Email": "alice@example.org",
    "From": "games@slowboard.example",
    "BouncedAt": "2026-11-20T12:00:00Z",
    "DumpAvailable": True,
    "Inactive": True,
    "CanActivate": True,
    "Subject": "Your turn",
}
COMPLAINT = {**BOUNCE, "RecordType": "SpamComplaint", "Type": "SpamComplaint", "Name": "Spam complaint"}


@pytest.fixture
def report(settings):
    """The status of Postmark's report; the secret as its address carries it."""
    settings.MAIL_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}

    def run(told: dict, *, secret: str = SECRET, path: str = PATH) -> int:
        proof = f"Basic {base64.b64encode(secret.encode()).decode()}"
        client = Client(enforce_csrf_checks=True)
        answer = client.post(path, told, content_type="application/json", headers={"Authorization": proof})
        return answer.status_code

    return run


def state_of(user) -> ChannelState | None:
    return ChannelState.objects.filter(user=user, channel="email").first()


def find_switched(user) -> set[tuple[str, str]]:
    """What stands otherwise than at first."""
    return {place for place, on in switches.read_table(user).items() if on != is_on_at_first(*place)}


def test_a_bounce_breaks_mail_and_says_why(report, alice):
    assert report(BOUNCE) == 200
    assert state_of(alice).broken_at
    assert "unable to deliver your message" in state_of(alice).reason
    assert find_switched(alice) == set()


def test_from_then_on_news_goes_another_way(report, alice, boris):
    report(BOUNCE)
    GameFactory(first=alice, second=boris)
    assert set(Notice.objects.filter(recipient=alice).values_list("channel", flat=True)) == {"inbox"}


def test_a_complaint_switches_mail_off_as_well(report, alice):
    assert report(COMPLAINT) == 200
    assert state_of(alice).reason == SAID_SPAM
    assert {channel for _, channel in find_switched(alice)} == {"email"}


def test_kinds_that_a_complaint_switches_off_take_no_other_way(report, alice, boris, deliver):
    game = GameFactory(first=alice, second=boris)
    payload = {"game": game.pk, "deadline": "20261120T120000Z", "threshold": "6h"}
    reminder = writing.make("deadline_near", key="reminder", recipient_id=alice.pk, payload=payload)
    writing.write(writing.redirect(reminder, channel="email"))
    report(COMPLAINT)
    assert deliver() == []
    assert not Notice.objects.filter(kind="deadline_near").exclude(channel="email").exists()


def test_a_complaint_ends_digests_too(report, alice):
    save_preferences(alice, mode=Mode.DAILY)
    report(COMPLAINT)
    assert Preferences.objects.get(user=alice).mode == Mode.URGENT


@pytest.mark.parametrize("kind", ["Delivery", "Open", "Click"])
def test_reports_of_other_kinds_change_nothing(report, alice, kind):
    assert report({**BOUNCE, "RecordType": kind, "Type": None, "Recipient": "alice@example.org"}) == 200
    assert state_of(alice) is None


def test_the_address_of_an_invitation_is_written_to_no_more(report, alice):
    report({**BOUNCE, "Email": "Dora@example.net"})
    assert BlockedAddress.objects.get().address == "dora@example.net"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"secret": "postmark:wrong"}, 400),
        ({"secret": ""}, 400),
        ({"path": "/mail-events/mailgun/"}, 404),
        ({"path": "/mail-events/none/"}, 404),
    ],
)
def test_nobody_else_can_report(report, alice, changes, status):
    assert report(BOUNCE, **changes) == status
    assert state_of(alice) is None


def test_without_a_secret_nothing_is_taken(report, settings, alice):
    settings.ANYMAIL = {}
    assert report(BOUNCE) == 404
    assert state_of(alice) is None


def test_a_new_address_begins_afresh(report, client, alice):
    report(BOUNCE)
    client.force_login(alice)
    address = EmailAddress.objects.create(user=alice, email="alice@new.example")
    key = EmailConfirmationHMAC(address).key
    client.post(reverse("account_confirm_email", args=[key]))
    alice.refresh_from_db()
    assert alice.email == "alice@new.example"
    assert state_of(alice).broken_at is None


def test_a_report_of_an_old_address_does_not_touch_the_new_one(report, alice):
    alice.email = "alice@new.example"
    alice.save()
    report(BOUNCE)
    assert state_of(alice) is None


def test_it_is_tried_again_once_a_test_has_arrived(report, alice, deliver):
    report(BOUNCE)
    writing.write(writing.make("test", key="test", recipient_id=alice.pk))
    assert len(deliver()) == 1
    assert state_of(alice).broken_at is None
    assert channel_health.read(Notice.objects.get()).failures == 0


# --- What may be said of the site ------------------------------------------------------------------------------------
BLOCKED = {**BOUNCE, "Type": "Blocked", "Name": "ISP block", "Description": "Your IP address is on a list."}


def report_of(report, *people, kind=BLOCKED):
    for user in people:
        assert report({**kind, "Email": user.email}) == 200


@pytest.fixture
def people(db):
    hosts = ("one.example.com", "mine.example.net", "other.example.net", "three.example.org")
    return [UserFactory(username=f"P{n}", email=f"p@{host}") for n, host in enumerate(hosts)]


def list_broken() -> set[str]:
    return set(ChannelState.objects.filter(broken_at__isnull=False).values_list("user__username", flat=True))


def test_blocks_reported_by_three_domains_blame_no_reader_and_administrators_are_told(report, people, client):
    ida = UserFactory(username="Ida", is_superuser=True, is_staff=True)
    report_of(report, *people[:3])
    assert list_broken() == {"P0", "P1", "P2"}, "of two domains alone"
    report_of(report, people[3])
    assert list_broken() == set()
    assert Notice.objects.get(kind="channel_failing").recipient == ida


def test_mailboxes_that_are_not_there_are_none_of_the_site_s_doing(report, people):
    report_of(report, *people, kind=BOUNCE)
    assert list_broken() == {"P0", "P1", "P2", "P3"}


def test_three_refusals_spread_over_an_hour_are_the_readers_fault(report, people):
    for user in people:
        report_of(report, user)
        ChannelState.objects.update(broken_at=F("broken_at") - timedelta(minutes=20))
    assert list_broken() == {"P0", "P1", "P2", "P3"}


@pytest.mark.parametrize("kind", [BLOCKED, BOUNCE])
def test_a_stranger_s_address_is_written_to_again_unless_it_is_not_there(report, db, kind):
    assert report({**kind, "Email": "new@newcomer.example"}) == 200
    assert BlockedAddress.objects.exists() == (kind is BOUNCE)
