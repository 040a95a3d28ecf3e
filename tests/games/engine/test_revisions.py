"""Rules that are put right one day: games that began before are played to their end as they began."""

import pytest
from django.urls import reverse

from engine import registry
from engine.games.masters.rules import SETUP, Masters
from tests.factories import GameFactory, play_turns

EARLIER = ("SAHWGPCHAS", SETUP[1])
"""With horsemen where archers stand: only one of the two can jump out at once."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def put_right(monkeypatch):
    """From here on Masters is set up as its second revision says."""
    before, after = Masters(setup=EARLIER), Masters()
    after.revision, after.earlier = 2, (before,)

    def do() -> None:
        monkeypatch.setitem(registry.RULESETS.by_name(), "masters", after)

    monkeypatch.setitem(registry.RULESETS.by_name(), "masters", before)
    return do


def test_a_ruleset_is_found_by_its_number_too(put_right):
    put_right()
    assert [registry.get("masters", revision=number).revision for number in (1, 2, None)] == [1, 2, 2]
    with pytest.raises(registry.UnknownRuleset):
        registry.get("masters", revision=3)


def test_each_game_is_played_by_the_rules_that_it_began_by(put_right, alice, boris, client):
    old = GameFactory(first=alice, second=boris, ruleset_slug="masters")
    turn = next(move for move in old.position.legal_moves() if move.startswith("Hc1"))
    put_right()
    new = GameFactory(first=alice, second=boris, ruleset_slug="masters")
    assert (old.ruleset_revision, new.ruleset_revision) == (1, 2)
    assert turn not in new.position.legal_moves()
    assert play_turns(old, turn).ply == 1
    client.force_login(boris)
    assert client.get(old.get_absolute_url()).status_code == 200
    assert client.get(reverse("game_at", args=[old.pk, 0])).status_code == 200
    assert client.get(reverse("home")).status_code == 200
