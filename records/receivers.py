"""Connects what records hear of games and accounts, and defines the copies that they write."""

from importlib import import_module

from accounts import events
from computers.events import making_way
from games.events import publicity_changed, result_changed
from games.reading import chosen
from records import animating, book, bulk, following, puzzles
from records.words import following as following_words

import_module("games.receivers")
import_module("records.collecting")
result_changed.connect(book.on_result_changed, dispatch_uid="records.book")
result_changed.connect(bulk.on_result_changed, dispatch_uid="records.bulk")
publicity_changed.connect(book.on_result_changed, dispatch_uid="records.book")
publicity_changed.connect(bulk.on_publicity_changed, dispatch_uid="records.bulk")
events.account_closed.connect(bulk.on_names_changed, dispatch_uid="records.bulk")
events.naming_changed.connect(bulk.on_names_changed, dispatch_uid="records.bulk")
events.player_blocked.connect(following.on_player_blocked)
events.account_closed.connect(following.on_account_closed)
events.account_exporting.connect(following.on_account_exporting)
chosen.offer(chosen.Choice("followed", following_words.FOLLOWED, following.choose_followed))
events.account_closed.connect(puzzles.on_account_closed)
events.account_exporting.connect(puzzles.on_account_exporting)
making_way.connect(animating.on_making_way)
