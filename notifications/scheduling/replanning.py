"""What a reader who prefers something else from now on is told when: everything that waits is judged anew.

It is done in the transaction that changes the preferences.
"""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from games.models import Game
from notifications.models import LEASE, Mode, Notice
from notifications.routing.readers import TURN
from notifications.scheduling import digests, reminders
from notifications.wake import delivery


def follow_preferences(user: User, *, was: str, mode: str, now: datetime) -> None:
    """What a user prefers has changed, also the mode if it `was` another: reminders are planned again, what was put off
    is due again, and turns of which the earlier mode told nothing are told by the new one."""
    reminders.plan_again_for(user.pk)
    due = release(user, now=now)
    if mode != was and mode in (Mode.EACH, Mode.ONCE):
        due += reopen_turns(user, now=now)
    if due:
        delivery.wake_on_commit()


def follow_zone(user: User, *, now: datetime) -> None:
    """The hours of a user are others from now on."""
    reminders.plan_again_for(user.pk)
    if release(user, now=now):
        delivery.wake_on_commit()
    digests.catch_up(user, now=now)


def release(user: User, *, now: datetime) -> int:
    """Makes due what was put off by what the user preferred; returns how many notices. The outbox puts them off again
    where that is still so."""
    held = Notice.objects.open().filter(recipient=user, held_at__isnull=False, due_at__gt=now)
    return held.filter(LEASE.free(now)).update(due_at=now, held_at=None)


def reopen_turns(user: User, *, now: datetime) -> int:
    """Makes due the notices of present turns that were not sent, since a digest was to list them or an earlier message
    to suffice; but not of what a digest has listed by now. Returns how many."""
    held = Notice.objects.filter(recipient=user, kind=TURN, state=Notice.State.DROPPED, held_at__isnull=False)
    listed = Notice.objects.filter(recipient=user, kind=digests.KIND, state=Notice.State.SENT)
    last = listed.order_by("-closed_at").values_list("closed_at", flat=True).first()
    if last is not None:
        held = held.filter(held_at__gt=last)
    mine = pick_present(held, user=user)
    again = {"state": Notice.State.WAITING, "closed_at": None, "due_at": now, "created_at": now, "held_at": None}
    return Notice.objects.filter(pk__in=mine).update(**again, attempts=0, claim="", claimed_at=None, last_error="")


def pick_present(notices: Iterable[Notice], *, user: User) -> list[int]:
    """The ids of those that tell of a turn which still waits for the user; of one that was told again, the last."""
    waiting = Game.objects.waiting_for(user).order_by()
    present = {(pk, ply, began.isoformat()) for pk, ply, began in waiting.values_list("pk", "ply", "turn_started_at")}
    found: dict[tuple[object, str], int] = {}
    for notice in sorted(notices, key=lambda notice: notice.pk):
        turn = tuple(notice.payload.get(name) for name in ("game", "ply", "turn_started_at"))
        if turn in present:
            found[turn, notice.channel] = notice.pk
    return list(found.values())
