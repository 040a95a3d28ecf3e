"""A game as one reader sees it, after some turn of it: all that a page of the game shows, in four queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.conduct import rights
from accounts.models import User
from core.numbers import LARGEST
from engine.contract import Side
from games import clock
from games.models import Game, Seat
from games.play.silence import find_claimable
from games.play.undoing import find_left_to_undo
from games.play.vacation import Prospect, foresee
from games.reading.around import Around, find_around
from games.reading.clocks import Clocks, read_clocks
from games.reading.seats import Seats, read_seats
from games.reading.turns import Played, choose_window, find_turns
from games.reading.waiting import Waiting, list_waiting


class NoSuchPosition(LookupError):
    """The game has not come so far."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Whether the win may be claimed from a player who has been away for long, or is claimed."""

    claimed: bool
    mine: bool
    """Whether the reader is the player who is to move."""
    may: bool
    other: User
    """The player who is to move."""


@dataclass(frozen=True, slots=True)
class GameState:
    """What is known of a game to one reader."""

    game: Game
    seats: Seats
    now: datetime
    shown: int
    """The number of turns after which the position is shown."""
    is_now: bool
    """Whether the game was asked for as it is now, and not as it was after some turn."""
    position_text: str
    last_turn: str | None
    """The text of the turn that led to the position."""
    turns: tuple[Played, ...]
    """All, or a window around the shown one, with the turn before that window."""
    has_all_turns: bool
    clocks: Clocks
    around: Around
    waiting: Waiting | None
    """The games that wait for a reader with an account who plays in this one."""
    silence: Silence | None
    vacation: Prospect | None
    """The reader's own vacation, where it may count in the game."""

    @property
    def mine(self) -> Seat | None:
        """The seat of a reader who plays, with an account or as a guest."""
        return self.seats.mine

    @property
    def side(self) -> int | None:
        """The side of a reader who plays."""
        return None if self.mine is None else self.mine.side

    @property
    def member(self) -> Seat | None:
        """The seat of a reader who plays with an account."""
        return None if self.mine is None or self.mine.user.is_guest else self.mine

    @property
    def may_move(self) -> bool:
        """Whether it is the reader's turn, in the position shown."""
        game, mine = self.game, self.mine
        return self.is_now and mine is not None and not game.is_over and mine.side == game.side_to_move

    @property
    def left_to_undo(self) -> timedelta | None:
        """How long the reader may still take their last turn back by themselves; None where they may not."""
        return find_left_to_undo(self.game, side=self.side, now=self.now) if self.is_now else None

    @property
    def may_read_chat(self) -> bool:
        """Whether the reader has a chat here: a player with an account, whose opponent is no computer."""
        return self.member is not None and not self.seats.has_computer

    @property
    def may_plan(self) -> bool:
        """Whether the reader may arm conditional lines."""
        return self.is_now and self.member is not None and not self.game.is_over

    @property
    def another_waits(self) -> bool:
        """Whether another game waits for the reader, too."""
        return self.waiting is not None and self.waiting.find_next(but=self.game.pk) is not None


def may_see(game: Game, reader: Any) -> bool:
    """A private game is for its players; one that staff have hidden also for moderators."""
    if not game.private or read_seats(game, reader_id=reader.pk).mine is not None:
        return True
    return game.hidden_at is not None and rights.moderates(reader)


def read_state(
    game: Game,
    reader: Any,
    *,
    ply: int | None = None,
    everything: bool = False,
    before: int | None = None,
    now: datetime | None = None,
) -> GameState:
    """A game as `reader`, a user, a guest or a visitor who may see it, sees it now or after `ply` turns.

    `everything` asks for all turns, `before` for the messages before the one of this number. Raises NoSuchPosition.
    """
    shown = game.ply if ply is None else ply
    if shown > game.ply:
        raise NoSuchPosition
    now, seats = now or timezone.now(), read_seats(game, reader_id=reader.pk)
    start, end = choose_window(game.ply, shown=shown, everything=everything)
    turns = tuple(Played(*turn) for turn in find_turns(game.pk, start, end))
    text, last = find_position(game, turns, ply=shown)
    member = None if seats.mine is None or seats.mine.user.is_guest else seats.mine
    around = find_around(game, seats, plies=choose_plies(game, turns), before=before, now=now)
    clocks = read_clocks(game, seats, around.booked, now=now)
    return GameState(
        game=game,
        seats=seats,
        now=now,
        shown=shown,
        is_now=ply is None,
        position_text=text,
        last_turn=last,
        turns=turns,
        has_all_turns=start == 0,
        clocks=clocks,
        around=around,
        waiting=None if member is None else list_waiting(member.user_id),
        silence=find_silence(game, seats, now=now) if ply is None and member is not None else None,
        vacation=None if member is None else foresee_own(game, member, clocks, around, now=now),
    )


def choose_plies(game: Game, turns: tuple[Played, ...]) -> tuple[int, int]:
    """The first and the last number of turns after which offers are told beside these turns.

    Beyond the last turn of the game there is no end: a takeback was asked for when more turns had been played.
    """
    first, last = (turns[0].ply - 1, turns[-1].ply) if turns else (0, 0)
    return first, LARGEST if last == game.ply else last


def find_position(game: Game, turns: tuple[Played, ...], *, ply: int) -> tuple[str, str | None]:
    """The position after so many turns, as text, and the turn that led to it. Raises NoSuchPosition."""
    last = next((turn for turn in turns if turn.ply == ply), None)
    if ply == game.ply:
        return game.position_text, last and last.text
    if ply == 0:
        return game.ruleset.start(**game.options).text(), None
    if last is None:
        raise NoSuchPosition
    return last.position_text, last.text


def find_silence(game: Game, seats: Seats, *, now: datetime) -> Silence | None:
    """For a player of a game in which a win may be claimed.

    One or two queries, and only once the opponent has been away for long.
    """
    mover = seats[game.side_to_move]
    if game.is_over or not game.silence_days or mover.user.is_computer:
        return None
    claimed, may = game.deadline_at is not None, False
    if mover != seats.mine and not claimed:
        seen = max(filter(None, [mover.user.last_visit_at, game.turn_started_at]))
        may = now - seen >= timedelta(days=game.silence_days) and now >= find_claimable(game, mover)
    return Silence(claimed, mover == seats.mine, may, mover.user)


def foresee_own(game: Game, seat: Seat, clocks: Clocks, around: Around, *, now: datetime) -> Prospect | None:
    """The reader's vacation, and why no day of it would be used automatically, if none would."""
    if game.is_over or not game.vacation_days:
        return None
    allowed = game.vacation_days * clock.DAY - clocks.by_side[seat.side].vacation_used
    return foresee(game, seat.user, allowed=allowed, at=now, took_day=around.took_day)


def is_flipped(seats: Seats, *, turned: bool) -> bool:
    """Players see their own side below, unless the board is turned round."""
    return (seats.mine is not None and seats.mine.side == Side.SECOND) != turned
