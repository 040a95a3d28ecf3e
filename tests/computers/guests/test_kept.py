"""Whose a guest's game becomes, and when it is deleted."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from computers import starting, thinking
from computers.models import Computer
from engine.contract import Side
from games import guests, play
from games.models import Game, Seat
from mastery_site.database import pruning
from tests.computers.guests.conftest import click, guest_of, log_in, submit
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_a_person_who_logs_in_in_the_same_browser_keeps_the_game(client, game, alice):
    told = log_in(client, alice).content.decode()
    assert "Your game against the computer is now kept on your account." in told
    assert Seat.objects.filter(game=game, user=alice).exists()
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()
    assert submit(client, game).url == game.get_absolute_url()
    page = client.get(game.get_absolute_url()).content.decode()
    assert "You’re playing as a guest" not in page
    assert game.get_absolute_url() in client.get("/").content.decode()


def test_somebody_who_logs_in_later_with_the_same_cookie_gets_nothing(client, game, alice, boris):
    cookie = client.cookies[guests.COOKIE].value
    log_in(client, alice)
    second = Client()
    second.cookies[guests.COOKIE] = cookie
    log_in(second, boris)
    assert not Seat.objects.filter(user=boris).exists()


def test_running_games_beyond_the_limit_stay_with_the_guest(client, game, alice, monkeypatch):
    monkeypatch.setattr("games.play.guests.MOST_AGAINST_COMPUTERS", 1)
    starting.start(alice, slug="masters", level="newcomer")
    assert play.hand_over(guest_of(game).pk, user=alice) == 0
    play.resign(game.pk, side=Side(game.side_to_move))
    assert play.hand_over(guest_of(game).pk, user=alice) == 1


def test_guests_and_their_games_are_deleted_thirty_days_after_the_last_turn(client, game, alice, boris):
    other = GameFactory(first=alice, second=boris)
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(kind=User.Kind.GUEST).update(date_joined=long_ago)
    assert pruning.prune()["guests"] == 0
    Game.objects.update(turn_started_at=long_ago)
    assert pruning.prune()["guests"] == 1
    assert [each.pk for each in Game.objects.all()] == [other.pk]
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()
    assert Computer.objects.exists()


def test_a_game_that_staff_decided_about_is_kept_and_holds_up_no_other(client, game, asked):
    click(Client())
    admin = UserFactory(username="Ada", is_staff=True, is_superuser=True)
    play.void(game.pk, staff=admin, reason="A mistake of ours")
    long_ago = timezone.now() - timedelta(days=31)
    User.objects.filter(kind=User.Kind.GUEST).update(date_joined=long_ago)
    Game.objects.update(turn_started_at=long_ago)
    assert pruning.prune()["guests"] == 1
    assert [each.pk for each in Game.objects.all()] == [game.pk]


def test_a_guest_who_plays_no_turn_is_deleted_after_two_hours(client, game, asked):
    """What the computer plays is no turn of theirs."""
    click(Client())
    for each in Game.objects.exclude(pk=game.pk):
        thinking.think(each.pk)
    submit(client, game)
    later = timezone.now() + timedelta(hours=1, minutes=59)
    assert pruning.prune(now=later)["guests"] == 0
    assert pruning.prune(now=later + timedelta(minutes=3))["guests"] == 1
    assert [each.pk for each in Game.objects.all()] == [game.pk]


def test_a_guest_who_begins_another_game_has_two_hours_more(client, game):
    played = timezone.now() - timedelta(hours=3)
    User.objects.filter(kind=User.Kind.GUEST).update(date_joined=played)
    Game.objects.update(turn_started_at=played)
    click(client)
    assert pruning.prune()["guests"] == 0
    Game.objects.update(turn_started_at=played)
    assert pruning.prune()["guests"] == 1


def test_the_page_says_how_long_it_is_kept(client, game):
    assert (
        "after 30 days without a turn, or after 2 hours if you never play one"
        in client.get(game.get_absolute_url()).content.decode()
    )
