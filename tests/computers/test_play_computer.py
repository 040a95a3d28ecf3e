"""Play the computer: one click starts a game, within limits; a visitor logs in first."""

import pytest
from django.urls import reverse

from accounts.limiting.limits import MOST_AGAINST_COMPUTERS
from accounts.models import User
from computers.models import Computer, Thought
from engine import registry
from engine.search.playing import list_levels
from games.models import Game
from notifications.models import Notice
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]


def click(client, slug="mastery", level="newcomer", **more):
    return client.post(reverse("play_computer", args=[slug]), {"level": level}, **more)


@pytest.mark.parametrize("slug", SLUGS)
def test_one_click_leads_to_the_board(client, alice, asked, slug):
    client.force_login(alice)
    answer = click(client, slug)
    game = Game.objects.get()
    assert answer.url == game.get_absolute_url()
    assert {seat.user.is_computer for seat in game.seats.all()} == {True, False}
    assert game.deadline_at is None


@pytest.mark.parametrize("who", ["member", "guest"])
@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_both_house_draws_are_on(client, alice, asked, slug, who):
    """By themselves MASTER and Masters know no draw: a game with a computer could go on for ever."""
    if who == "member":
        client.force_login(alice)
    click(client, slug)
    assert sorted(Game.objects.get().options["draws"]) == ["quiet-50", "repetition"]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_level_can_be_played(client, asked, slug):
    """By somebody new each time, for nobody has so many games against computers going on."""
    for level in list_levels(registry.get(slug)):
        client.force_login(UserFactory())
        assert click(client, slug, level.name).url.startswith("/games/")
    assert Computer.objects.count() == len(list_levels(registry.get(slug)))


def test_the_second_game_meets_the_same_computer(client, alice, asked):
    client.force_login(alice)
    click(client)
    click(client)
    assert (Computer.objects.count(), User.objects.filter(kind=User.Kind.COMPUTER).count()) == (1, 1)


def test_a_computer_takes_no_name_that_a_person_already_has(client, alice, asked):
    UserFactory(username="Mastery-newc0mer")
    client.force_login(alice)
    click(client)
    assert Computer.objects.get().user.username == "Mastery-newcomera"


@pytest.mark.parametrize("level", ["", "0", "1", "-1", "99", "x", "1" * 30, "\0"])
def test_an_unknown_level_starts_no_game(client, alice, asked, level):
    client.force_login(alice)
    assert click(client, level=level).status_code in (302, 400)
    assert not Game.objects.exists()


def test_an_unknown_game_is_not_found(client, alice):
    client.force_login(alice)
    assert click(client, "chess").status_code == 404


def test_only_so_many_go_on_at_once(client, alice, asked):
    client.force_login(alice)
    for _ in range(MOST_AGAINST_COMPUTERS):
        click(client)
    answer = click(client, follow=True)
    page = answer.content.decode()
    assert "You already have 10 games against computers" in page
    assert all(f'href="{game.get_absolute_url()}"' in page for game in Game.objects.all()), "they are one click away"
    assert Game.objects.count() == MOST_AGAINST_COMPUTERS


def test_only_so_many_are_started_in_an_hour(client, alice, asked):
    client.force_login(alice)
    for _ in range(20):
        click(client)
        Game.objects.update(ended_at="2026-01-01T00:00Z", termination="resignation", winner=0)
    assert click(client).status_code == 429


def test_switched_off_it_starts_no_game(client, alice, asked):
    client.force_login(alice)
    click(client)
    Computer.objects.update(on=False)
    assert "switched off" in click(client, follow=True).content.decode()
    assert Game.objects.count() == 1


def test_a_computer_counts_as_no_person(client, alice, against):
    """It stands in no list of people, is sent nothing, and nobody can log in as it."""
    against()
    computer = User.objects.get(kind=User.Kind.COMPUTER)
    assert not User.objects.listed().filter(pk=computer.pk).exists()
    assert not Notice.objects.filter(recipient=computer).exists()
    assert not computer.has_usable_password()
    assert not computer.emailaddress_set.exists()
    assert client.get(computer.get_absolute_url()).status_code == 200


def test_nobody_can_have_a_new_password_for_a_computer_sent(client, against):
    against()
    computer = User.objects.get(kind=User.Kind.COMPUTER)
    client.post(reverse("account_reset_password"), {"email": computer.email})
    assert not Notice.objects.filter(kind="account").exists()


def test_a_turn_of_a_computer_is_asked_for_once(against, asked, alice):
    game = against()
    assert not Thought.objects.exists()
    assert asked.count(game.pk) <= 1
