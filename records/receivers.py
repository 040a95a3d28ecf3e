"""Connects what records hear of games and accounts, and defines the copies that they write."""

from importlib import import_module

import_module("games.receivers")
import_module("records.collecting")
