"""Connects what competition hears of games and accounts."""

from importlib import import_module

from accounts import events as account_events
from competition import ladder
from games import events as game_events

import_module("games.receivers")  # ratings hear of a result first, since rating rows are locked before ladders

# --- The ladder --------------------------------------------------------------------------------------------------
game_events.result_changed.connect(ladder.on_result_changed)
account_events.restriction_imposed.connect(ladder.on_restriction_imposed)
account_events.account_closing.connect(ladder.on_account_closing)
account_events.account_closed.connect(ladder.on_account_closed)
