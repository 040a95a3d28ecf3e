"""Reminders before a deadline: for each running game a row says when its player gets the next one.

The row is written when a turn starts, and again when its deadline or its player's preferences change. When it is due,
`write_due` makes the notice from the deadline and the preferences of that moment. The key of a notice has its game,
deadline and threshold, so that a player gets no second reminder of a deadline that moves away and back.

The first reminder of a clock comes in time, as `timing.first_notice` says. If the reader has not chosen it, only
channels that have told nothing of the turn by then send it.
"""

import logging
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from core.prepared import PreparedQuery
from core.prepared_writes import PreparedInsert
from games.events import StartedTurn
from games.models import Seat
from notifications import timing
from notifications.kind_names import OF_TURNS, REMINDER
from notifications.models import INSTEAD_OF, Notice, Reminder
from notifications.routing.readers import Reader, read_readers
from notifications.routing.writing import expand, insert_rows, make
from notifications.scheduling.told import find_told

logger = logging.getLogger(__name__)

CHUNK = 500
RUN_LASTS = timedelta(seconds=5)
"""After this time a run makes no more notices. They are sent, and the next run continues."""
PUT_OFF = timedelta(minutes=10)
"""How long the row of a game waits if making a notice from it fails."""

STATE = ("planned_at", "told", "since", "due_at")
"""The fields of a game's row that describe its present turn."""
save = PreparedInsert(Reminder, replace_by="game", remembers={f"was_{name}": name for name in STATE})
"""Prepared, since every turn writes the row of its game with it."""


# --- What a game does --------------------------------------------------------------------------------------------
def start_turn(turn: StartedTurn, *, reader: Reader) -> None:
    """Writes when the reader, whose turn starts, gets the first reminder. Without a deadline there is none."""
    if turn.deadline_at is not None:
        save([schedule(turn, reader=reader, planned_at=turn.started_at)])


def undo_turn(undone: StartedTurn, *, mover_id: int) -> None:
    """Restores the row that a game had before the turn of a reader, since that turn is undone.

    A turn without a deadline wrote no row.
    """
    if undone.deadline_at is None:
        return
    rows = Reminder.objects.filter(game=undone.game_id)
    rows.filter(was_planned_at=None).delete()
    before: dict[str, Any] = {name: F(f"was_{name}") for name in STATE}
    rows.update(reader=mover_id, **before, **{f"was_{name}": None for name in STATE})


def end_game(game_id: int) -> None:
    Reminder.objects.filter(game=game_id).delete()


def schedule(
    turn: StartedTurn,
    *,
    reader: Reader,
    planned_at: datetime,
    told: timedelta | None = None,
    since: datetime | None = None,
) -> Reminder:
    """Returns the row of a turn, planned at an instant. Earlier reminders are over, as `plan_reminders` says.

    `told` is the shortest time before a deadline that this turn's player has been reminded of. `since` is when the
    clock was started again.
    """
    row = Reminder(game_id=turn.game_id, reader_id=turn.mover_id, planned_at=planned_at, told=told, since=since)
    row.due_at = next((planned.due_at for planned in plan(turn, row, reader=reader)), None)
    return row


def plan(turn: StartedTurn, row: Reminder, *, reader: Reader) -> list[timing.Reminder]:
    """Returns the reminders of the present turn in the order in which they are due, for the reader's present
    preferences."""
    if turn.deadline_at is None:
        return []
    preferences = reader.preferences.timed_in(reader.zone)
    clock: dict[str, Any] = {
        "began": find_start(turn, row),
        "deadline": turn.deadline_at,
        "quiet": preferences.quiet,
        "now": row.planned_at,
    }
    planned = timing.plan_reminders(**clock, thresholds=preferences.reminders, told=row.told)
    if row.told is not None:
        return planned
    heard_at = reader.foresee_turn(now=row.planned_at, wait=settings.TURN_NOTICE_WAIT)
    return timing.add_first(planned, **clock, heard_at=heard_at)


