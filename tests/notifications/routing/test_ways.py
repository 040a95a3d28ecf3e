"""Which ways a notice goes: kind by channel, devices, broken channels, and one query for all it concerns."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.models import ChannelState, Device, Notice, Switch
from notifications.routing import writing
from tests.rows import each_row

NOW = timezone.now()
EMAIL, PUSH, INBOX = "email", "push", "inbox"
TURN, REMINDER, DIGEST = "your_turn", "deadline_near", "digest"


@pytest.fixture
def ways(alice):
    """The channels a kind goes by, and for which another it stands in."""

    def run(kind, *, device=False, broken=(), off=()) -> dict[str, str | None]:
        if device:
            Device.objects.create(user=alice, endpoint="https://push.example/1", name="Phone", added_at=NOW)
        ChannelState.objects.bulk_create(
            ChannelState(user=alice, channel=channel, broken_at=NOW, reason="gone") for channel in broken
        )
        Switch.objects.bulk_create(Switch(user=alice, kind=kind, channel=channel, on=False) for channel in off)
        notice = writing.make(kind, key="key", recipient_id=alice.pk, payload={"game": 1})
        return {row.channel: row.payload.get("instead_of") for row in writing.expand([notice])}

    return run


@each_row(
    ("kind", "known", "expected"),
    [
        (TURN, {}, {EMAIL: None, INBOX: None}),
        (TURN, {"device": True}, {EMAIL: None, PUSH: None, INBOX: None}),
        (TURN, {"device": True, "off": [EMAIL, INBOX]}, {PUSH: None}),
        (TURN, {"off": [EMAIL, PUSH, INBOX]}, {}),
        (TURN, {"broken": [EMAIL]}, {INBOX: None}),
        (TURN, {"broken": [EMAIL], "off": [INBOX]}, {INBOX: EMAIL}),
        (TURN, {"broken": [EMAIL], "device": True, "off": [PUSH]}, {INBOX: None}),
        (TURN, {"broken": [EMAIL], "device": True, "off": [PUSH, INBOX]}, {INBOX: EMAIL}),
        (TURN, {"broken": [PUSH], "off": [EMAIL]}, {INBOX: None}),
        (REMINDER, {"broken": [PUSH], "off": [EMAIL]}, {INBOX: PUSH}),
        (REMINDER, {"broken": [EMAIL], "device": True}, {PUSH: None}),
        (TURN, {"broken": [EMAIL, PUSH], "device": True, "off": [INBOX]}, {INBOX: EMAIL}),
        (REMINDER, {}, {EMAIL: None}),
        (REMINDER, {"broken": [EMAIL]}, {INBOX: EMAIL}),
        (DIGEST, {"device": True}, {EMAIL: None}),
        (DIGEST, {"device": True, "broken": [EMAIL]}, {PUSH: EMAIL}),
        (DIGEST, {"broken": [EMAIL]}, {}),
        ("account", {"broken": [EMAIL], "device": True}, {EMAIL: None}),
        ("test", {"broken": [EMAIL], "device": True}, {EMAIL: None}),
    ],
)
def test_the_ways_of_a_kind(ways, kind, known, expected):
    assert ways(kind, **known) == expected


def test_the_bell_rings_at_once_and_mail_in_its_time(alice):
    later = timezone.now() + timedelta(minutes=1)
    writing.write(writing.make(TURN, key="key", recipient_id=alice.pk, due_at=later))
    email, inbox = Notice.objects.order_by("channel")
    assert (inbox.state, inbox.closed_at is not None) == ("sent", True)
    assert (email.state, email.due_at) == ("waiting", later)


def test_one_query_for_all_recipients(alice, boris, carol, django_assert_num_queries):
    notices = [writing.make(TURN, key="key", recipient_id=user.pk) for user in (alice, boris, carol)]
    with django_assert_num_queries(1):
        assert len(writing.expand(notices)) == 6


def test_each_channel_tells_the_same_event_once(alice):
    for _ in range(2):
        writing.write(writing.make(TURN, key="key", recipient_id=alice.pk))
    assert Notice.objects.count() == 2
