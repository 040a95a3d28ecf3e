"""The tables of Masters are shared by threads, and one may clear them while another looks something up."""

from games.engine import registry


class Forgetful(dict):
    """Another thread clears it whenever something is put in."""

    def __setitem__(self, key, value):
        """It is gone before it can be asked for."""


def test_every_turn_is_found_though_another_thread_clears_what_is_kept(monkeypatch):
    ruleset = registry.get("masters")
    start = ruleset.start()
    turns = start.legal_moves()
    for place in (place for side in start.tables.marchers for place in side):
        march = place[1].march
        march.clear()
        monkeypatch.setattr(march, "halves", Forgetful())
    assert ruleset.read(start.text()).legal_moves() == turns
