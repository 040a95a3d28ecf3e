"""Opponents of games that were played before a rank asked for them are counted by a migration."""

from importlib import import_module

from django.apps import apps
from django.db import connection

from games.models import PlayerRating
from tests.factories import UserFactory
from tests.games.rating.conftest import HOUR, LONG_TURNS, on_day, put, rating_of, win

migration = import_module("games.migrations.0041_fill_opponents")


def test_it_counts_as_the_site_does_and_a_second_run_changes_nothing(alice, monkeypatch):
    monkeypatch.setattr(migration, "BATCH", 2)
    others = [UserFactory() for _ in range(3)]
    for number, other in enumerate((*others, others[0])):
        put(other, 1600, 60 if number < 2 else 200, at=on_day(0))
        win(alice, other, at=on_day(1) + number * HOUR, turns=LONG_TURNS if number else LONG_TURNS[:4])
    right = dict(PlayerRating.objects.values_list("pk", "opponents"))
    assert rating_of(alice).opponents == 1
    PlayerRating.objects.update(opponents=4)
    for _ in range(2):
        migration.fill(apps, connection.schema_editor)
        assert dict(PlayerRating.objects.filter(games__gt=0).values_list("pk", "opponents")) == {
            pk: right[pk] for pk in PlayerRating.objects.filter(games__gt=0).values_list("pk", flat=True)
        }
