"""When a reader changes their preferences, decides again about everything that waits for them.

This happens in the transaction that changes the preferences.
"""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from games.models import Game
from notifications.kind_names import DIGEST, TURN
from notifications.models import LEASE, Mode, Notice
from notifications.scheduling import digests, reminders
from notifications.wake import delivery


def follow_preferences(user: User, *, was: str, mode: str, now: datetime) -> None:
    """A user's preferences have changed, perhaps also the mode, which `was` another.

    Plans reminders again and makes due what was put off. If the earlier mode was silent about some turns, the new mode
    tells of them.
    """
    reminders.plan_again_for(user.pk)
    due = release(user, now=now)
    if mode != was and mode in (Mode.EACH, Mode.ONCE):
        due += reopen_turns(user, now=now)
    if due:
        delivery.wake_on_commit()


def follow_zone(user: User, *, now: datetime) -> None:
    """A user's time zone has changed, and with it all local hours."""
    reminders.plan_again_for(user.pk)
    if release(user, now=now):
        delivery.wake_on_commit()
    digests.catch_up(user, now=now)


def release(user: User, *, now: datetime) -> int:
    """Makes notices due that the user's preferences had put off, and returns how many. The outbox puts them off again
    if that still applies."""
    held = Notice.objects.open().filter(recipient=user, held_at__isnull=False, due_at__gt=now)
    return held.filter(LEASE.free(now)).update(due_at=now, held_at=None)


def reopen_turns(user: User, *, now: datetime) -> int:
    """Some notices of present turns were not sent, because a digest was to list them or an earlier message was enough.
    This makes them due, except those that a digest has listed by now. Returns how many."""
    held = Notice.objects.filter(recipient=user, kind=TURN, state=Notice.State.DROPPED, held_at__isnull=False)
    listed = Notice.objects.filter(recipient=user, kind=DIGEST, state=Notice.State.SENT)
    last = listed.order_by("-closed_at").values_list("closed_at", flat=True).first()
    if last is not None:
        held = held.filter(held_at__gt=last)
    mine = pick_present(held, user=user)
    again = {"state": Notice.State.WAITING, "closed_at": None, "due_at": now, "created_at": now, "held_at": None}
    return Notice.objects.filter(pk__in=mine).update(**again, attempts=0, claim="", claimed_at=None, last_error="")


def pick_present(notices: Iterable[Notice], *, user: User) -> list[int]:
    """Returns the ids of notices about turns that still wait for the user; if a turn was told again, only the last."""
    waiting = Game.objects.waiting_for(user).order_by()
    present = {(pk, ply, began.isoformat()) for pk, ply, began in waiting.values_list("pk", "ply", "turn_started_at")}
    found: dict[tuple[object, str], int] = {}
    for notice in sorted(notices, key=lambda notice: notice.pk):
        turn = tuple(notice.payload.get(name) for name in ("game", "ply", "turn_started_at"))
        if turn in present:
            found[turn, notice.channel] = notice.pk
    return list(found.values())
