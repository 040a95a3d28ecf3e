"""Reminders before a deadline: made when a turn begins, and again when its deadline or its player's wishes change.

A row is known by its game, deadline and threshold, so that a deadline that moves forth and back brings none twice: one
that was sent stays sent, one that was dropped meanwhile is opened again.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import F
from django.utils import timezone

from games.events import Begun
from games.models import Seat
from notifications import preferences, timing
from notifications.models import Kind, Notice
from notifications.readers import Reader, read_readers
from notifications.receivers.writing import make, write

CHUNK = 500
State = Notice.State


def make_reminders(
    begun: Begun, *, reader: Reader, now: datetime | None = None, told: timedelta | None = None
) -> list[Notice]:
    """For whose turn it is; `now` and `told` are as `timing.plan_reminders` has them."""
    deadline = stamp(begun.deadline_at)
    wishes = preferences.make_wishes(reader.preferences, zone=reader.zone)
    planned = timing.plan_reminders(
        began=begun.began_at,
        deadline=begun.deadline_at,
        thresholds=wishes.reminders,
        quiet=wishes.quiet,
        now=now,
        told=told,
    )
    return [
        make(
            Kind.DEADLINE_NEAR,
            key=f"deadline:{begun.game_id}:{deadline}:{reminder.threshold}",
            recipient_id=begun.mover_id,
            payload={
                "game": begun.game_id,
                "deadline": deadline,
                "threshold": reminder.threshold,
                "until": reminder.until.isoformat() if reminder.until else None,
            },
            due_at=reminder.due_at,
        )
        for reminder in planned
    ]


def stamp(deadline: datetime | None) -> str:
    """A deadline to the second, to know it again by."""
    return f"{deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}" if deadline else ""


def renew_reminders(game_ids: Iterable[int]) -> None:
    """Makes the reminders that the deadlines of these games bring as they now stand, in a few queries for every 500.

    Those of earlier deadlines are left: they are dropped when they come due.
    """
    wanted = list(game_ids)
    for begin in range(0, len(wanted), CHUNK):
        seats = Seat.objects.select_related("game").filter(
            game_id__in=wanted[begin : begin + CHUNK],
            game__ended_at=None,
            game__deadline_at__isnull=False,
            side=F("game__side_to_move"),
        )
        _renew(list(seats))


def _renew(seats: Sequence[Seat]) -> None:
    now = timezone.now()
    told = find_told(seats)
    readers = read_readers({seat.user_id for seat in seats}, kinds={Kind.DEADLINE_NEAR})
    notices = []
    for seat in seats:
        game, mover = seat.game, seat.user_id
        begun = Begun(game.pk, game.ply, mover, game.turn_started_at, game.deadline_at)
        notices += make_reminders(begun, reader=readers[mover], now=now, told=told.get(game.pk))
    _open_again(notices)
    write(*notices, readers=readers)


def find_told(seats: Sequence[Seat]) -> Mapping[int, timedelta]:
    """For each game of whose present turn its player has been reminded: the shortest time before a deadline."""
    if not seats:
        return {}
    began = {seat.game_id: seat.game.turn_started_at for seat in seats}
    sent = Notice.objects.filter(
        recipient_id__in={seat.user_id for seat in seats},
        kind=Kind.DEADLINE_NEAR,
        state=State.SENT,
        closed_at__gte=min(began.values()),
    )
    told: dict[int, timedelta] = {}
    for payload, closed_at in sent.values_list("payload", "closed_at"):
        game_id, threshold = payload["game"], payload.get("threshold", timing.HALF)
        if threshold == timing.HALF or game_id not in began or closed_at is None or closed_at < began[game_id]:
            continue
        length = timing.length_of(threshold)
        told[game_id] = min(length, told.get(game_id, length))
    return told


def _open_again(notices: Sequence[Notice]) -> None:
    """What stands there already and was not sent takes the new time, and is open."""
    planned = {(notice.recipient_id, notice.dedupe_key): notice for notice in notices}
    there = Notice.objects.filter(
        recipient_id__in={recipient for recipient, _ in planned},
        dedupe_key__in=[key for _, key in planned],
        state__in=[State.WAITING, State.DROPPED],
    )
    changed = []
    for row in there:
        notice = planned[row.recipient_id, row.dedupe_key]
        row.payload, row.due_at = notice.payload, notice.due_at
        row.state, row.closed_at, row.claim, row.claimed_at = State.WAITING, None, "", None
        row.last_error = row.last_error if row.last_error_at else ""  # why it was dropped; an error is kept
        changed.append(row)
    fields = ["payload", "due_at", "state", "closed_at", "last_error", "claim", "claimed_at"]
    Notice.objects.bulk_update(changed, fields, batch_size=200)


def renew_reminders_of(user_id: int) -> None:
    """Of every game that waits for the user: a way may be open that was closed when their turns began."""
    waiting = Seat.objects.filter(user=user_id, game__ended_at=None, side=F("game__side_to_move"))
    renew_reminders(waiting.values_list("game", flat=True))


def drop_reminders(user_id: int) -> None:
    """Of every game; those still wanted are opened again by `renew_reminders`."""
    open_ones = Notice.objects.open().filter(recipient_id=user_id, kind=Kind.DEADLINE_NEAR)
    open_ones.update(state=State.DROPPED, closed_at=timezone.now(), last_error="Other reminders were chosen.")
