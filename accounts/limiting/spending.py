"""`spend`, the one function that enforces the limits of `accounts.limiting.limits` and counts what is used of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil

from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.emails.mailboxes import mailbox_of
from accounts.limiting.describing import describe_refusal
from accounts.limiting.limits import ACTIONS, DAY, HOUR, MINUTE, WIDER, Action, Limit, Per
from accounts.models import Allowance, User
from accounts.safeguards import NEW, SHARE, are_tightened
from accounts.words import limits as words
from core.refusal import Refusal
from core.words import TIME_OF_ZONE, WEEKDAY, Said, tell_day, tell_moment

SALT = "accounts.limiting.spending.mailbox"


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
        _count(ACTIONS[action], tightened, now=now)


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


def _count(action: Action, limits: dict[str, Limit], *, now: datetime) -> None:
    used = _lock(sorted(limits))
    reached: list[tuple[datetime, Limit]] = []
    rows = []
    for key, limit in limits.items():
        since = (now - limit.span).timestamp()
        recent = sorted(at for at in used[key] if at > since)
        if len(recent) >= limit.most:
            again = datetime.fromtimestamp(recent[-limit.most], now.tzinfo) + limit.span
            reached.append((again, limit))
        times = " ".join(f"{at:.3f}" for at in [*recent, now.timestamp()])
        rows.append(Allowance(key=key, times=times, until_at=now + limit.span))
    if reached:
        again_at, limit = max(reached, key=lambda each: each[0])
        said = describe_refusal(action, limit, when=tell_when(again_at, now=now))
        raise Refusal(said, status=429, again_at=again_at)
    Allowance.objects.bulk_update(rows, ["times", "until_at"])


def _lock(keys: Sequence[str]) -> dict[str, list[float]]:
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
        return {key: [float(at) for at in times.split()] for key, times in cursor.fetchall()}


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
