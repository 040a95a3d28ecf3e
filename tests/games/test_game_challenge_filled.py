"""The migration that lets each game name its challenge: before, the challenge named its game."""

from importlib import import_module

import pytest
from django.db.migrations.loader import MigrationLoader

pytestmark = [pytest.mark.django_db, pytest.mark.both]
BEFORE = ("games", "0032_always_an_opponent")
filling = import_module("games.migrations.0033_fill_game_challenge")


@pytest.fixture
def models_before(db):
    """The models as they were: the table still has the column of a challenge’s game, since old code may be running."""
    return MigrationLoader(None, replace_migrations=False).project_state(BEFORE).apps


@pytest.mark.parametrize("batch", [1, 1000])
def test_a_game_of_an_accepted_challenge_names_it_afterwards(models_before, monkeypatch, batch, alice, boris):
    monkeypatch.setattr(filling, "BATCH", batch)
    Game, Challenge = (models_before.get_model("games", name) for name in ("Game", "Challenge"))
    at = alice.date_joined
    game = {"ruleset_slug": "mastery", "control": {}, "position_text": "", "started_at": at, "turn_started_at": at}
    offer = {"audience": "anyone", "ruleset_slug": "mastery", "control": {}, "created_at": at, "expires_at": at}
    people = {"challenger_id": alice.pk, "opponent_id": boris.pk}
    games = [Game.objects.create(**game) for _ in range(4)]
    challenges = [
        Challenge.objects.create(
            token=str(number), game=each, status="accepted" if each else "pending", **people, **offer
        )
        for number, each in enumerate([games[2], None, games[0], games[3]])
    ]
    wanted = [challenges[2].pk, None, challenges[0].pk, challenges[3].pk]
    for _ in range(2):  # a second run changes nothing
        filling.fill(models_before, None)
        found = dict(Game.objects.values_list("pk", "challenge"))
        assert found == dict(zip((each.pk for each in games), wanted, strict=True))
