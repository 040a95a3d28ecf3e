"""The migration that fills in what existing players play: from public games alone, and harmless a second time."""

from datetime import UTC, date, datetime
from importlib import import_module

import pytest
from django.apps import apps

from games.models import PlayedRuleset
from tests.factories import GameFactory, UserFactory

filling = import_module("games.migrations.0003_fill_played_ruleset")
FIRST, LAST = datetime(2026, 3, 1, 23, tzinfo=UTC), datetime(2026, 5, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize("batch", [1, 1000])
def test_each_player_has_the_day_of_the_last_start_of_each_game(db, monkeypatch, batch, alice, boris):
    monkeypatch.setattr(filling, "BATCH", batch)
    carol = UserFactory(username="Carol")
    for at, slug, private in ((LAST, "mastery", False), (FIRST, "mastery", False), (LAST, "masters", True)):
        GameFactory(first=alice, second=boris, now=at, ruleset_slug=slug, private=private)
    GameFactory(first=carol, second=alice, now=FIRST, ruleset_slug="masters")
    PlayedRuleset.objects.exclude(user=boris).delete()
    for _ in range(2):
        filling.fill(apps, None)
        found = PlayedRuleset.objects.order_by("user__username", "ruleset_slug")
        assert list(found.values_list("user__username", "ruleset_slug", "last_on")) == [
            ("Alice", "masters", date(2026, 3, 1)),
            ("Alice", "mastery", date(2026, 5, 2)),
            ("Boris", "mastery", date(2026, 3, 1)),  # noted when the last one started that was made here
            ("Carol", "masters", date(2026, 3, 1)),
        ]
