"""Several turns of one reader as one message: which go together, which wait, which are over."""

import copy
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.models import Game
from notifications.channels.email.composing import compose
from notifications.faults import Dropped
from notifications.models import LEASE, Notice, NoticeQuerySet
from notifications.routing.readers import TURN
from notifications.scheduling.verdicts import IN_FLIGHT_WAIT, is_bundled


def exclude_in_flight(due: Sequence[Notice], *, now: datetime) -> list[int]:
    """The ids of what may be leased: no message about a turn to a reader whom another worker is just writing to
    about turns.

    All are due by one channel. Call it within a transaction: the readers stay locked until the returned rows have been
    leased.
    """
    turns = [notice for notice in due if is_bundled(notice)]
    if not turns:
        return [notice.pk for notice in due]
    readers = {notice.recipient_id for notice in turns if notice.recipient_id}
    list(User.objects.filter(pk__in=readers).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    leased = list_turns(readers, channel=turns[0].channel).filter(LEASE.held(now))
    in_flight = set(leased.values_list("recipient_id", flat=True))
    held = {notice.pk for notice in turns if notice.recipient_id in in_flight}
    if held:
        Notice.objects.open().filter(pk__in=held, claim="").update(due_at=now + IN_FLIGHT_WAIT)
    return [notice.pk for notice in due if notice.pk not in held]


def list_turns(readers: Collection[int], *, channel: str) -> NoticeQuerySet:
    """The turns that have not been sent to these readers by a channel."""
    return Notice.objects.open().filter(recipient_id__in=readers, kind=TURN, channel=channel)


def bundle(notices: Sequence[Notice], *, now: datetime) -> tuple[list[Notice], list[Notice]]:
    """The notices to send, in order: turns of one reader become one message, the others of which are its `others`.
    Also returns the turns that are over by now.

    The oldest stands for all, so that an email has the same Message-ID if a worker dies and it is sent again.
    """
    turns = [notice for notice in notices if is_bundled(notice)]
    if not turns:
        return list(notices), []
    groups = _gather(turns, now=now)
    passed = find_passed([notice for group in groups.values() if len(group) > 1 for notice in group])
    ready = []
    for notice in notices:
        if not is_bundled(notice):
            ready.append(notice)
        elif group := [each for each in groups.pop(notice.recipient_id, ()) if each not in passed]:
            ready.append(join(group, like=notice))
    return ready, passed


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


def _gather(turns: Sequence[Notice], *, now: datetime) -> dict[int | None, list[Notice]]:
    """By reader, all turns that wait to be sent, also those that are not due yet; they are claimed together with
    these."""
    claim = turns[0].claim  # one for all that were claimed together
    readers = {notice.recipient_id for notice in turns if notice.recipient_id}
    waiting = list_turns(readers, channel=turns[0].channel)
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
