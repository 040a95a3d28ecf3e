"""A channel that fails three times in a row, or for good, is broken: news takes another way until it is mended."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.channels.email.carrier import Mail
from notifications.delivery import outbox
from notifications.faults import Deferred, Refused, RefusedAddress, Unreachable
from notifications.models import ChannelState, Notice, Switch
from notifications.preferences import switches
from notifications.routing import channel_health, writing
from tests.factories import GameFactory

State = Notice.State


@pytest.fixture
def refuse(monkeypatch):
    """Has every mail refused with this error, or none."""

    def run(error: Exception | None) -> None:
        def deliver(self, notice, *, now):
            if error:
                raise error

        monkeypatch.setattr(Mail, "deliver", deliver)

    return run


def tell(user, key: str, kind: str = "challenge_accepted") -> None:
    writing.write(writing.make(kind, key=key, recipient_id=user.pk))
    outbox.deliver_due()


def find_state(user) -> ChannelState | None:
    return ChannelState.objects.filter(user=user, channel="email").first()


def test_three_refused_in_a_row_break_it_and_what_arrives_between_ends_the_row(alice, refuse):
    for n, error in enumerate([Refused("no"), Refused("no"), None, Refused("no"), Refused("no")]):
        refuse(error)
        tell(alice, f"key:{n}")
    assert find_state(alice).broken_at is None
    refuse(Refused("550 not this"))
    tell(alice, "key:last")
    assert (find_state(alice).failures, find_state(alice).reason) == (3, "550 not this")


def test_an_address_that_is_refused_for_good_is_not_tried_again(alice, refuse):
    refuse(RefusedAddress("550 no such user"))
    tell(alice, "key:1")
    assert find_state(alice).address == alice.email
    tell(alice, "key:2")
    assert list(Notice.objects.filter(dedupe_key="key:2").values_list("channel", "state")) == [("inbox", "sent")]


def test_notices_written_before_the_channel_broke_take_another_way(alice, refuse):
    Switch.objects.create(user=alice, kind="challenge_accepted", channel="inbox", on=False)
    writing.write(*(writing.make("challenge_accepted", key=f"key:{n}", recipient_id=alice.pk) for n in range(2)))
    refuse(RefusedAddress("550 no such user"))
    outbox.deliver_due()
    rows = Notice.objects.order_by("dedupe_key", "channel").values_list("dedupe_key", "channel", "state")
    assert list(rows) == [
        ("key:0", "email", "failed"),
        ("key:0", "inbox", "sent"),
        ("key:1", "email", "dropped"),
        ("key:1", "inbox", "sent"),
    ]


def test_a_notice_that_is_given_up_breaks_it_but_not_where_the_server_was_away(alice, boris, refuse):
    for user, error in ((alice, Deferred("452 mailbox full")), (boris, Unreachable("no connection"))):
        refuse(error)
        writing.write(writing.make("challenge_accepted", key="key", recipient_id=user.pk))
        outbox.deliver_due(now=timezone.now() + outbox.GIVE_UP_AFTER)
    assert find_state(alice).broken_at
    assert find_state(boris) is None
    assert Notice.objects.get(channel="email", state=State.FAILED).recipient == alice


def test_a_test_is_tried_all_the_same_and_mends_it(alice, refuse):
    channel_health.break_channel(alice.pk, channel="email", reason="bounced", now=timezone.now())
    refuse(None)
    tell(alice, "test:1", kind="test")
    assert (find_state(alice).broken_at, find_state(alice).reason) == (None, "")


def test_failures_of_an_earlier_address_do_not_count_against_the_present_one(alice, refuse):
    refuse(RefusedAddress("550 no such user"))
    writing.write(writing.make("account", key="mail:1", recipient_id=alice.pk, address="new@example.net", payload={}))
    outbox.deliver_due()
    assert find_state(alice) is None


def test_a_game_that_begins_rings_the_bell_alone(alice, boris):
    channel_health.break_channel(alice.pk, channel="email", reason="bounced", now=timezone.now())
    GameFactory(first=alice, second=boris)
    assert set(Notice.objects.filter(recipient=alice).values_list("channel", flat=True)) == {"inbox"}


def test_turns_that_would_have_gone_in_one_mail_all_go_another_way(alice, boris, refuse):
    switches.turn_off(alice, kinds=["your_turn"], channel="inbox")
    for _ in range(3):
        GameFactory(first=alice, second=boris)
    refuse(RefusedAddress("550 no such user"))
    outbox.deliver_due(now=timezone.now() + timedelta(minutes=5))
    told = Notice.objects.filter(recipient=alice, kind="your_turn")
    assert sorted(told.values_list("channel", "state")) == [("email", "failed")] * 3 + [("inbox", "sent")] * 3
