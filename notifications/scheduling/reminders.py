"""Reminders before a deadline: for each running game a row says when its player is next to be reminded.

The row is written when a turn starts, and again when its deadline or its player's preferences change. When it is due,
`write_due` makes the notice, by the deadline and the preferences of that moment. The key of a notice has its game,
deadline and threshold, so that nobody is reminded twice of a deadline that moves away and back.
"""

import logging
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from core.prepared_writes import PreparedInsert
from games.events import StartedTurn
from games.models import Seat
from notifications import timing
from notifications.models import Notice, Reminder
from notifications.routing.readers import Reader, read_readers
from notifications.routing.writing import make, write

logger = logging.getLogger(__name__)

CHUNK = 500
RUN_LASTS = timedelta(seconds=5)
"""After this a run makes no more notices: the next run goes on, and those made so far are sent."""
PUT_OFF = timedelta(minutes=10)
"""How long the row of a game waits if no notice can be made of it."""
KIND = "deadline_near"

save = PreparedInsert(Reminder, replace_by="game")
"""Prepared, since every turn writes the row of its game by it."""


# --- What a game does --------------------------------------------------------------------------------------------
def start_turn(turn: StartedTurn, *, reader: Reader) -> None:
    """Writes when the reader, whose turn starts, is first to be reminded. Without a deadline nobody is reminded."""
    if turn.deadline_at is not None:
        save([schedule(turn, reader=reader, planned_at=turn.started_at)])


def end_game(game_id: int) -> None:
    Reminder.objects.filter(game=game_id).delete()


def schedule(turn: StartedTurn, *, reader: Reader, planned_at: datetime, told: timedelta | None = None) -> Reminder:
    """The row of a turn, planned at an instant: a reminder of an earlier time is over, as `plan_reminders` says.

    `told` is the shortest time before a deadline that this turn's player has been reminded of.
    """
    row = Reminder(game_id=turn.game_id, reader_id=turn.mover_id, planned_at=planned_at, told=told)
    row.due_at = next((planned.due_at for planned in plan(turn, row, reader=reader)), None)
    return row


def plan(turn: StartedTurn, row: Reminder, *, reader: Reader) -> list[timing.Reminder]:
    """The reminders of the present turn in the order in which they are due, by what its reader prefers now."""
    preferences = reader.preferences.timed_in(reader.zone)
    return timing.plan_reminders(
        began=turn.started_at,
        deadline=turn.deadline_at,
        thresholds=preferences.reminders,
        quiet=preferences.quiet,
        now=row.planned_at,
        told=row.told,
    )


# --- When a deadline or preferences change -----------------------------------------------------------------------
def plan_again(game_ids: Iterable[int]) -> None:
    """Plans the reminders of these games anew, in a few queries for every 500."""
    wanted = sorted(set(game_ids))
    for begin in range(0, len(wanted), CHUNK):
        with transaction.atomic():
            _plan_again(wanted[begin : begin + CHUNK])


def _plan_again(game_ids: Collection[int]) -> None:
    """Locks the rows first, so that what has been told by then is known, also by another worker."""
    rows = {row.game_id: row for row in lock(game_ids)}
    turns = read_turns(game_ids)
    readers = read_readers({turn.mover_id for turn in turns.values()}, kinds={KIND})
    now = timezone.now()
    planned = [
        schedule(
            turn,
            reader=readers[turn.mover_id],
            planned_at=max(now, turn.started_at),
            told=rows[game_id].told if game_id in rows and is_of(rows[game_id], turn) else None,
        )
        for game_id, turn in turns.items()
    ]
    Reminder.objects.bulk_create(planned, **save.conflicts)


@transaction.atomic
def plan_again_for(user_id: int) -> None:
    """Plans anew for every game that waits for the user, whose preferences have changed."""
    User.objects.select_for_update(no_key=True).filter(pk=user_id).first()  # locked before rows, as elsewhere
    waiting = Seat.objects.filter(user=user_id, game__ended_at=None, side=F("game__side_to_move"))
    plan_again(waiting.values_list("game", flat=True))


def is_of(row: Reminder, turn: StartedTurn) -> bool:
    """Whether a row is about the present turn, and not about an earlier one."""
    return row.reader_id == turn.mover_id and row.planned_at >= turn.started_at


