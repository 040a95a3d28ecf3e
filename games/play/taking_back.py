"""Takes turns back, by agreement or by staff: they are kept and marked, and the earlier position comes back."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from accounts.models import User
from core.refusal import Refusal
from engine.contract import Side
from games import clock
from games.models import ClockChange, Game, Seat, Turn
from games.models.staff_action import declare_kind
from games.play import arming, clocks
from games.play.act import Act
from games.play.by_staff import NO_CASE, Case, State, acting_as_staff
from games.play.ending import end_game, undoing_end
from games.words import by_staff as words
from games.words import refusals

TAKEN_BACK = declare_kind("taken_back", label="turns taken back")
TURNS_RESTORED = declare_kind("turns_restored", label="turns put back")
MOST = 20
"""Turns that staff take back at once; more would be another game."""
MOST_AGREED = 2
"""Turns that players take back at once: their own, and the opponent's answer."""


def take_back_by_staff(
    game_id: int, *, turns: int, staff: User, reason: str, case: Case = NO_CASE, now: datetime | None = None
) -> None:
    """Takes back the last turns of a game, running or finished, which then goes on from there.

    The player to move has the time that was left when they played that turn, twelve hours at least. Raises Refusal:
    nothing_to_take_back, no_reason, own_game.
    """
    acting = acting_as_staff(game_id, also_over=True, kind=TAKEN_BACK, staff=staff, reason=reason, case=case, now=now)
    with acting as (game, record):
        first = find_ply(game, ply=game.ply - turns + 1) if 1 <= turns <= min(MOST, game.ply) else None
        if first is None:
            said = refusals.TOO_FEW_TURNS(most=min(MOST, game.ply)) if game.ply else refusals.NO_TURNS_YET()
            raise Refusal(said, status=422)
        take_back(game, first, now=record.done_at, why=record.reason, by=staff)
        record.say(words.TAKEN_BACK(turns=turns, first=str(first)))


def put_turns_back(
    game_id: int,
    *,
    before: State,
    revision: int,
    taken_back_at: datetime,
    staff: User,
    reason: str,
    case: Case = NO_CASE,
    now: datetime | None = None,
) -> None:
    """Undoes what staff took back, while nothing has been played since; the clock has the time again that it had
    then, twelve hours at least.

    `before` is the state of the game before, and `revision` the one that the change made. Raises Refusal:
    changed_since, no_reason, own_game.
    """
    acting = acting_as_staff(
        game_id, kind=TURNS_RESTORED, also_over=True, staff=staff, reason=reason, case=case, now=now
    )
    with acting as (game, record):
        turns = game.turns.filter(taken_back_at=taken_back_at)
        if game.revision != revision or not turns.exists():
            raise Refusal(refusals.CHANGED_SINCE())
        turns.update(taken_back_at=None)
        arming.have_back(game, taken_back_at=taken_back_at)
        _stand_at(game, ply=before["ply"])
        game.side_to_move = before["side_to_move"]
        _give_banks(game, before)
        game.turn_started_at = record.done_at
        left = _find_left_again(before, taken_back_at=taken_back_at)
        at_least = timedelta() if before["termination"] else clocks.AT_LEAST  # it is to be over again
        kind, now, why = ClockChange.Kind.STAFF, record.done_at, record.reason
        clocks.restart_clock(game, left=left, at_least=at_least, now=now, kind=kind, why=why, by=staff)
        if before["termination"]:
            _end_again(Act(game, record.done_at, by_staff=True), before)
        else:
            clocks.announce_turn(game, game.seats.get(side=game.side_to_move))


def _give_banks(game: Game, before: State) -> None:
    """Gives both players the banks that they had in this state."""
    for seat in game.seats.all():
        bank = before["banks"][str(seat.side)]
        seat.bank = None if bank is None else timedelta(seconds=bank)
        seat.save(update_fields=["bank"])


def _end_again(act: Act, before: State) -> None:
    """Gives a game the end that it had in this state."""
    winner = None if before["winner"] is None else Side(before["winner"])
    ended_at = datetime.fromisoformat(before["ended_at"])
    end_game(act, winner=winner, termination=before["termination"], ended_at=ended_at)


