"""Joins several turns, or several reminders, of one reader into one message: which belong together, which must wait,
and which are out of date."""

import copy
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from core.prepared import PreparedQuery
from games.models import Game
from notifications import registry
from notifications.channels.email.composing import compose
from notifications.faults import Dropped
from notifications.kind_names import REMINDER, TURN
from notifications.models import LEASE, Notice, NoticeQuerySet
from notifications.scheduling.verdicts import BUNDLED, IN_FLIGHT_WAIT, is_bundled

Groups = dict[tuple[int | None, str], list[Notice]]
"""Notices by reader and kind."""


def exclude_in_flight(due: Sequence[Notice], *, now: datetime) -> list[int]:
    """Returns the ids of the notices that may be leased. If another worker is just sending a reader a message about
    turns or reminders, their notices of that kind must wait. With a reminder, all other due reminders of its reader are
    included.

    All notices in `due` are of one channel. Call this within a transaction: the readers stay locked until the returned
    rows have been leased.
    """
    bundled = [notice for notice in due if is_bundled(notice)]
    if not bundled:
        return [notice.pk for notice in due]
    readers = tuple({notice.recipient_id for notice in bundled if notice.recipient_id})
    lock_readers(readers)
    in_flight = set(find_in_flight(readers, bundled[0].channel, now - LEASE.lasts))
    held = {notice.pk for notice in bundled if (notice.recipient_id, notice.kind) in in_flight}
    if held:
        Notice.objects.open().filter(pk__in=held, claim="").update(due_at=now + IN_FLIGHT_WAIT)
    return [notice.pk for notice in due if notice.pk not in held] + _find_more_reminders(bundled, held=held, now=now)


# Prepared, since each run that has messages about turns asks them.
@PreparedQuery
def lock_readers(readers: tuple[int, ...]) -> QuerySet[User, Any]:
    return User.objects.filter(pk__in=readers).order_by("pk").select_for_update(no_key=True).values_list("pk")


@PreparedQuery
def find_in_flight(readers: tuple[int, ...], channel: str, lapsed: datetime) -> QuerySet[Notice, Any]:
    waiting = list_waiting(readers, kinds=BUNDLED, channel=channel)
    return waiting.filter(LEASE.held_since(lapsed)).values_list("recipient_id", "kind")


def _find_more_reminders(bundled: Sequence[Notice], *, held: Collection[int], now: datetime) -> list[int]:
    """Finds the other due reminders of these readers, however many reminders of other readers come before them."""
    mine = [notice for notice in bundled if notice.kind == REMINDER and notice.pk not in held]
    if not mine:
        return []
    readers = {notice.recipient_id for notice in mine if notice.recipient_id}
    more = Notice.objects.due(now).filter(recipient_id__in=readers, kind=REMINDER, channel=mine[0].channel)
    return list(more.exclude(pk__in=[notice.pk for notice in mine]).values_list("pk", flat=True))


def list_waiting(readers: Collection[int], *, kinds: Collection[str], channel: str) -> NoticeQuerySet:
    """Returns the notices of these kinds that a channel has not sent to these readers yet."""
    return Notice.objects.open().filter(recipient__pk__in=readers, kind__in=kinds, channel=channel)


def bundle(notices: Sequence[Notice], *, now: datetime) -> tuple[list[Notice], list[tuple[Notice, str]]]:
    """Returns the notices to send, in order. A reader's turns become one message, and so do their reminders: the first
    notice has the rest as its `others`. Also returns the notices that are out of date, and why.

    The oldest notice represents all, so that an email keeps its Message-ID if a worker dies and it is sent again.
    """
    groups, over = _gather_turns([notice for notice in notices if is_bundled(notice) and notice.kind == TURN], now=now)
    of_reminders, late = _gather_reminders([notice for notice in notices if is_bundled(notice)], now=now)
    groups |= of_reminders
    ready = []
    for notice in notices:
        if not is_bundled(notice):
            ready.append(notice)
        elif group := groups.pop((notice.recipient_id, notice.kind), ()):
            ready.append(join(group, like=notice))
    return ready, [*over, *late]


