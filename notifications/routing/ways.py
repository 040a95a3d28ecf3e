"""Which ways a notice goes: each channel that its reader has not switched off, and another where one is broken."""

import copy
from collections.abc import Iterable, Mapping

from django.utils import timezone

from notifications.models import INSTEAD_OF, SWITCHABLE, Channel, Kind, Notice
from notifications.routing.readers import Reader, read_readers

MANY_WAYS = frozenset({*SWITCHABLE, Kind.DIGEST})
"""The rest goes the one way it was written for: a test tries a channel, and account mails prove an address."""


def expand(notices: Iterable[Notice], readers: Mapping[int, Reader] | None = None) -> list[Notice]:
    """The notices with a row for each channel. One query, and none where `readers` has been read already."""
    given = list(notices)
    if readers is None:
        many = [notice for notice in given if _has_ways(notice)]
        readers = read_readers(
            {notice.recipient_id for notice in many if notice.recipient_id}, kinds={str(notice.kind) for notice in many}
        )
    rows = []
    for notice in given:
        reader = readers.get(notice.recipient_id or 0)
        if reader is None or not _has_ways(notice):
            rows.append(notice)
        else:
            ways = choose(notice.kind, reader)
            as_it_is = ways == {Channel.MAIL: None}
            rows += [notice] if as_it_is else [redirect(notice, channel=way, instead_of=ways[way]) for way in ways]
    return rows


def _has_ways(notice: Notice) -> bool:
    return notice.kind in MANY_WAYS and notice.recipient_id is not None and notice.channel == Channel.MAIL


def choose(kind: str, reader: Reader) -> dict[Channel, Channel | None]:
    """The channels for a kind, each with the broken one it stands in for, if any."""
    ways = list_ways(kind)
    wanted = {way for way in ways if (kind, way) not in reader.off}
    if not reader.has_device and Channel.PUSH not in reader.broken:
        wanted.discard(Channel.PUSH)
    chosen: dict[Channel, Channel | None] = {way: None for way in ways if way in wanted - reader.broken}
    for broken in sorted(wanted & reader.broken):
        if instead := find_other(broken, kind=kind, reader=reader):
            chosen.setdefault(instead, broken)
    return chosen


def list_ways(kind: str) -> list[Channel]:
    """What a reader may choose among. No digest or reminder at the bell: beside it stand the games and their times."""
    if kind == Kind.DIGEST:
        return [Channel.MAIL]
    return [Channel.MAIL, Channel.PUSH] if kind == Kind.DEADLINE_NEAR else list(Channel)


def find_other(broken: Channel, *, kind: str, reader: Reader) -> Channel | None:
    """Push where there are devices, mail where push is broken, each unless it is switched off for this kind; else the
    bell, also if that is: it wakes nobody, and nothing else would tell. None for a digest that has no way."""
    other = Channel.PUSH if broken == Channel.MAIL else Channel.MAIL
    works = other not in reader.broken and (other == Channel.MAIL or reader.has_device)
    if works and (kind, other) not in reader.off:
        return other
    return None if kind == Kind.DIGEST else Channel.BELL


def redirect(notice: Notice, *, channel: Channel, instead_of: Channel | None = None) -> Notice:
    """A row like this one, not yet written, for a channel. At the bell it stands at once."""
    row = copy.copy(notice)
    row._state = copy.copy(notice._state)
    row.channel = channel
    if instead_of:
        row.payload = {**notice.payload, INSTEAD_OF: instead_of.value}
    if channel == Channel.BELL:
        now = timezone.now()
        row.state, row.due_at, row.closed_at = Notice.State.SENT, now, now
    return row
