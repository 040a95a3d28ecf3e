"""What games announce to higher apps, inside the transaction that made it true. Signals carry ids.

`turn_started` also carries what its notices are made from, which saves every turn that is played a query.

Receivers run in that transaction: they insert rows and nothing else. An exception in one undoes the change.
"""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.dispatch import Signal

from engine.contract import Side


class StartedTurn(NamedTuple):
    """A turn that has started: whose it is, and how long there is for it."""

    game_id: int
    ply: int
    """Turns played before it."""
    mover_id: int
    """The user whose turn it is."""
    started_at: datetime
    deadline_at: datetime | None
    by_computer: bool = False
    """Whether the site itself is to play it."""
    is_told: bool = False
    """Whether its player is told otherwise, by a notice that the game has started."""
    answers: int = 0
    """Turns that armed lines played at once after one that was played by hand."""


class Result(NamedTuple):
    """How a finished game has ended, as its row says. One that goes on has none."""

    winner: Side | None
    """None where nobody won: in a draw, and in a game that counts for nobody. The termination tells them apart."""
    termination: str
    ended_at: datetime
    """Stays the same where staff decide about a finished game anew."""


class Correcting(StrEnum):
    """Why a rating is corrected: what became of the game."""

    VOID = "void"
    REOPENED = "reopened"
    DECIDED = "decided"
    """Staff decided about it anew, or gave it back an earlier result."""
    LEFT_OUT = "left_out"
    """The winner on time left it out."""
    TAKEN_OUT = "taken_out"
    """Staff took it, or several, out of the ratings."""
    PUT_BACK = "put_back"


turn_remarked = Signal()  # turn_id, user_id, text, now: written with a turn by its player; a Refusal undoes the turn
# undone: the StartedTurn of the opponent that never began, turn_id: of what was taken back, mover_id: whose turn it is
# again, as before it; told_at: the revision at which `turn_started` announced the opponent's turn; revision; arranged:
# what the game comes from, as in `Game.Arranged`
turn_undone = Signal()
turn_started = Signal()  # turn, revision, arranged
# game_id, before, after: each a Result, or None while the game goes on, and never equal; sent by
# `play.ending.changing_result` alone, once for each change, when the game is saved. Also revision; rated: whether the
# game is; arranged: what it comes from, as in `Game.Arranged`; ended: its ruleset and how many plies it
# has; answers: turns that armed lines played just before; planned_by: the side whose armed line ended it by resigning
# or accepting a draw, and which alone may be told of that, else None; by_staff: whether staff did it, which
# `staff_acted` tells then
result_changed = Signal()
# user_id, ruleset_slug, before, after: what their rating read and reads, never equal; cause: a Correcting; game_id: the
# game by which it changed, which had been settled before, or None where staff did it to several; decision: the number
# of that decision in the log of staff, where those concerned may read why and appeal, else None
rating_corrected = Signal()
turns_answered = Signal()  # game_id, revision, side: whose lines played turns, ply, answers: how many by both sides
deadline_moved = Signal()  # game_id, revision: of the present turn; its reminders no longer fit
# game_id, revision, kind: why the clock of the present turn starts again, now or when a pause is over, as a
# ClockChange.Kind, and by_staff; sent after `deadline_moved`. What was told of the time left counts no more
clock_restarted = Signal()
publicity_changed = Signal()  # game_id: staff have hidden it, or show it again; `private` says which
offer_made = Signal()  # game_id, revision, side: the side that makes it, offer: the name of its kind
offer_declined = Signal()  # game_id, revision, side: the side that declines it, offer; accepted, it tells what it does
win_claimed = Signal()  # game_id, revision, ply, side: who claims it from the silent other side
message_sent = Signal()  # message_id: a line of chat
vacation_used = Signal()  # user_id, vacation_id: used automatically, and the games it saved are in their logs
deadlines_moved = Signal()  # game_ids: of so many games at once that each cannot be told alone
pages_silent = Signal()  # since: the pages do not answer the probe, while tasks run
pages_back = Signal()  # since, until: they answer again, and that they did not was announced
mail_failing = Signal()  # since: no email can be sent, for a fault of the site's own; again at every try
replies_failing = Signal()  # since: answers by email are not read, for a fault of the site's own; again at every try
# game_id, until, now: its time has run out at `now`, as far as the game knows; a receiver returns True where a turn
# that came in by `until` may still be unread, which holds the game back
time_running_out = Signal()
# game_id, arranged: staff are about to do something to a game, or have done it; a receiver returns what it keeps of the
# game, by names of its own, with the state that the log of staff has before and after
state_described = Signal()
# game_id, details: what the caller handed on; the game has changed, and what follows from that is done before its state
# is described, also in a rehearsal
staff_acting = Signal()
staff_acted = Signal()  # staff_action_id; before, after: how the game stood; details: what the caller handed on
guest_games_kept = Signal()  # user_id, game_ids: what somebody played as a guest is theirs now; the games are locked
challenge_received = Signal()  # challenge_id: sent to a player or an address
# challenge_id, user_id, now: a player is about to accept, both are locked, and the challenge is for this player; a
# Refusal keeps them from it
challenge_accepting = Signal()
challenge_accepted = Signal()  # challenge_id, game_id: the game that has started, of a pair the first
challenge_withdrawn = Signal()  # challenge_id, now: by its owner
challenge_declined = Signal()  # challenge_id
challenge_expiring = Signal()  # challenge_id: nobody has answered, and it soon lapses
