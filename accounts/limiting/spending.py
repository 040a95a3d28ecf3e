"""`spend` and `spend_try`, which enforce the limits of `accounts.limiting.limits` and count what is used of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.emails.mailboxes import mailbox_of
from accounts.limiting.describing import describe_refusal, describe_refused_try
from accounts.limiting.limits import ACTIONS, DAY, HOUR, MINUTE, WIDER, Limit, Per
from accounts.models import Allowance, User
from accounts.safeguards import NEW, SHARE, are_tightened
from accounts.words import limits as words
from core.prepared_writes import PreparedUpdate
from core.refusal import Refusal
from core.words import TIME_OF_ZONE, WEEKDAY, Said, tell_day, tell_moment

SALT = "accounts.limiting.spending.mailbox"
save_all = PreparedUpdate(Allowance).update_all
"""Prepared, since whatever has a limit writes by it."""
Uses = list[tuple[float, int]]
"""Instants in seconds since 1970, with how many uses there were."""
BUCKETS = 60
"""Forms that are sent count together where they come within this part of their span: so many may be sent that a row for
each instant would cost more than the form."""


def spend(
    action: str,
    *,
    now: datetime,
    sender: int | None = None,
    recipient: int | str | None = None,
    origin: tuple[str, ...] = (),
) -> None:
    """Counts one use of `action` in the transaction of what is done; if that is rolled back, nothing was used.

    `sender` is a user's id, `recipient` a user's id or what `hash_mailbox` gives, `origin` what `hash_networks`
    gives. A limit is left out if the one it counts by is not given: an open challenge has no recipient. A limit by
    address is one for each wider network as well. Uses are locked until
    the transaction ends, in the order of their keys: lock users and games before, and nothing after. Raises Refusal:
    too_often (429), which knows when it goes on.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("An allowance is spent within the transaction of its action.")
    who = {
        Per.SENDER: sender,
        Per.RECIPIENT: recipient,
        Per.PAIR: None if sender is None or recipient is None else f"{sender}>{recipient}",
    }
    share = SHARE if sender is not None and is_tightened(sender, now=now) else 1
    limits = {
        f"{action}/{limit.per}/{limit.span // timedelta(seconds=1)}/{whose}": limit
        for asked in ACTIONS[action].limits
        for limit, whose in (_widen(asked, origin) if asked.per == Per.ADDRESS else [(asked, who[asked.per])])
        if whose is not None
    }
    if limits:
        tightened = {key: replace(limit, most=max(1, limit.most // share)) for key, limit in limits.items()}
        told = ACTIONS[action]

        def say(limit: Limit, when: Said) -> Said:
            return describe_refusal(told, limit, when=when)

        _count(tightened, now=now, say=say, together=told.counts_together)


def spend_try(action: str, *, now: datetime, origin: tuple[str, ...]) -> None:
    """Counts a form before it is looked at, valid or not: a place may send TRIES times as many as may be accepted.

    It is asked in a transaction of its own, so that whatever becomes of the form takes nothing back. Raises Refusal:
    too_often (429).
    """
    asked = ACTIONS[action].of_tries
    limits = {
        f"{action} sent/{limit.per}/{limit.span // timedelta(seconds=1)}/{whose}": limit
        for limit, whose in _widen(asked, origin)
    }
    with transaction.atomic():
        _count(limits, now=now, say=lambda limit, when: describe_refused_try(limit, when=when), together=True)


def _widen(limit: Limit, origin: tuple[str, ...]) -> Iterator[tuple[Limit, str]]:
    """The limit of an address with its hash, and those of the networks around it with theirs."""
    for times, network in zip((1, *WIDER.values()), origin, strict=False):
        yield replace(limit, most=limit.most * times, per=Per.ADDRESS if times == 1 else Per.NETWORK), network


def has_room(action: str, *, now: datetime, sender: int) -> bool:
    """Whether somebody may use `action` once more, as far as its limits count by them. It counts nothing: for what is
    spent only once it was done, and may go beyond its limit where several are at it at once."""
    share = SHARE if is_tightened(sender, now=now) else 1
    limits = {
        f"{action}/{limit.per}/{limit.span // timedelta(seconds=1)}/{sender}": limit
        for limit in ACTIONS[action].limits
        if limit.per == Per.SENDER
    }
    used = dict(Allowance.objects.filter(key__in=limits).values_list("key", "times"))
    return all(
        sum(float(at) > (now - limit.span).timestamp() for at in used.get(key, "").split())
        < max(1, limit.most // share)
        for key, limit in limits.items()
    )


def is_tightened(sender: int, *, now: datetime) -> bool:
    """Whether this account is so new that it may do less while the limits are tightened; without a query else."""
    return are_tightened(now=now) and User.objects.filter(pk=sender, date_joined__gt=now - NEW).exists()


def hash_mailbox(address: str) -> str:
    """32 hexadecimal digits for the mailbox of an email address, however it is written."""
    return salted_hmac(SALT, mailbox_of(address), algorithm="sha256").hexdigest()[:32]


def _count(
    limits: dict[str, Limit], *, now: datetime, say: Callable[[Limit, Said], Said], together: bool = False
) -> None:
    used = _lock(sorted(limits))
    reached: list[tuple[datetime, Limit]] = []
    rows = []
    for key, limit in limits.items():
        since = (now - limit.span).timestamp()
        recent = sorted((at, number) for at, number in used[key] if at > since)
        if (begun := _find_begun(recent, most=limit.most)) is not None:
            reached.append((datetime.fromtimestamp(begun, now.tzinfo) + limit.span, limit))
        within = limit.span.total_seconds() / BUCKETS if together else 0
        times = _write(_add(recent, now.timestamp(), within=within))
        rows.append(Allowance(key=key, times=times, until_at=now + limit.span))
    if reached:
        again_at, limit = max(reached, key=lambda each: each[0])
        raise Refusal(say(limit, tell_when(again_at, now=now)), status=429, again_at=again_at)
    save_all(rows)


def _find_begun(recent: Uses, *, most: int) -> float | None:
    """The instant from which on there were as many uses as there may be; None where there are fewer."""
    counted = 0
    for at, number in reversed(recent):
        counted += number
        if counted >= most:
            return at
    return None


def _add(recent: Uses, now: float, *, within: float) -> Uses:
    """With one more use, counted with the last ones where these began so short a time ago."""
    if recent and now - recent[-1][0] < within:
        at, number = recent[-1]
        return [*recent[:-1], (at, number + 1)]
    return [*recent, (now, 1)]


def _write(uses: Uses) -> str:
    return " ".join(f"{at:.3f}" if number == 1 else f"{at:.3f}x{number}" for at, number in uses)


def _read(times: str) -> Uses:
    return [(float(at), int(number or 1)) for at, _, number in (use.partition("x") for use in times.split())]


def _lock(keys: Sequence[str]) -> dict[str, Uses]:
    """The instants of the uses under each key, locked: one statement makes missing rows and waits for other
    transactions."""
    table = connection.ops.quote_name(Allowance._meta.db_table)
    rows = ", ".join(["(%s, '', %s)"] * len(keys))
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (key, times, until_at) VALUES {rows}"
            " ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING key, times",
            [value for key in keys for value in (key, now)],
        )
        return {key: _read(times) for key, times in cursor.fetchall()}


def tell_when(at: datetime, *, now: datetime) -> Said:
    """“at 17:20 CET (in 3 hours)”, in the time zone of the reader; both are rounded up."""
    minute = timezone.localtime(at + timedelta(seconds=-at.timestamp() % 60))
    days = (minute.date() - timezone.localtime(now).date()).days
    said = {"time": tell_moment(minute, form=TIME_OF_ZONE), "wait": _tell_wait(at - now)}
    if days in (0, 1):
        return words.TOMORROW(**said) if days else words.TODAY(**said)
    return words.LATER(day=tell_day(minute, form=WEEKDAY), **said)


def _tell_wait(wait: timedelta) -> Said:
    units = ((DAY, words.IN_DAYS), (HOUR, words.IN_HOURS), (MINUTE, words.IN_MINUTES))
    unit, sentence = next((each for each in units if wait >= 2 * each[0]), units[-1])
    return sentence(n=max(1, ceil(wait / unit)))
