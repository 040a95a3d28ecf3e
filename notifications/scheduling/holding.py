"""Which of the notices that are due may leave now, and which together: modes, quiet hours, one mail for many turns.

Wishes are asked when a notice is due, not when it was written: they may have changed meanwhile.
"""

import copy
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Max

from accounts.models import User
from games.models import Game
from notifications import mails, scheduling
from notifications.faults import Dropped
from notifications.models import CLAIM_LASTS, Channel, Kind, Mode, Notice, NoticeQuerySet
from notifications.preferences import reading
from notifications.scheduling import Verdict

Judged = tuple[Notice, Verdict | Exception]
IN_FLIGHT_WAIT = timedelta(seconds=10)
"""So long a turn waits while another worker writes to the same reader of other turns."""


def leave_out_flying(due: Sequence[Notice], *, now: datetime) -> list[int]:
    """The ids of what may be claimed: no mail of a turn to whom another worker writes of turns this moment.

    Within a transaction: the readers stay locked until what is returned has been claimed.
    """
    turns = [notice for notice in due if is_bundled(notice)]
    if not turns:
        return [notice.pk for notice in due]
    readers = {notice.recipient_id for notice in turns if notice.recipient_id}
    list(User.objects.filter(pk__in=readers).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    flying = set(list_turns(readers).filter(claimed_at__gte=now - CLAIM_LASTS).values_list("recipient_id", flat=True))
    held = {notice.pk for notice in turns if notice.recipient_id in flying}
    if held:
        Notice.objects.open().filter(pk__in=held, claim="").update(due_at=now + IN_FLIGHT_WAIT)
    return [notice.pk for notice in due if notice.pk not in held]


def is_bundled(notice: Notice) -> bool:
    return notice.kind == Kind.YOUR_TURN and notice.channel == Channel.MAIL and notice.recipient_id is not None


def list_turns(readers: Collection[int]) -> NoticeQuerySet:
    """Mails of turns to these readers that have not been sent."""
    return Notice.objects.open().filter(recipient_id__in=readers, kind=Kind.YOUR_TURN, channel=Channel.MAIL)


def judge(notices: Sequence[Notice], *, now: datetime) -> list[Judged]:
    """When each of these, which are due, may leave; recipients and their preferences have been selected with them.

    One that cannot be judged has its fault for a verdict: that is no matter of the others.
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
    """Of a reader's turns that leave alone, where one is enough: the others wait to see whether it was sent."""
    judged: list[Judged] = []
    told: set[int | None] = set()
    for notice, verdict in verdicts:
        alone = notice.kind == Kind.YOUR_TURN and notice.channel == Channel.PUSH and verdict == Verdict(now)
        if alone and notice.recipient and reading.wishes_of(notice.recipient).mode == Mode.ONCE:
            verdict = Verdict(now + IN_FLIGHT_WAIT) if notice.recipient_id in told else verdict
            told.add(notice.recipient_id)
        judged.append((notice, verdict))
    return judged


def _judge(notice: Notice, *, now: datetime, sent_at: datetime | None) -> Verdict:
    user = notice.recipient
    if user is None or notice.channel == Channel.BELL:  # the site itself wakes nobody
        return Verdict(now)
    deadline = notice.payload.get("deadline")
    return scheduling.decide(
        reading.sort_of(notice.kind),
        wishes=reading.wishes_of(user),
        now=now,
        deadline=datetime.fromisoformat(deadline) if deadline else None,
        sent_at=sent_at,
        visited_at=user.last_visit_at,
        gap=settings.TURN_NOTICE_GAP if is_bundled(notice) else timedelta(),
    )


def find_last_turns(notices: Iterable[Notice], *, now: datetime) -> dict[tuple[int | None, str], datetime]:
    """By recipient and channel of the turns among these: when the last message of a turn left."""
    readers = {notice.recipient_id: notice.recipient for notice in notices if notice.kind == Kind.YOUR_TURN}
    if not readers:
        return {}
    sent = Notice.objects.filter(recipient_id__in=readers, kind=Kind.YOUR_TURN, state=Notice.State.SENT)
    sent = sent.exclude(channel=Channel.BELL)
    if not any(user and reading.wishes_of(user).mode == Mode.ONCE for user in readers.values()):
        sent = sent.filter(closed_at__gte=now - settings.TURN_NOTICE_GAP)
    rows = sent.order_by().values_list("recipient_id", "channel").annotate(last=Max("closed_at"))
    return {(reader, channel): last for reader, channel, last in rows}


def bundle(notices: Sequence[Notice], *, now: datetime) -> tuple[list[Notice], list[Notice]]:
    """The notices to be sent, in order, each mail of a turn with all others to its reader as its `others`; and turns
    that have passed meanwhile.

    The oldest stands for all, so that they go under one Message-ID, also a second time after a death.
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
    """Of the notices of one message: those that can be composed at `now`, and those that cannot, with why."""
    sound, broken = [], []
    for each in (notice, *notice.others):
        alone = copy.copy(each)
        alone.recipient, alone.others = notice.recipient, ()
        try:
            mails.compose(alone, now=now)
        except Dropped:
            sound.append(each)
        except Exception as error:
            broken.append((each, error))
        else:
            sound.append(each)
    return sound, broken


def _gather(turns: Sequence[Notice], *, now: datetime) -> dict[int | None, list[Notice]]:
    """By reader: all mails of turns that wait, those not yet due among them, claimed as these are."""
    claim = turns[0].claim  # one for all that were claimed together
    waiting = list_turns({notice.recipient_id for notice in turns if notice.recipient_id})
    more = waiting.exclude(claim=claim)  # if another claim of theirs were alive, these would not have been claimed
    more.update(claim=claim, claimed_at=now, attempts=F("attempts") + 1)
    groups: dict[int | None, list[Notice]] = {}
    for notice in waiting.filter(claim=claim).order_by("pk"):
        groups.setdefault(notice.recipient_id, []).append(notice)
    return groups


def find_passed(turns: Sequence[Notice]) -> list[Notice]:
    """Those of these turns that have been played, or whose game is over or gone. One that names no game is neither."""
    of_games = [notice for notice in turns if notice.id_of("game")]
    if not of_games:
        return []
    games = Game.objects.active().filter(pk__in=[notice.id_of("game") for notice in of_games])
    present = {(pk, ply, began.isoformat()) for pk, ply, began in games.values_list("pk", "ply", "turn_started_at")}
    names = ("game", "ply", "turn_started_at")
    return [notice for notice in of_games if tuple(notice.payload.get(name) for name in names) not in present]
