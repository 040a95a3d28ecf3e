"""Connects what replies hear of accounts and games."""

from accounts import events as account_events
from games import events as game_events
from replies import exporting, holding

account_events.account_exporting.connect(exporting.on_account_exporting)
account_events.account_closed.connect(exporting.on_account_closed)
game_events.time_running_out.connect(holding.on_time_running_out)
