"""Connects what records hear of games and accounts, and defines the copies that they write."""

from importlib import import_module

from accounts import events
from games.events import result_changed
from records import bulk

import_module("games.receivers")
import_module("records.collecting")
result_changed.connect(bulk.on_result_changed, dispatch_uid="records.bulk")
events.account_closed.connect(bulk.on_names_changed, dispatch_uid="records.bulk")
events.naming_changed.connect(bulk.on_names_changed, dispatch_uid="records.bulk")