def find_start(turn: StartedTurn, row: Reminder) -> datetime:
    """Returns when the clock of the present turn was last started. What was told before that no longer counts."""
    return max(turn.started_at, row.since or turn.started_at)


# --- When a deadline or preferences change -----------------------------------------------------------------------
def plan_again(game_ids: Iterable[int], *, anew: bool = False) -> None:
    """Plans the reminders of these games again, in a few queries for every 500 games. `anew` means that their clocks
    have just been started again."""
    wanted = sorted(set(game_ids))
    for begin in range(0, len(wanted), CHUNK):
        with transaction.atomic():
            _plan_again(wanted[begin : begin + CHUNK], anew=anew)


def _plan_again(game_ids: Collection[int], *, anew: bool) -> None:
    """Locks the rows first, so that it knows everything that has been told by then, including by another worker."""
    rows = {row.game_id: row for row in lock(game_ids)}
    turns = read_turns(game_ids)
    readers = read_readers({turn.mover_id for turn in turns.values()}, kinds=OF_TURNS)
    now = timezone.now()
    planned = []
    for game_id, turn in turns.items():
        known: dict[str, Any] = {"since": now} if anew else {}
        if not anew and (row := rows.get(game_id)) and is_of(row, turn):
            known = {"told": row.told, "since": row.since}
        planned.append(schedule(turn, reader=readers[turn.mover_id], planned_at=max(now, turn.started_at), **known))
    Reminder.objects.bulk_create(planned, **save.conflicts)


@transaction.atomic
def plan_again_for(user_id: int) -> None:
    """Plans the reminders again for every game that waits for the user, whose preferences have changed."""
    User.objects.select_for_update(no_key=True).filter(pk=user_id).first()  # locked before the rows, as everywhere
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
    """Returns the present turns of those of these games that are running and have a deadline."""
    seats = Seat.objects.filter(
        game_id__in=game_ids, game__ended_at=None, game__deadline_at__isnull=False, side=F("game__side_to_move")
    )
    columns = ("game_id", "game__ply", "user_id", "game__turn_started_at", "game__deadline_at")
    return {row[0]: StartedTurn(*row) for row in seats.values_list(*columns)}


# --- When one is due ---------------------------------------------------------------------------------------------
def write_due(*, now: datetime, lasts: timedelta = RUN_LASTS) -> None:
    """Makes a notice of each reminder that is due at `now`, once, even if several workers do so.

    Each row that it visits is due later afterwards, or never, so the loop ends.
    """
    stop_at = time.monotonic() + lasts.total_seconds()
    while time.monotonic() < stop_at and (game_ids := [pk for (pk,) in find_due(now)]):
        try:
            if not _write_chunk(game_ids, now=now):
                return  # another worker has them all
        except Exception:
            for game_id in game_ids:
                _write_one_or_put_off(game_id, now=now)


@PreparedQuery
def find_due(now: datetime) -> QuerySet[Reminder, Any]:
    """Prepared, since each run of what delivers notices asks it, and mostly finds nothing."""
    return Reminder.objects.due(now).values_list("game")[:CHUNK]


def _write_one_or_put_off(game_id: int, *, now: datetime) -> None:
    try:
        _write_chunk([game_id], now=now)
    except Exception:
        logger.exception("The reminder of game %s could not be made", game_id)
        later = now + PUT_OFF  # planned from that time on, so that missed reminders are made up for
        Reminder.objects.due(now).filter(game=game_id).update(planned_at=later, due_at=later)


@transaction.atomic
def _write_chunk(game_ids: Sequence[int], *, now: datetime) -> int:
    """Makes the notices of those games that are due and that no other worker has locked. Returns how many there
    were."""
    rows = [row for row in lock(game_ids, skip_locked=True) if row.due_at and row.due_at <= now]
    turns = read_turns([row.game_id for row in rows])
    readers = read_readers({turn.mover_id for turn in turns.values()}, kinds=OF_TURNS)
    made = [advance(row, turns.get(row.game_id), readers, now=now) for row in rows]
    Reminder.objects.bulk_update(rows, ["reader", "planned_at", "told", "due_at"], batch_size=CHUNK)
    insert_rows(_leave_out_told(expand(filter(None, made), readers), rows, turns))
    return len(rows)


