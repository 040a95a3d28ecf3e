"""Delivers notices: leases, commits, reads the current state again, sends and marks. No transaction is open while it
sends.

If a worker dies after sending a notice and before marking it, the notice is sent again once its lease has expired. So
each death causes at most one duplicate, and no notice is lost.
"""

import logging
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.each import do_steps
from core.prepared import PreparedQuery
from notifications import registry, timing
from notifications.channels.email.transport import describe
from notifications.contract import Carrier
from notifications.delivery import bundles
from notifications.faults import Deferred, Dropped, Held, Refused, RefusedAddress, SharedFault, Unreachable
from notifications.models import EMAIL, GIVE_UP_AFTER, LEASE, WAITS_FOR_SITE, Notice
from notifications.routing import channel_health
from notifications.scheduling import reminders, verdicts

logger = logging.getLogger(__name__)

BATCH = 25
RUN_LASTS = timedelta(seconds=15)
"""After this time a run takes no more notices, so that no lease expires while its worker is alive."""
FIRST_WAIT = timedelta(seconds=20)
LONGEST_WAIT = timedelta(minutes=10)

State = Notice.State


def deliver_due(*, now: datetime | None = None, batch: int = BATCH, lasts: timedelta = RUN_LASTS) -> int:
    """Makes the due reminders, then delivers until nothing is due or `lasts` is over. Returns how many notices were
    sent.

    It takes one channel after another, email last, so that a slow channel delays the others by one run at most. `now`
    is for tests; with None the time is read for each notice.
    """
    began, order = time.monotonic(), registry.list_by_patience()
    shares = {channel: place / len(order) for place, channel in enumerate(order, start=1)}
    shares = dict.fromkeys(find_due_channels(now).difference(order), 1.0) | shares
    due: set[str] | None = None

    def deliver_by(channel: str) -> int:
        nonlocal due
        due = find_due_channels(now) if due is None else due
        if channel not in due:
            return 0
        due = None  # what this channel cannot send may be due by another
        stop_at = began + lasts.total_seconds() * shares[channel]  # a flood in one leaves time for the next
        return _deliver_by(channel, now=now, batch=batch, stop_at=stop_at)

    remind = partial(reminders.write_due, now=now or timezone.now(), lasts=lasts / 3)
    sent = do_steps({"reminders": remind, **{channel: partial(deliver_by, channel) for channel in shares}})
    return sum(sent.values())


def find_due_channels(now: datetime | None) -> set[str]:
    """Returns the channels by which notices are due. Other versions of the site may have written some for channels that
    this version cannot deliver."""
    at = now or timezone.now()
    return {channel for (channel,) in find_channels(at, at - LEASE.lasts)}


def _deliver_by(channel: str, *, now: datetime | None, batch: int, stop_at: float) -> int:
    """Delivers what is due by one channel, until `stop_at` or until the channel cannot be reached."""
    sent = 0
    with registry.open_carrier(channel) as carrier:
        while time.monotonic() < stop_at and (
            notices := lease(channel=channel, batch=batch, now=now or timezone.now())
        ):
            ready = hold_back(notices, now=now or timezone.now())
            for place, notice in enumerate(ready):
                if time.monotonic() >= stop_at:
                    release(ready[place:])
                    break
                try:
                    sent += _deliver_or_put_off(notice, carrier, now=now or timezone.now())
                except Unreachable as error:
                    if not isinstance(error, Held):
                        logger.warning("Nothing more is sent by %s in this run: %s", channel, error)
                    for waiting in ready[place:]:
                        _try_later(waiting, error=str(error), now=now or timezone.now(), shared=True)
                    return sent
    return sent


def is_more_due() -> bool:
    now = timezone.now()
    return bool(find_any(now, now - LEASE.lasts) or reminders.find_due(now))


# --- What is due -------------------------------------------------------------------------------------------------
# Prepared, since each run asks them, and mostly finds nothing.
@PreparedQuery
def find_channels(now: datetime, lapsed: datetime) -> QuerySet[Notice, Any]:
    return Notice.objects.due_by(now, lapsed).order_by().values_list("channel").distinct()


@PreparedQuery
def find_any(now: datetime, lapsed: datetime) -> QuerySet[Notice, Any]:
    return Notice.objects.due_by(now, lapsed).order_by().values_list("pk")[:1]


@PreparedQuery
def find_due(channel: str, now: datetime, lapsed: datetime) -> QuerySet[Notice]:
    return Notice.objects.due_by(now, lapsed).filter(channel=channel).order_by("due_at", "pk")[:BATCH]


@PreparedQuery
def find_leased(numbers: tuple[int, ...], token: str) -> QuerySet[Notice]:
    leased = Notice.objects.filter(pk__in=numbers, claim=token).order_by("due_at", "pk")
    return leased.select_related("recipient__notice_preferences")


def lease(*, batch: int, now: datetime, channel: str = EMAIL) -> list[Notice]:
    """Leases notices that are due by a channel, so that no other worker takes them. Returns an empty list if there are
    none."""
    due = find_due(channel, now, now - LEASE.lasts)[:batch]
    if not due:
        return []
    with transaction.atomic():
        wanted = bundles.exclude_in_flight(due, now=now)
        still_due = Notice.objects.due(now).filter(pk__in=wanted)  # asked again: another worker may have been faster
        token = LEASE.take(still_due, now=now, attempts=F("attempts") + 1)
    return find_leased(tuple(wanted), token) if token else []


