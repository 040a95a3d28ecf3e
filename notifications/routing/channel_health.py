"""How well each channel works for a user. Failures break it; a message that arrives, or a new address, repairs it.

A broken channel only sends tests and emails about the account. All other notices take another way (see
`Reader.choose_ways`).
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from core.prepared import PreparedQuery
from notifications import registry
from notifications.faults import Dropped
from notifications.models import ChannelState, Notice
from notifications.routing.readers import read_readers
from notifications.routing.writing import redirect
from notifications.wake import delivery

BREAKS_AT = 3
"""So many failures in a row break a channel."""


def read(notice: Notice) -> ChannelState | None:
    """Returns the row of the notice's channel, if the channel ever failed."""
    if notice.recipient_id is None:
        return None
    return next(iter(find_state(notice.recipient_id, notice.channel)), None)


@PreparedQuery
def find_state(user_id: int, channel: str) -> QuerySet[ChannelState]:
    """Prepared, since each notice that is sent asks it."""
    return ChannelState.objects.filter(user=user_id, channel=channel)


def require_working(notice: Notice, state: ChannelState | None, *, now: datetime) -> None:
    """If the channel is broken, sends the notice by another one, and raises Dropped for this row."""
    if state is not None and state.broken_at and registry.has_many_ways(notice.kind):
        substitute(notice, now=now)
        raise Dropped(f"This channel is broken: {state.reason}")


def succeed(notice: Notice, state: ChannelState | None) -> None:
    """Ends a series of failures. Only a test that arrives repairs a broken channel."""
    if state is None or not (state.failures or state.broken_at) or not _is_present_address(notice):
        return
    if state.broken_at is None or registry.KINDS.get(notice.kind).mends_channel:
        mend(notice.recipient_id or 0, channel=notice.channel)


def fail(notice: Notice, *, reason: str, final: bool, now: datetime) -> None:
    """Counts a notice that was given up or refused. The third such notice breaks the channel, or the first if it is
    `final`.

    If the channel breaks, another one sends the notice itself.
    """
    if notice.recipient_id is None or not may_break(notice.channel) or not _is_present_address(notice):
        return
    with transaction.atomic():
        state, _ = ChannelState.objects.get_or_create(user_id=notice.recipient_id, channel=notice.channel)
        ChannelState.objects.filter(pk=state.pk).update(failures=F("failures") + 1)
        breaks = final or state.failures + 1 >= BREAKS_AT
        if breaks:
            address = notice.recipient.email if notice.recipient and uses_address(notice.channel) else ""
            break_channel(notice.recipient_id, channel=notice.channel, reason=reason, address=address, now=now)
        if breaks or state.broken_at:
            substitute(notice, now=now)


def may_break(channel: str) -> bool:
    return channel in registry.list_breakable()


def uses_address(channel: str) -> bool:
    known = registry.CHANNELS.find(channel)
    return known is not None and known.uses_address


def _is_present_address(notice: Notice) -> bool:
    """Whether the notice goes to the recipient's present address. Failures of earlier addresses do not count."""
    mine = notice.recipient.email.lower() if notice.recipient else ""
    return not uses_address(notice.channel) or notice.address.lower() in ("", mine)


def break_channel(user_id: int, *, channel: str, reason: str, address: str = "", now: datetime) -> None:
    """Marks a channel as broken. If it is already broken, it keeps its first reason."""
    ChannelState.objects.get_or_create(user_id=user_id, channel=channel)
    ChannelState.objects.filter(user=user_id, channel=channel, broken_at=None).update(
        broken_at=now, reason=reason[:500], address=address
    )


def mend(user_id: int, *, channel: str) -> None:
    state = ChannelState.objects.filter(user=user_id, channel=channel)
    state.update(failures=0, broken_at=None, reason="", address="")


def substitute(notice: Notice, *, now: datetime) -> bool:
    """Writes the notice again for another channel, unless that channel gets it anyway, the notice may take no other
    way, or the reader has switched it off for the broken channel since. Returns whether the other channel actively
    reaches the reader, which the inbox does not.

    The same happens to all notices that would have been sent in the same message.
    """
    if not registry.has_many_ways(notice.kind) or notice.recipient_id is None or not may_break(notice.channel):
        return False
    reader = read_readers([notice.recipient_id], kinds=[notice.kind]).get(notice.recipient_id)
    broken = notice.channel
    if reader is None or (registry.KINDS.get(notice.kind).is_switchable and not reader.wants(notice.kind, broken)):
        return False
    other = reader.find_other(broken, kind=notice.kind)
    if other is None:
        return False
    rows = [
        Notice(
            recipient_id=each.recipient_id,
            kind=each.kind,
            dedupe_key=each.dedupe_key,
            payload=each.payload,
            created_at=now,
            due_at=now,
        )
        for each in (notice, *notice.others)
    ]
    redirected = [redirect(row, channel=other, instead_of=broken) for row in rows]
    Notice.objects.bulk_create(redirected, ignore_conflicts=True)
    if registry.CHANNELS.get(other).is_on_site:
        return False
    delivery.wake_on_commit()
    return True
