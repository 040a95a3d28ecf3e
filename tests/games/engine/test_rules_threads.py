"""The tables of the rules are shared by threads, and one may clear them while another looks something up."""

import pytest

from engine import registry
from engine.games.masters import move_tables
from engine.games.mastery import tables
from engine.room import Table


@pytest.mark.parametrize(("slug", "room"), [("mastery", tables._ROOM), ("masters", move_tables.ROOM)])
def test_every_turn_is_found_though_another_thread_clears_what_is_kept(slug, room, monkeypatch):
    ruleset = registry.get(slug)
    start = ruleset.start()
    turns = start.legal_moves()
    room.clear()
    monkeypatch.setattr(Table, "__setitem__", lambda self, key, value: None, raising=False)  # gone as soon as kept
    assert ruleset.read(start.text()).legal_moves() == turns
    assert not any(map(len, room.tables))