def lock(game_ids: Collection[int], *, skip_locked: bool = False) -> list[Reminder]:
    skip = skip_locked and connection.features.has_select_for_update_skip_locked
    rows = Reminder.objects.select_for_update(no_key=True, skip_locked=skip)
    return list(rows.filter(game__in=game_ids).order_by("game"))


def read_turns(game_ids: Collection[int]) -> dict[int, StartedTurn]:
    """The present turns of these games, of those that are running and have a deadline."""
    seats = Seat.objects.filter(
        game_id__in=game_ids, game__ended_at=None, game__deadline_at__isnull=False, side=F("game__side_to_move")
    )
    columns = ("game_id", "game__ply", "user_id", "game__turn_started_at", "game__deadline_at")
    return {row[0]: StartedTurn(*row) for row in seats.values_list(*columns)}


# --- When one is due ---------------------------------------------------------------------------------------------
def write_due(*, now: datetime, lasts: timedelta = RUN_LASTS) -> None:
    """Makes a notice of each reminder that is due at `now`, once, also where several workers do so.

    Every row that is looked at is due later afterwards, or never, so this comes to an end.
    """
    stop_at = time.monotonic() + lasts.total_seconds()
    due = Reminder.objects.due(now).values_list("game", flat=True)
    while time.monotonic() < stop_at and (game_ids := list(due[:CHUNK])):
        try:
            if not _write_chunk(game_ids, now=now):
                return  # another worker has them all
        except Exception:
            for game_id in game_ids:
                _write_one_or_put_off(game_id, now=now)


def _write_one_or_put_off(game_id: int, *, now: datetime) -> None:
    try:
        _write_chunk([game_id], now=now)
    except Exception:
        logger.exception("The reminder of game %s could not be made", game_id)
        later = now + PUT_OFF  # planned from then, so that what is past by then is made up for
        Reminder.objects.due(now).filter(game=game_id).update(planned_at=later, due_at=later)


@transaction.atomic
def _write_chunk(game_ids: Sequence[int], *, now: datetime) -> int:
    """Makes the notices of those of these games that are due and that no other worker has locked; returns how many
    there were."""
    rows = [row for row in lock(game_ids, skip_locked=True) if row.due_at and row.due_at <= now]
    turns = read_turns([row.game_id for row in rows])
    readers = read_readers({turn.mover_id for turn in turns.values()}, kinds={KIND})
    made = [advance(row, turns.get(row.game_id), readers, now=now) for row in rows]
    Reminder.objects.bulk_update(rows, ["reader", "planned_at", "told", "due_at"], batch_size=CHUNK)
    write(*(notice for notice in made if notice), readers=readers)
    return len(rows)


def advance(row: Reminder, turn: StartedTurn | None, readers: Mapping[int, Reader], *, now: datetime) -> Notice | None:
    """Sets a row that is due at `now` to its next reminder, and returns the notice to be written, if any.

    Of several reminders that are due by now only the shortest is sent.
    """
    if turn is None or turn.deadline_at is None:
        row.due_at = None
        return None
    planned = plan(turn, row, reader=readers[turn.mover_id])
    since, later = row.due_at, [reminder for reminder in planned if reminder.due_at > now]
    come = [reminder for reminder in planned if since and since <= reminder.due_at <= now]
    row.due_at = later[0].due_at if later else None
    if not come or turn.deadline_at <= now:
        return None
    lengths = [timing.length_of(reminder.threshold) for reminder in come if reminder.threshold != timing.HALF]
    row.told = min([*lengths, row.told] if row.told else lengths, default=None)
    return make_notice(turn, come[-1], due_at=now)


def make_notice(turn: StartedTurn, reminder: timing.Reminder, *, due_at: datetime) -> Notice:
    deadline = stamp(turn.deadline_at)
    return make(
        KIND,
        key=f"deadline:{turn.game_id}:{deadline}:{reminder.threshold}",
        recipient_id=turn.mover_id,
        payload={
            "game": turn.game_id,
            "ply": turn.ply,
            "deadline": deadline,
            "threshold": reminder.threshold,
            "until": reminder.until.isoformat() if reminder.until else None,
        },
        due_at=due_at,
    )


def stamp(deadline: datetime | None) -> str:
    """A deadline to the second, as keys of notices name it."""
    return f"{deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}" if deadline else ""
