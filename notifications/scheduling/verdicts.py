"""Decides which due notices may be sent now: modes, quiet hours, one message about turns at a time.

It reads preferences when a notice is due, not when it was written, as they may have changed meanwhile.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Max, QuerySet

from accounts.models import User
from core.prepared import PreparedQuery
from notifications import registry, timing
from notifications.kind_names import REMINDER, TURN
from notifications.models import EMAIL, INBOX, Mode, Notice, Preferences
from notifications.timing import Verdict

Judged = tuple[Notice, Verdict | Exception]
IN_FLIGHT_WAIT = timedelta(seconds=10)
"""How long a turn waits while another worker writes to the same reader about turns."""


def _timing_of(user: User) -> timing.TimingPreferences:
    return Preferences.of(user).timed_in(user.zone)


BUNDLED = (TURN, REMINDER)
"""The kinds whose notices to one reader become one message: the reader's turns, and their due reminders."""


def is_bundled(notice: Notice) -> bool:
    known = registry.CHANNELS.find(notice.channel)
    return notice.kind in BUNDLED and known is not None and known.joins_turns and notice.recipient_id is not None


def judge(notices: Sequence[Notice], *, now: datetime) -> list[Judged]:
    """Decides when each of these due notices may be sent. Recipients and their preferences have been selected with
    them.

    If a notice cannot be judged, its verdict is the exception, and the others are judged as usual.
    """
    last = find_last_turns(notices, now=now)
    verdicts: list[Judged] = []
    for notice in notices:
        try:
            sent_at = last.get((notice.recipient_id, notice.channel))
            verdicts.append((notice, _judge(notice, now=now, sent_at=sent_at)))
        except Exception as error:
            verdicts.append((notice, error))
    return _let_one_go_first(verdicts, now=now)


def _let_one_go_first(verdicts: Iterable[Judged], *, now: datetime) -> list[Judged]:
    """If a reader gets only one message about turns, sends one of the turns and makes the others wait until it has been
    sent."""
    judged: list[Judged] = []
    told: set[int | None] = set()
    for notice, verdict in verdicts:
        alone = notice.kind == TURN and verdict == Verdict(now)
        alone = alone and not (is_bundled(notice) or is_on_site(notice.channel))
        if alone and notice.recipient and _timing_of(notice.recipient).mode == Mode.ONCE:
            verdict = Verdict(now + IN_FLIGHT_WAIT) if notice.recipient_id in told else verdict
            told.add(notice.recipient_id)
        judged.append((notice, verdict))
    return judged


def _judge(notice: Notice, *, now: datetime, sent_at: datetime | None) -> Verdict:
    user = notice.recipient
    if user is None or is_on_site(notice.channel):  # the site itself wakes no one
        return Verdict(now)
    deadline, latest = notice.payload.get("deadline"), notice.payload.get("latest")
    if notice.channel not in notice.payload.get("alone", (notice.channel,)):
        latest = None
    preferences = Preferences.of(user)
    return timing.decide(
        registry.KINDS.get(notice.kind).urgency,
        preferences=preferences.timed_in(user.zone),
        now=now,
        deadline=datetime.fromisoformat(deadline) if deadline else None,
        sent_at=sent_at,
        visited_at=user.last_visit_at,
        gap=settings.TURN_NOTICE_GAP if is_bundled(notice) else timedelta(),
        latest=datetime.fromisoformat(latest) if latest else None,
        digest_at=preferences.find_next_digest(user.zone, now=now) if notice.channel == EMAIL else None,
    )


def is_on_site(channel: str) -> bool:
    known = registry.CHANNELS.find(channel)
    return known is not None and known.is_on_site


def find_last_turns(notices: Iterable[Notice], *, now: datetime) -> dict[tuple[int | None, str], datetime]:
    """Returns when the last message about a turn was sent, for each recipient and channel of the turns among these."""
    readers = {notice.recipient_id: notice.recipient for notice in notices if notice.kind == TURN}
    if not readers:
        return {}
    ids = tuple(reader for reader in readers if reader is not None)
    if any(user and _timing_of(user).mode == Mode.ONCE for user in readers.values()):
        rows = find_last_sent(ids)
    else:
        rows = find_last_sent_since(ids, now - settings.TURN_NOTICE_GAP)
    return {(reader, channel): last for reader, channel, last in rows}


# Prepared, since each run that has messages about turns asks one of them.
@PreparedQuery
def find_last_sent(readers: tuple[int, ...]) -> QuerySet[Notice, Any]:
    return list_last_sent(readers)


@PreparedQuery
def find_last_sent_since(readers: tuple[int, ...], since: datetime) -> QuerySet[Notice, Any]:
    return list_last_sent(readers, closed_at__gte=since)


def list_last_sent(readers: tuple[int, ...], **when: datetime) -> QuerySet[Notice, Any]:
    sent = Notice.objects.filter(recipient__pk__in=readers, kind=TURN, state=Notice.State.SENT, **when)
    of_channels = sent.exclude(channel=INBOX).order_by().values("recipient_id", "channel")
    return of_channels.annotate(last=Max("closed_at")).values_list("recipient_id", "channel", "last")