def _leave_out_told(
    notices: Sequence[Notice], rows: Iterable[Reminder], turns: Mapping[int, StartedTurn]
) -> list[Notice]:
    """Leaves out reminders that no reader chose, in channels that have told of their turn since its clock was
    started."""
    firsts = {notice.payload["game"] for notice in notices if notice.payload["threshold"] == timing.FIRST}
    started = {row.game_id: find_start(turns[row.game_id], row) for row in rows if row.game_id in firsts}
    told = find_told({pk: (turns[pk].mover_id, at) for pk, at in started.items()}) if started else set()
    return [
        notice
        for notice in notices
        if notice.payload["threshold"] != timing.FIRST or (notice.payload["game"], notice.channel) not in told
    ]


def is_told_already(notice: Notice, *, started_at: datetime) -> bool:
    """Whether a reminder is not needed because its reader was told in time.

    That is a reminder that its reader did not choose, sent in place of a broken channel by a channel that has told of
    the turn since the turn's clock was started.
    """
    payload = notice.payload
    if payload.get("threshold") != timing.FIRST or INSTEAD_OF not in payload or notice.recipient_id is None:
        return False
    row = Reminder.objects.filter(game=payload["game"]).first()
    since = max(started_at, row.since) if row and row.since else started_at
    return (payload["game"], notice.channel) in find_told({payload["game"]: (notice.recipient_id, since)})


def advance(row: Reminder, turn: StartedTurn | None, readers: Mapping[int, Reader], *, now: datetime) -> Notice | None:
    """Sets a row that is due at `now` to its next reminder, and returns the notice to write, if any.

    If several reminders are due by now, only the shortest is sent. What the reader has switched off counts as not told,
    so that it can be made up for.
    """
    if turn is None or turn.deadline_at is None:
        row.due_at = None
        return None
    reader = readers[turn.mover_id]
    planned = plan(turn, row, reader=reader)
    since, later = row.due_at, [reminder for reminder in planned if reminder.due_at > now]
    come = [reminder for reminder in planned if since and since <= reminder.due_at <= now]
    row.due_at = later[0].due_at if later else None
    if not come or turn.deadline_at <= now or not reader.choose_ways(REMINDER):
        return None
    lengths = [timing.length_of(each.threshold) for each in come if each.threshold not in (timing.HALF, timing.FIRST)]
    row.told = min([*lengths, row.told] if row.told else lengths, default=None)
    return make_notice(turn, come[-1], began=find_start(turn, row), due_at=now)


def make_notice(turn: StartedTurn, reminder: timing.Reminder, *, began: datetime, due_at: datetime) -> Notice:
    """Makes a notice. If it comes early enough to be the first message of a clock, its payload says when it must be
    sent at the latest."""
    assert turn.deadline_at is not None
    deadline, latest = stamp(turn.deadline_at), timing.find_latest(began=began, deadline=turn.deadline_at)
    is_first = reminder.threshold == timing.FIRST or reminder.due_at <= latest
    return make(
        REMINDER,
        key=f"deadline:{turn.game_id}:{deadline}:{reminder.threshold}",
        recipient_id=turn.mover_id,
        payload={
            "game": turn.game_id,
            "ply": turn.ply,
            "deadline": deadline,
            "threshold": reminder.threshold,
            "until": reminder.until.isoformat() if reminder.until else None,
            **({"latest": latest.isoformat()} if is_first else {}),
        },
        due_at=due_at,
    )


def stamp(deadline: datetime | None) -> str:
    """Returns a deadline to the second, as keys of notices name it."""
    return f"{deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}" if deadline else ""
