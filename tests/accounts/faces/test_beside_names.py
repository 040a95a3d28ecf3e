"""A face stands beside every name: at the board, in lists, in the chat, on leaderboard, ladder, players and profile."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.profile.computers import find_place
from accounts.profile.faces import DIE, Face, face_of
from accounts.profile.names import call_computer
from competition import ladder
from engine import registry
from engine.search.playing import list_levels, list_retired
from games import chat
from games.models import PlayerRating
from tests.factories import ChallengeFactory, GameFactory

pytestmark = pytest.mark.django_db


def show(client, name, *arguments):
    return client.get(reverse(name, args=arguments)).content.decode()


def test_at_the_board_beside_both_players(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    page = show(client, "game", game.pk)
    assert page.count(alice.face.drawn) == page.count(boris.face.drawn) == 1


def test_in_a_list_of_ones_own_games_beside_the_opponent(client, alice, boris):
    GameFactory(first=alice, second=boris)
    client.force_login(alice)
    page = show(client, "home")
    assert boris.face.drawn in page
    assert alice.face.drawn not in page


def test_in_a_list_of_anybodys_games_beside_both(client, alice, boris):
    GameFactory(first=alice, second=boris, turns=("Md1-c1",))
    page = show(client, "watch")
    assert alice.face.drawn in page
    assert boris.face.drawn in page


def test_in_a_list_of_challenges_beside_who_posted_them(client, alice, boris):
    ChallengeFactory(challenger=alice)
    client.force_login(boris)
    assert alice.face.drawn in show(client, "challenges")


def test_in_the_chat_beside_each_message(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    for text in ("Hello", "Good luck"):
        chat.send(boris, game_id=game.pk, text=text)
    client.force_login(alice)
    assert show(client, "game", game.pk).count(boris.face.drawn) == 3  # and once at the board


def test_on_the_leaderboard(client, alice):
    PlayerRating.objects.create(
        user=alice,
        ruleset_slug="mastery",
        rating=1700,
        deviation=60,
        volatility=0.06,
        games=20,
        opponents=9,
        at=timezone.now(),
        established_until=timezone.now() + timedelta(days=300),
    )
    for page in (show(client, "leaderboard", "mastery"), show(client, "leaderboards")):
        assert alice.face.drawn in page


def test_on_the_ladder(client, alice):
    ladder.join(alice, "mastery", now=timezone.now())
    for page in (show(client, "ladder", "mastery"), show(client, "ladders")):
        assert alice.face.drawn in page


def test_in_the_list_of_players_and_on_the_profile(client, alice):
    User.objects.filter(pk=alice.pk).update(last_visit_at=timezone.now())
    assert alice.face.drawn in show(client, "players")
    assert alice.face.drawn in show(client, "profile", alice.username)


def test_a_chosen_figure_is_shown_everywhere(client, alice, boris):
    User.objects.filter(pk=alice.pk).update(figure=5)
    GameFactory(first=alice, second=boris, turns=("Md1-c1",))
    figure = Face(alice.pk, 5).drawn
    assert figure != alice.face.drawn
    for page in (show(client, "profile", "Alice"), show(client, "profile", "Boris"), show(client, "watch")):
        assert figure in page
        assert alice.face.drawn not in page


def test_a_picture_takes_the_place_of_the_figure():
    face = face_of(7, 3, "mark")
    assert face == face_of(8, 0, "mark")
    assert 'alt=""' in face.drawn
    assert reverse("face_picture", args=["mark"]) in face.drawn


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_computer_has_the_figure_of_its_level(ruleset):
    names = [call_computer(ruleset.slug, level.name) for level in list_levels(ruleset)]
    assert [find_place(name) for name in names] == list(range(1, len(names) + 1))
    assert len({Face(find_place(name), DIE).drawn for name in names}) == len(names)
    for level in list_retired(ruleset):
        if level.name not in {each.name for each in list_levels(ruleset)}:
            assert find_place(call_computer(ruleset.slug, level.name)) == 0


def test_a_computer_is_no_person():
    computer = User(pk=3, username=call_computer("mastery", "newcomer"), kind=User.Kind.COMPUTER)
    assert computer.face == Face(1, DIE)
    assert computer.face.drawn != User(pk=1, username="Alice").face.drawn
