"""The one place where a game changes: one file for each action. Nothing else writes Game, Seat or Turn.

Every action locks the game's row, reads the time once, changes the game and announces it, all in one transaction. `now`
is for tests and simulations: in production it is None, and the time is read after the lock. Every refusal is a
`core.refusal.Refusal`, which has a sentence for the player.
"""

from games.play import offers
from games.play.adjudicate import adjudicate
from games.play.arming import arm, disarm, forget_lines, list_lines, list_lines_of
from games.play.by_staff import Case, Rehearsed
from games.play.call_off import call_off
from games.play.close_chat import close_chat, open_chat
from games.play.guests import delete_guests, hand_over
from games.play.hide import hide, show
from games.play.leave_out import leave_out
from games.play.move_deadline import move_deadline
from games.play.outage_settlement import announce_moved, settle_outages
from games.play.pairs import start_pair
from games.play.pause_by_staff import pause, resume
from games.play.queue import bring_back, pin, skip, snooze
from games.play.rated_by_staff import put_back, take_out
from games.play.reading import mark_read
from games.play.rematch_wishes import forget_wishes, list_wished, offer_wished, wish_rematches
from games.play.reopen import reopen, restore_result
from games.play.resign import resign, resign_for_closed
from games.play.running_out import run_out, run_out_due
from games.play.silence import claim_win
from games.play.start import start_game
from games.play.suspension import settle_suspensions
from games.play.taking_back import put_turns_back, take_back_by_staff
from games.play.turn import play_move
from games.play.undoing import find_left_to_undo, undo
from games.play.void import void

__all__ = [
    "Case",
    "Rehearsed",
    "adjudicate",
    "announce_moved",
    "arm",
    "bring_back",
    "call_off",
    "claim_win",
    "close_chat",
    "delete_guests",
    "disarm",
    "find_left_to_undo",
    "forget_lines",
    "forget_wishes",
    "hand_over",
    "hide",
    "leave_out",
    "list_lines",
    "list_lines_of",
    "list_wished",
    "mark_read",
    "move_deadline",
    "offer_wished",
    "offers",
    "open_chat",
    "pause",
    "pin",
    "play_move",
    "put_back",
    "put_turns_back",
    "reopen",
    "resign",
    "resign_for_closed",
    "restore_result",
    "resume",
    "run_out",
    "run_out_due",
    "settle_outages",
    "settle_suspensions",
    "show",
    "skip",
    "snooze",
    "start_game",
    "start_pair",
    "take_back_by_staff",
    "take_out",
    "undo",
    "void",
    "wish_rematches",
]
