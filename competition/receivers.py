"""Connects competition to the events of games and accounts."""

from importlib import import_module

from accounts import events as account_events
from competition import exporting, ladder
from competition.standing import absence, keeping, room, starting
from games import events

import_module("games.receivers")  # first, since games and ratings are locked before what competition locks

# --- Standing challenges -----------------------------------------------------------------------------------------
events.challenge_accepting.connect(starting.on_challenge_accepting)
events.challenge_accepted.connect(starting.on_challenge_accepted)
events.challenge_withdrawn.connect(keeping.on_challenge_withdrawn)
events.turn_started.connect(room.on_turn_started)
events.turn_undone.connect(room.on_turn_undone)
events.result_changed.connect(absence.on_result_changed)  # first: pausing comes before listing
events.result_changed.connect(starting.on_result_changed)
account_events.vacation_changed.connect(room.on_vacation_changed)
account_events.restriction_imposed.connect(room.on_restriction_changed)
account_events.restriction_closed.connect(room.on_restriction_changed)

# --- The ladder --------------------------------------------------------------------------------------------------
events.result_changed.connect(ladder.on_result_changed)
events.state_described.connect(ladder.on_state_described)
account_events.restriction_imposed.connect(ladder.on_restriction_imposed)

# --- Accounts: standing challenges are locked before ladders -----------------------------------------------------
account_events.account_exporting.connect(exporting.on_account_exporting)
account_events.account_closing.connect(exporting.on_account_closing)
account_events.account_closing.connect(ladder.on_account_closing)
account_events.account_closed.connect(exporting.on_account_closed)
account_events.account_closed.connect(ladder.on_account_closed)
