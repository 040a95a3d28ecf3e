"""A message that the site cannot sign is its own fault: staff are told, readers keep their devices, and it waits."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_vapid import Vapid02

from mastery_site.checks.environment import find_faults
from mastery_site.environment.contact import CONTACT, find_contact
from mastery_site.environment.keys import make_vapid_key
from notifications.channels.push import vapid
from notifications.delivery import outbox
from notifications.models import ChannelState, Device, Notice
from tests.factories import UserFactory
from tests.notifications.channels.push.test_push import later, tell
from tests.rows import each_row

BAD = [
    "https://games.example.org:8443",
    "https://games.example.org/",
    "https://games.example.org/games",
    "mailto:games",
]
GOOD = ["https://games.example.org", "https://localhost", "mailto:games@example.org", "mailto:games@localhost"]
SENDER = '"Games, Inc." <games@example.org>'


def signs(contact: str) -> bool:
    """Whether py-vapid signs for it."""
    try:
        claims = {"aud": "https://push.example.org", "sub": contact, "exp": 9_999_999_999}
        return bool(Vapid02.from_string(make_vapid_key()).sign(claims))
    except Exception:
        return False


@each_row(
    ("site", "contact"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org/", "https://games.example.org"),
        ("https://games.example.org:8443", "https://games.example.org"),
        ("https://Games.example.org:8443/", "https://games.example.org"),
        ("https://[2001:db8::1]", "mailto:games@example.org"),
        ("https://games", "mailto:games@example.org"),
        ("http://localhost:8000", "mailto:games@example.org"),
    ],
)
def test_the_contact_is_the_bare_host_of_the_site_or_the_sender_of_its_emails(site, contact):
    assert find_contact(site, default_from=SENDER) == contact
    assert signs(contact)


@each_row("contact", [*BAD, *GOOD])
def test_check_refuses_what_no_message_can_be_signed_for(contact):
    assert signs(contact) is (contact in GOOD)
    named = [fault.msg.split()[0] for fault in find_faults({"VAPID_SUBJECT": contact})]
    assert named == ([] if contact in GOOD else ["VAPID_SUBJECT"])


@given(st.from_regex(CONTACT, fullmatch=True))
def test_whatever_check_lets_pass_can_be_signed(contact):
    assert signs(contact)


@pytest.fixture
def ida(db):
    return UserFactory(username="Ida", is_superuser=True, is_staff=True)


def break_contact(settings) -> None:
    settings.VAPID_SUBJECT = "https://games.example.org:8443"


def break_key(settings) -> None:
    settings.VAPID_PRIVATE_KEY = "no key"


@pytest.mark.parametrize("happen", [break_contact, break_key])
def test_a_fault_of_signing_is_told_to_staff_and_counts_against_no_reader(
    happen, alice, ida, add, service, settings, client, caplog
):
    add(alice)
    add(alice, "/2")
    kept = settings.VAPID_SUBJECT, settings.VAPID_PRIVATE_KEY
    happen(settings)
    tell(alice)
    noon = later(days=1).replace(hour=12, minute=0)
    for hours in range(0, 100, 10):
        outbox.deliver_due(now=noon + timedelta(hours=hours))
    assert service.received == []
    assert list(Device.objects.values_list("failures", "last_error")) == [(0, ""), (0, "")]
    assert not ChannelState.objects.filter(user=alice, broken_at__isnull=False).exists()
    assert "cannot be signed" in caplog.text
    told = Notice.objects.filter(kind="channel_failing", recipient=ida, channel="inbox")
    assert 1 < told.count() < 11, "once a half day"
    found = client.get("/healthz").json()["push"]
    assert (found["ok"], found["signs"]) == (False, False)
    settings.VAPID_SUBJECT, settings.VAPID_PRIVATE_KEY = kept
    notice = tell(alice, key="another")
    assert notice.state == "sent"
    assert client.get("/healthz").json()["push"]["signs"]


def test_a_device_for_which_alone_nothing_can_be_signed_keeps_nothing_from_the_others(
    alice, ida, add, service, monkeypatch
):
    add(alice, "/odd")
    add(alice, "/2")
    sign = vapid.sign

    def sign_but_one(endpoint: str) -> dict[str, str]:
        if endpoint.endswith("/odd"):
            raise vapid.CannotSign("Not for this one.")
        return sign(endpoint)

    monkeypatch.setattr(vapid, "sign", sign_but_one)
    assert tell(alice).state == "sent"
    assert Device.objects.count() == 2
    assert set(Device.objects.values_list("failures", flat=True)) == {0}
    assert Notice.objects.filter(kind="channel_failing", recipient=ida).exists()