def _find_left_again(before: State, *, taken_back_at: datetime) -> timedelta | None:
    """What was left before turns were taken back; None without a limit. Where it was not logged yet, it is how far
    ahead the deadline lay then."""
    if not before["deadline_at"]:
        return None
    if left := before.get("time_left"):
        return timedelta(seconds=left)
    return max(datetime.fromisoformat(before["deadline_at"]) - taken_back_at, timedelta())


def take_back(game: Game, turn: Turn, *, now: datetime, why: str = "", by: User | None = None) -> None:
    """Takes this turn of a locked game back and all after it, and announces the turn that has to be played again.

    A finished game goes on.
    """
    seat = game.seats.get(side=turn.side)
    with undoing_end(Act(game, now, by_staff=by is not None)):
        _give_bank_back(game, turn)
        arming.end_resting(game, first=turn, now=now)
        game.turns.filter(taken_back_at=None, ply__gte=turn.ply).update(taken_back_at=now)
        _restore(game, turn)
        _give_clock_back(game, seat, turn, now=now, why=why, by=by)
    clocks.announce_turn(game, seat)


def find_last(game: Game, *, side: Side) -> Turn:
    """The last turn of that side, which is the last of all or the one before it. Raises Refusal:
    nothing_to_take_back."""
    recent = game.turns.filter(taken_back_at=None, ply__gt=game.ply - MOST_AGREED, ply__lte=game.ply, side=side)
    turn = recent.order_by("-ply").first()
    if turn is None:
        raise Refusal(refusals.NOTHING_TO_TAKE_BACK())
    return turn


def find_ply(game: Game, *, ply: int) -> Turn | None:
    return game.turns.filter(taken_back_at=None, ply=ply).first()


def _restore(game: Game, turn: Turn) -> None:
    """Puts the position before the turn on the board, and drops offers made since. Not saved yet."""
    _stand_at(game, ply=turn.ply - 1)
    game.side_to_move = turn.side


def _stand_at(game: Game, *, ply: int) -> None:
    """Puts the position after so many turns on the board. Not saved yet."""
    before = game.turns.filter(taken_back_at=None, ply__lte=ply).order_by("-ply")
    last = before.first()
    game.ply = ply
    game.position_text = last.position_text if last else game.ruleset.start(**game.options).text()
    game.position_key = last.position_key if last else ""
    game.canonical_key = last.canonical_key if last else ""
    texts = before.values_list("text", flat=True).iterator(chunk_size=100)
    game.quiet_turns = sum(1 for _ in takewhile(game.ruleset.is_quiet, texts))
    game.offers = {}


def _give_bank_back(game: Game, turn: Turn) -> None:
    """Restores the other side's time bank from before the first of its turns that are taken back, if there is one."""
    answer = game.turns.filter(taken_back_at=None, ply__gt=turn.ply, side=1 - turn.side).order_by("ply").first()
    if answer is not None and answer.bank_before is not None:
        game.seats.filter(side=answer.side).update(bank=answer.bank_before)


def _give_clock_back(game: Game, seat: Seat, turn: Turn, *, now: datetime, why: str, by: User | None) -> None:
    """Restores the time bank from before the turn, and the time that was left when it was played. Saves the game."""
    if turn.bank_before is not None:
        seat.bank = turn.bank_before
        seat.save(update_fields=["bank"])
    game.turn_started_at = now  # vacation that passed in the turn of the other counts for nothing
    kind, left = ClockChange.Kind.TAKEN_BACK, _find_left(game, seat, turn)
    clocks.restart_clock(game, left=left, kind=kind, now=now, terms={"turn": turn.text}, why=why, by=by)


def _find_left(game: Game, seat: Seat, turn: Turn) -> timedelta | None:
    """None without a time limit, as for a computer. A turn that was played before this was stored gets its full time
    again."""
    if seat.user.is_computer:
        return None
    return clock.allotment(game.clock_control, seat.bank) if turn.time_left is None else turn.time_left
