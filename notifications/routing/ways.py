"""Which ways a notice takes: every channel that its reader has not switched off, and another in place of a broken
one."""

import copy
from collections.abc import Iterable, Mapping

from django.utils import timezone

from notifications import registry
from notifications.contract import Way
from notifications.models import EMAIL, INBOX, INSTEAD_OF, Notice
from notifications.routing.readers import Reader, read_readers


def expand(notices: Iterable[Notice], readers: Mapping[int, Reader] | None = None) -> list[Notice]:
    """The notices with a row for each channel. One query, or none where the `readers` are given."""
    given = list(notices)
    if readers is None:
        many = [notice for notice in given if _is_to_be_expanded(notice)]
        readers = read_readers(
            {notice.recipient_id for notice in many if notice.recipient_id}, kinds={notice.kind for notice in many}
        )
    rows = []
    for notice in given:
        reader = readers.get(notice.recipient_id or 0)
        if reader is None or not _is_to_be_expanded(notice):
            rows.append(notice)
        else:
            ways = choose(notice.kind, reader)
            as_it_is = ways == {EMAIL: None}
            rows += [notice] if as_it_is else [redirect(notice, channel=way, instead_of=ways[way]) for way in ways]
    return rows


def _is_to_be_expanded(notice: Notice) -> bool:
    return notice.channel == EMAIL and notice.recipient_id is not None and has_many_ways(notice.kind)


def has_many_ways(name: str) -> bool:
    """Whether a kind is sent by several channels. Tests and account emails are not: they try a channel or prove an
    address."""
    kind = registry.find_kind(name)
    return kind is not None and kind.has_many_ways


def choose(kind: str, reader: Reader) -> dict[str, str | None]:
    """The channels for a kind, each with the broken one that it replaces, if any."""
    ways = list_ways(kind)
    wanted = {way for way in ways if reader.wants(kind, way) and way in reader.reached | reader.broken}
    chosen: dict[str, str | None] = {way: None for way in ways if way in wanted - reader.broken}
    for broken in sorted(wanted & reader.broken):
        if instead := find_other(broken, kind=kind, reader=reader):
            chosen.setdefault(instead, broken)
    return chosen


def list_ways(kind: str) -> list[str]:
    """The channels that a reader may choose among."""
    known = registry.get_kind(kind)
    return [channel.name for channel in registry.all_channels() if known.way_by(channel.name) is not Way.NEVER]


def find_other(broken: str, *, kind: str, reader: Reader) -> str | None:
    """The first other channel that reaches the reader, works and is not switched off for this kind; otherwise the
    inbox.

    The inbox is used even if it is switched off, since it disturbs nobody and nothing else would tell. None for a kind
    that the inbox does not show.
    """
    for other in registry.list_breakable():
        if other != broken and other in reader.reached - reader.broken and reader.wants(kind, other):
            return other
    return INBOX if registry.get_kind(kind).stands_in_inbox else None


def redirect(notice: Notice, *, channel: str, instead_of: str | None = None) -> Notice:
    """A copy of this row for another channel, not stored yet. In the inbox it is shown at once."""
    row = copy.copy(notice)
    row._state = copy.copy(notice._state)
    row.channel = channel
    if instead_of:
        row.payload = {**notice.payload, INSTEAD_OF: instead_of}
    if registry.get_channel(channel).is_on_site:
        now = timezone.now()
        row.state, row.due_at, row.closed_at = Notice.State.SENT, now, now
    return row