def _gather_turns(turns: Sequence[Notice], *, now: datetime) -> tuple[Groups, list[tuple[Notice, str]]]:
    """Returns, for each reader, all turns that wait to be told. If the reader has several, it also returns those that
    are out of date, each with the reason."""
    if not turns:
        return {}, []
    groups = _claim_turns(turns, now=now)
    passed = find_passed([notice for group in groups.values() if len(group) > 1 for notice in group])
    left = {(reader, TURN): [each for each in group if each not in passed] for reader, group in groups.items()}
    return left, [(notice, "The turn has passed.") for notice in passed]


def _gather_reminders(notices: Sequence[Notice], *, now: datetime) -> tuple[Groups, list[tuple[Notice, str]]]:
    """Returns, for each reader, the reminders that are still true. If the reader has several, it also returns those
    that are not, each with the reason."""
    groups: Groups = {}
    for notice in sorted(notices, key=lambda notice: notice.pk):
        if notice.kind == REMINDER:
            groups.setdefault((notice.recipient_id, REMINDER), []).append(notice)
    late: list[tuple[Notice, str]] = []
    for group in groups.values():
        if len(group) > 1:
            late += [(notice, why) for notice in group if (why := _find_why_dropped(notice, now=now))]
    gone = {notice.pk for notice, _ in late}
    return {key: [each for each in group if each.pk not in gone] for key, group in groups.items()}, late


def _find_why_dropped(notice: Notice, *, now: datetime) -> str:
    """Says why a notice is not sent any more. It is empty if the notice is sent, or if the check fails: then its own
    delivery reports the failure."""
    try:
        registry.KINDS.get(notice.kind).require_true(notice, now=now)
    except Dropped as reason:
        return str(reason)
    except Exception:
        return ""
    return ""


def join(group: Sequence[Notice], *, like: Notice) -> Notice:
    """Joins these notices into one message to the recipient of `like`; the oldest represents all."""
    first, *first.others = group
    first.recipient = like.recipient
    return first


def part(notice: Notice, *, now: datetime) -> tuple[list[Notice], list[tuple[Notice, Exception]]]:
    """Splits the notices of one message into those that can be composed at `now` and those that cannot, each of which
    comes with the reason."""
    sound, broken = [], []
    for each in (notice, *notice.others):
        alone = copy.copy(each)
        alone.recipient, alone.others = notice.recipient, ()
        try:
            compose(alone, now=now)
        except Dropped:
            sound.append(each)
        except Exception as error:
            broken.append((each, error))
        else:
            sound.append(each)
    return sound, broken


def _claim_turns(turns: Sequence[Notice], *, now: datetime) -> dict[int | None, list[Notice]]:
    """Returns, for each reader, all turns that wait to be sent, even if they are not due yet. They are claimed together
    with these."""
    claim = turns[0].claim  # all that were claimed together have the same claim
    readers = {notice.recipient_id for notice in turns if notice.recipient_id}
    waiting = list_waiting(readers, kinds=[TURN], channel=turns[0].channel)
    more = waiting.exclude(
        claim=claim
    )  # if these readers had another live claim, these turns would not have been claimed
    more.update(claim=claim, claimed_at=now, attempts=F("attempts") + 1)
    groups: dict[int | None, list[Notice]] = {}
    for notice in waiting.filter(claim=claim).order_by("pk"):
        groups.setdefault(notice.recipient_id, []).append(notice)
    return groups


def find_passed(turns: Sequence[Notice]) -> list[Notice]:
    """Returns those of the turns that have been played, or whose game is over or deleted. Notices without a game are
    never included."""
    of_games = [notice for notice in turns if notice.id_of("game")]
    if not of_games:
        return []
    games = Game.objects.active().filter(pk__in=[notice.id_of("game") for notice in of_games])
    present = {(pk, ply, began.isoformat()) for pk, ply, began in games.values_list("pk", "ply", "turn_started_at")}
    names = ("game", "ply", "turn_started_at")
    return [notice for notice in of_games if tuple(notice.payload.get(name) for name in names) not in present]