def hold_back(notices: list[Notice], *, now: datetime) -> list[Notice]:
    """Postpones or drops notices that their reader does not want now. Returns the rest, with each reader's turns as
    one."""
    ready = []
    for notice, verdict in verdicts.judge(notices, now=now):
        if isinstance(verdict, Exception):
            _put_off(notice, verdict, now=now)
        elif verdict.due_at is None:
            held = {"held_at": now} if verdict.why in timing.HELD else {}
            _drop(notice, why=verdict.why, now=now, **held)
        elif verdict.due_at > now:
            _put_back(notice, due_at=verdict.due_at, held_at=now)
        else:
            ready.append(notice)
    bundled, passed = bundles.bundle(ready, now=now)
    for notice, why in passed:
        _drop(notice, why=why, now=now)
    return bundled


def release(notices: list[Notice]) -> None:
    """Gives back notices that were leased but not tried."""
    for notice in notices:
        _put_back(notice)


def _put_back(notice: Notice, **fields: object) -> None:
    _mark(notice, **LEASE.given_back, attempts=F("attempts") - 1, **fields)


def discard_open() -> int:
    """Drops every notice that has not been delivered, and returns how many: a demonstration must not notify people."""
    return Notice.objects.open().update(
        state=State.DROPPED, closed_at=timezone.now(), last_error="Discarded.", **LEASE.given_back
    )


def _deliver_or_put_off(notice: Notice, carrier: Carrier, *, now: datetime) -> bool:
    """Returns whether it was sent. Raises Unreachable. Any other fault only concerns this notice, and the next ones are
    still sent."""
    try:
        return _deliver(notice, carrier, now=now)
    except Unreachable:
        raise
    except (SharedFault, Deferred) as error:
        _put_off(notice, error, now=now)
        return False
    except Exception as error:
        sound, broken = bundles.part(notice, now=now) if notice.others else ([], [])
        if not (sound and broken):  # no single notice is to blame
            _put_off(notice, error, now=now)
            return False
        for each, fault in broken:
            _put_off(bundles.join([each], like=notice), fault, now=now)
        return _deliver_or_put_off(bundles.join(sound, like=notice), carrier, now=now)


def _put_off(notice: Notice, error: Exception, *, now: datetime) -> None:
    """Records for staff why the notice could not be sent, and tries again later. A fault that comes from no server is a
    bug of the site."""
    if isinstance(error, SharedFault | Deferred):
        logger.warning("Notice %s was not sent: %s", notice.pk, error)
        refusal = error if isinstance(error, Deferred) else None
        _try_later(notice, error=str(error), now=now, refusal=refusal, shared=refusal is None or refusal.shared)
    else:
        logger.error("Notice %s was not sent: %s", notice.pk, error, exc_info=error)
        _try_later(notice, error=describe(error), now=now)


def _deliver(notice: Notice, carrier: Carrier, *, now: datetime) -> bool:
    """Returns whether it was sent. Raises Unreachable, and any other fault that may pass."""
    state = channel_health.read(notice)
    try:
        channel_health.require_working(notice, state, now=now)
        carrier.deliver(notice, now=now)
    except Dropped as reason:
        _drop(notice, why=str(reason), now=now)
    except Refused as error:
        logger.warning("Notice %s was refused: %s", notice.pk, error)
        _close(notice, state=State.FAILED, now=now, last_error=str(error), last_error_at=now)
        channel_health.fail(notice, reason=str(error), final=isinstance(error, RefusedAddress), now=now)
    else:
        _close(notice, state=State.SENT, now=now, refused_at=None)
        channel_health.succeed(notice, state)
        return True
    return False


def _drop(notice: Notice, *, why: str, now: datetime, **fields: object) -> None:
    """Drops the notice. It keeps an earlier error, since the reader sees that as the state of the channel."""
    _close(notice, state=State.DROPPED, now=now, **fields, **({} if notice.last_error_at else {"last_error": why}))


def _close(notice: Notice, *, state: Notice.State, now: datetime, **fields: object) -> None:
    kind = registry.KINDS.find(notice.kind)
    if kind and (kept := kind.keep_payload(notice.payload)) is not notice.payload:
        fields["payload"] = kept
    _mark(notice, state=state, closed_at=now, **fields)


def _try_later(
    notice: Notice, *, error: str, now: datetime, refusal: Deferred | None = None, shared: bool = False
) -> None:
    """Tries again later, or gives up a notice that is some days old. Notices of one message each have their own age.

    Only a refusal that not everybody gets says anything about the reader's channel. If everybody meets the fault
    (`shared`), a notice that no other channel can send keeps waiting, and the inbox shows it meanwhile.
    """
    noted: dict[str, object] = {"refused_at": Coalesce("refused_at", Value(now))} if refusal else {}
    noted |= {"last_error": error, "last_error_at": now}
    together = [notice, *notice.others]
    old = [each for each in together if now - each.created_at >= GIVE_UP_AFTER]
    if old and shared and not channel_health.substitute(bundles.join(old, like=notice), now=now):
        old = [each for each in old if now - each.created_at >= WAITS_FOR_SITE]
    if waiting := [each for each in together if each not in old]:
        usual = min(FIRST_WAIT * 2 ** min(notice.attempts - 1, 10), LONGEST_WAIT)
        due_at = now + ((refusal and refusal.wait) or usual)
        _mark(bundles.join(waiting, like=notice), due_at=due_at, **LEASE.given_back, **noted)
    if old:
        given_up = bundles.join(old, like=notice)
        _close(given_up, state=State.FAILED, now=now, **noted)
        if refusal and not refusal.shared:
            channel_health.fail(given_up, reason=error, final=True, now=now)
        elif not shared:
            channel_health.substitute(given_up, now=now)


def _mark(notice: Notice, **fields: object) -> None:
    """Writes to the row only while this worker still holds it."""
    together = [notice.pk, *(other.pk for other in notice.others)]
    Notice.objects.filter(pk__in=together, claim=notice.claim, closed_at=None).update(**fields)
