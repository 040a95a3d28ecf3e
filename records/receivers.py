"""Connects what records hear of games and accounts."""

from importlib import import_module

import_module("games.receivers")
