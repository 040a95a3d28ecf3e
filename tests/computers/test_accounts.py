"""The accounts of the computers are there before anybody plays them: one for each level of each game."""

import pytest
from celery.signals import worker_ready

from accounts.models import User
from computers import starting, tasks
from computers.models import Computer
from engine import registry
from engine.search.playing import list_levels

pytestmark = pytest.mark.django_db
WANTED = [(ruleset.slug, level.name) for ruleset in registry.all_rulesets() for level in list_levels(ruleset)]


def list_computers():
    return sorted(Computer.objects.values_list("ruleset_slug", "level_name"))


def test_there_is_one_for_each_level_of_each_game(client):
    tasks.make_accounts()
    assert list_computers() == sorted(WANTED)
    for user in User.objects.filter(kind=User.Kind.COMPUTER):
        assert client.get(user.get_absolute_url()).status_code == 200


def test_every_page_that_shows_one_says_that_it_is_a_computer(client, alice, asked):
    game = starting.start(alice, slug="mastery", level="newcomer")
    client.force_login(alice)
    computer = next(seat.user for seat in game.seats.all() if seat.user.is_computer)
    profile = client.get(computer.get_absolute_url()).content.decode()
    assert "<h1>Computer, level 1 (beginner)</h1>" in profile
    for words in ("local time", "Mute or block", "Report the name"):
        assert words not in profile
    assert client.get(game.get_absolute_url()).content.decode().count(">Computer, level 1 (beginner)</a>") == 1


def test_accounts_that_exist_stay_as_they_are():
    first = starting.find_computer(registry.get("mastery"), level="hobby")
    Computer.objects.filter(pk=first.pk).update(on=False)
    tasks.make_accounts()
    tasks.make_accounts()
    assert Computer.objects.count() == User.objects.count() == len(WANTED)
    assert not Computer.objects.get(pk=first.pk).on


def test_a_worker_asks_for_the_accounts_when_it_starts(monkeypatch):
    asked = []
    monkeypatch.setattr("core.waker.send", lambda task, *calls: asked.append((task, *calls)))
    tasks.on_worker_ready()
    assert asked == [(tasks.make_accounts.name, [])]
    assert tasks.on_worker_ready in [found() for _, found in worker_ready.receivers]
