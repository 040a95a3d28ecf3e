"""Writes rows of the outbox for every receiver that makes notices: one row for each way that a notice takes."""

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from core.prepared_writes import PreparedInsert
from notifications import registry
from notifications.models import EMAIL, INSTEAD_OF, Notice
from notifications.routing.readers import Reader, read_readers
from notifications.wake import delivery

insert = PreparedInsert(Notice, ignore_conflicts=True)
"""Prepared, since every turn writes notices with it."""


def make(kind: str, *, key: str, **fields: Any) -> Notice:
    """Makes a notice that is due now unless `due_at` says otherwise."""
    now = timezone.now()
    return Notice(**{"kind": kind, "dedupe_key": key, "created_at": now, "due_at": now, **fields})


def write(*notices: Notice, readers: Mapping[int, Reader] | None = None, without: Collection[str] = ()) -> None:
    """Inserts a row for each channel except those in `without`. It skips rows that exist already."""
    insert_rows([row for row in expand(notices, readers) if row.channel not in without])


def insert_rows(rows: Sequence[Notice]) -> None:
    """Inserts rows that are each for one channel.

    If any of them is due by now, a worker is woken on commit. The sweep finds what is due later.
    """
    insert(rows)
    now = timezone.now()
    if any(row.closed_at is None and row.due_at <= now for row in rows):
        delivery.wake_on_commit()


def expand(notices: Iterable[Notice], readers: Mapping[int, Reader] | None = None) -> list[Notice]:
    """Returns a row for each channel of the notices. It makes one query, or none if `readers` is given."""
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
            ways = reader.choose_ways(notice.kind)
            as_it_is = ways == {EMAIL: None}
            rows += [notice] if as_it_is else [redirect(notice, channel=way, instead_of=ways[way]) for way in ways]
    return rows


def _is_to_be_expanded(notice: Notice) -> bool:
    return notice.channel == EMAIL and notice.recipient_id is not None and registry.has_many_ways(notice.kind)


def redirect(notice: Notice, *, channel: str, instead_of: str | None = None) -> Notice:
    """Returns an unsaved copy of this row for another channel. A copy for the inbox is shown at once."""
    row = copy.copy(notice)
    row._state = copy.copy(notice._state)
    row.channel = channel
    if instead_of:
        row.payload = {**notice.payload, INSTEAD_OF: instead_of}
    if registry.CHANNELS.get(channel).is_on_site:
        now = timezone.now()
        row.state, row.due_at, row.closed_at = Notice.State.SENT, now, now
    return row
