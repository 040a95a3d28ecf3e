"""Several turns of one reader as one message, or several reminders: which go together, which wait, which are over."""

import copy
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.models import Game
from notifications import registry
from notifications.channels.email.composing import compose
from notifications.faults import Dropped
from notifications.models import LEASE, Notice, NoticeQuerySet
from notifications.routing.readers import REMINDER, TURN
from notifications.scheduling.verdicts import BUNDLED, IN_FLIGHT_WAIT, is_bundled

Groups = dict[tuple[int | None, str], list[Notice]]
"""By reader and kind."""


def exclude_in_flight(due: Sequence[Notice], *, now: datetime) -> list[int]:
    """The ids of what may be leased: no message about turns, or of reminders, to a reader to whom another worker is
    just writing such a message. With a reminder all others of its reader that are due are taken.

    All are due by one channel. Call it within a transaction: the readers stay locked until the returned rows have been
    leased.
    """
    bundled = [notice for notice in due if is_bundled(notice)]
    if not bundled:
        return [notice.pk for notice in due]
    readers = {notice.recipient_id for notice in bundled if notice.recipient_id}
    list(User.objects.filter(pk__in=readers).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    waiting = list_waiting(readers, kinds=BUNDLED, channel=bundled[0].channel)
    in_flight = set(waiting.filter(LEASE.held(now)).values_list("recipient_id", "kind"))
    held = {notice.pk for notice in bundled if (notice.recipient_id, notice.kind) in in_flight}
    if held:
        Notice.objects.open().filter(pk__in=held, claim="").update(due_at=now + IN_FLIGHT_WAIT)
    return [notice.pk for notice in due if notice.pk not in held] + _find_more_reminders(bundled, held=held, now=now)


def _find_more_reminders(bundled: Sequence[Notice], *, held: Collection[int], now: datetime) -> list[int]:
    """Other reminders that are due to the readers of these, however many are due to others before them."""
    mine = [notice for notice in bundled if notice.kind == REMINDER and notice.pk not in held]
    if not mine:
        return []
    readers = {notice.recipient_id for notice in mine if notice.recipient_id}
    more = Notice.objects.due(now).filter(recipient_id__in=readers, kind=REMINDER, channel=mine[0].channel)
    return list(more.exclude(pk__in=[notice.pk for notice in mine]).values_list("pk", flat=True))


def list_waiting(readers: Collection[int], *, kinds: Collection[str], channel: str) -> NoticeQuerySet:
    """The notices of these kinds that have not been sent to these readers by a channel."""
    return Notice.objects.open().filter(recipient_id__in=readers, kind__in=kinds, channel=channel)


def bundle(notices: Sequence[Notice], *, now: datetime) -> tuple[list[Notice], list[tuple[Notice, str]]]:
    """The notices to send, in order: turns of one reader become one message, and so do reminders, the others of which
    are its `others`. Also returns those that are over by now, and why.

    The oldest stands for all, so that an email has the same Message-ID if a worker dies and it is sent again.
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
    """By reader, all turns that wait to be told, and those of several that are over."""
    if not turns:
        return {}, []
    groups = _claim_turns(turns, now=now)
    passed = find_passed([notice for group in groups.values() if len(group) > 1 for notice in group])
    left = {(reader, TURN): [each for each in group if each not in passed] for reader, group in groups.items()}
    return left, [(notice, "The turn has passed.") for notice in passed]


def _gather_reminders(notices: Sequence[Notice], *, now: datetime) -> tuple[Groups, list[tuple[Notice, str]]]:
    """By reader, the reminders among these that still hold, and those of several that do not."""
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
    """Why a notice is told no more; empty where it is, or where it fails, as its own delivery is to tell."""
    try:
        registry.KINDS.get(notice.kind).require_true(notice, now=now)
    except Dropped as reason:
        return str(reason)
    except Exception:
        return ""
    return ""


def join(group: Sequence[Notice], *, like: Notice) -> Notice:
    """These as one message to the recipient of `like`: the oldest stands for all."""
    first, *first.others = group
    first.recipient = like.recipient
    return first


def part(notice: Notice, *, now: datetime) -> tuple[list[Notice], list[tuple[Notice, Exception]]]:
    """Splits the notices of one message into those that can be composed at `now` and those that cannot, each with the
    reason."""
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
    """By reader, all turns that wait to be sent, also those that are not due yet; they are claimed together with
    these."""
    claim = turns[0].claim  # one for all that were claimed together
    readers = {notice.recipient_id for notice in turns if notice.recipient_id}
    waiting = list_waiting(readers, kinds=[TURN], channel=turns[0].channel)
    more = waiting.exclude(claim=claim)  # if another claim of theirs were alive, these would not have been claimed
    more.update(claim=claim, claimed_at=now, attempts=F("attempts") + 1)
    groups: dict[int | None, list[Notice]] = {}
    for notice in waiting.filter(claim=claim).order_by("pk"):
        groups.setdefault(notice.recipient_id, []).append(notice)
    return groups


def find_passed(turns: Sequence[Notice]) -> list[Notice]:
    """Those of these turns that have been played, or whose game is over or deleted. A notice without a game is never
    among them."""
    of_games = [notice for notice in turns if notice.id_of("game")]
    if not of_games:
        return []
    games = Game.objects.active().filter(pk__in=[notice.id_of("game") for notice in of_games])
    present = {(pk, ply, began.isoformat()) for pk, ply, began in games.values_list("pk", "ply", "turn_started_at")}
    names = ("game", "ply", "turn_started_at")
    return [notice for notice in of_games if tuple(notice.payload.get(name) for name in names) not in present]
