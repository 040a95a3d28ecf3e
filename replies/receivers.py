"""Connects what replies hear of accounts."""

from accounts import events as account_events
from replies import exporting

account_events.account_exporting.connect(exporting.on_account_exporting)
account_events.account_closed.connect(exporting.on_account_closed)
