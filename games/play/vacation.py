"""Vacation in games: corrects clocks when a player sets or ends it, and uses a day automatically when time runs out.

The user is locked first, then games in the order of their ids; when vacation is set, also games in which it is not the
user's turn yet. So a turn that starts at that moment either knows of the vacation or is found here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from accounts.models import User, Vacation
from accounts.time_off.vacation import balance_of, list_booked, may_take_day, take_day
from games import clock, events
from games.clock import DAY, Span
from games.models import ClockChange, Game, Seat
from games.play.clocks import build_calendar, move_clock, read_booked, read_pauses, recompute, vacation_left

Kind = ClockChange.Kind


def on_vacation_changed(*, user_id: int, vacation_id: int, was: Span | None, now: datetime, **_: Any) -> None:
    """A user, who is locked, has set or ended vacation: their clocks follow it from `now` on."""
    vacation = Vacation.objects.get(pk=vacation_id)
    turns = [turn for turn in lock_turns(user_id) if turn.deadline > now]
    booked = _read_booked(user_id, turns, now=now)
    others = [span for span in booked if span != (vacation.from_at, vacation.until_at)]
    for turn in turns:
        before, after = (
            build_calendar(turn.game, turn.seat, spans, since=turn.game.turn_started_at)
            for spans in ([*others, was] if was else others, booked)
        )
        if clock.rebase(turn.deadline, now=now, before=before, after=after) != turn.deadline:
            recompute(turn.game, before=before, after=after, kind=Kind.VACATION, now=now, vacation=vacation)


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A locked game in which it is the user's turn, with the user's seat."""

    game: Game
    seat: Seat

    @property
    def deadline(self) -> datetime:
        assert self.game.deadline_at is not None
        return self.game.deadline_at


def lock_turns(user_id: int, *, due_before: datetime | None = None) -> list[OwnTurn]:
    """Locks running games that allow vacation and have a deadline; returns those in which it is the user's turn."""
    seats = Seat.objects.filter(user=user_id)
    games = Game.objects.active().filter(pk__in=seats.values("game_id"), vacation_days__gt=0, deadline_at__isnull=False)
    if due_before is not None:
        games = games.filter(deadline_at__lt=due_before)
    held = {game.pk: game for game in games.select_for_update(no_key=True).order_by("pk")}
    turns = [OwnTurn(held[seat.game_id], seat) for seat in seats.filter(game__in=held).order_by("game")]
    own = [turn for turn in turns if turn.seat.side == turn.game.side_to_move]
    read_pauses(turn.game for turn in own)
    return own


def extend_automatically(user: User, turns: list[OwnTurn], *, now: datetime) -> None:
    """Uses days for a locked user as long as one of these deadlines has come and a day may be used.

    Each day starts at a deadline and counts once for every game due within it. However late this is called, the days
    are those that would have been used in time.
    """
    booked = _read_booked(user.pk, turns, now=now)
    hopeless: list[OwnTurn] = []
    while due := [turn for turn in turns if turn.deadline <= now and turn not in hopeless]:
        turn = min(due, key=lambda turn: (turn.deadline, turn.game.pk))
        if not _extend_one(user, turn, turns, booked, now=now):
            hopeless.append(turn)


def _extend_one(user: User, turn: OwnTurn, turns: list[OwnTurn], booked: list[Span], *, now: datetime) -> bool:
    """Extends a game whose deadline has come, and the others that are due within the same day."""
    if not vacation_left(turn.game, turn.seat, booked, at=turn.deadline):
        return False
    if taken := _find_taken(user, turn.game, at=turn.deadline):
        _extend(turn, taken, booked, now=now)
        events.vacation_used.send(sender=Vacation, user_id=user.pk, vacation_id=taken.pk)
        return True
    vacation = take_day(user, at=turn.deadline, now=now)
    if vacation is None:
        return False
    for other in turns:
        if vacation.from_at <= other.deadline < vacation.until_at:
            _extend(other, vacation, booked, now=now)
    events.vacation_used.send(sender=Vacation, user_id=user.pk, vacation_id=vacation.pk)
    return True


class WhyNot(StrEnum):
    """Why vacation would do nothing for somebody whose time ran out."""

    USED_UP = "you have used all that this game allows"
    OFF = "automatic vacation is off"
    TOO_LITTLE = "less than a day of it is left"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What vacation would do for a player whose time in a game ran out; `why_not` says why it would do nothing."""

    balance: timedelta
    """What the player would have by then."""
    allowed: timedelta
    """What the game would still allow."""
    why_not: WhyNot | None = None


def foresee(game: Game, user: User, *, allowed: timedelta, at: datetime, took_day: bool | None = None) -> Prospect:
    """What `extend_automatically` would do if the user's time in a game ran out at an instant, by what is known now.

    `allowed` is what the game still allows them then; `took_day` says whether a day used for another game covers the
    instant, where the caller has read that.
    """
    balance = balance_of(user, now=at)
    if allowed <= timedelta():
        return Prospect(balance, allowed, WhyNot.USED_UP)
    if took_day or may_take_day(user, at=at) or (took_day is None and _find_taken(user, game, at=at)):
        return Prospect(balance, allowed)
    return Prospect(balance, allowed, WhyNot.TOO_LITTLE if user.vacation_automatic else WhyNot.OFF)


def foresee_deadline(game: Game, seat: Seat) -> Prospect | None:
    """What happens at the deadline of the present turn, which is this seat's. None in a game without vacation."""
    if game.deadline_at is None or not game.vacation_days:
        return None
    booked = read_booked(game, [seat], since=game.turn_started_at)[seat.user_id]
    allowed = vacation_left(game, seat, booked, at=game.deadline_at)
    return foresee(game, seat.user, allowed=allowed, at=game.deadline_at)


def _find_taken(user: User, game: Game, *, at: datetime) -> Vacation | None:
    """A day used already that covers the deadline of a game and has not extended it."""
    used = ClockChange.objects.filter(game=game, kind=Kind.AUTOMATIC, vacation__isnull=False).values("vacation")
    taken = Vacation.objects.filter(user=user, automatic=True, from_at__lte=at, until_at__gt=at)
    return taken.exclude(pk__in=used).order_by("from_at", "pk").first()


def _extend(turn: OwnTurn, vacation: Vacation, booked: list[Span], *, now: datetime) -> None:
    """Gives the game a day of running time, or as much as it still allows."""
    game, seat = turn.game, turn.seat
    more = min(DAY, vacation_left(game, seat, booked, at=turn.deadline))
    if not more:
        return
    seat.vacation_used += more
    seat.save(update_fields=["vacation_used"])
    calendar = build_calendar(game, seat, booked, since=game.turn_started_at)
    deadline = calendar.advance(turn.deadline, more)
    move_clock(game, kind=Kind.AUTOMATIC, deadline=deadline, now=now, vacation=vacation)


def _read_booked(user_id: int, turns: list[OwnTurn], *, now: datetime) -> list[Span]:
    since = min((turn.game.turn_started_at for turn in turns), default=now)
    return list_booked([user_id], since=since)[user_id]
