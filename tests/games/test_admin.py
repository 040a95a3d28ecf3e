"""Staff may look at games and challenges, and change nothing there."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import chat, play
from games.models import Outage
from tests.administration import enter
from tests.factories import ChallengeFactory, GameFactory

MODELS = ["game", "seat", "turn", "challenge", "clockchange", "outage", "message"]


@pytest.fixture
def things(alice, boris, carol):
    """One of each, by the name of its model."""
    game, now = GameFactory(first=alice, second=boris, turns=["Md1-c1"]), timezone.now()
    play.move_deadline(game.pk, deadline=now + timedelta(days=9), staff=carol, reason="Our fault.")
    return {
        "game": game,
        "seat": game.seats.first(),
        "turn": game.turns.get(),
        "challenge": ChallengeFactory(challenger=alice, audience="link"),
        "clockchange": game.clock_changes.get(),
        "outage": Outage.objects.create(kind="site", from_at=now - timedelta(hours=1), until_at=now, found_at=now),
        "message": chat.send(alice, game_id=game.pk, text="Well?"),
    }


@pytest.mark.parametrize("model", MODELS)
def test_staff_see_the_list_and_search_it_and_open_one(client, admin, things, model):
    enter(client, admin)
    listed = client.get(reverse(f"admin:games_{model}_changelist"), {"q": str(things["game"].pk)})
    opened = client.get(reverse(f"admin:games_{model}_change", args=[things[model].pk]))
    assert (listed.status_code, opened.status_code) == (200, 200)
    assert 'name="_save"' not in opened.content.decode()


def test_the_page_of_a_game_shows_its_board_its_chat_and_words_for_what_was_agreed_on(client, admin, things):
    game = things["game"]
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    enter(client, admin)
    page = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert 'aria-label="The board after turn 1"' in page
    assert "Alice: Well?" in page
    assert "Boris (Light)" in page
    assert "Set-up: Imperial" in page
    assert "Alice: Offer a draw" in page
    assert not any(f"&quot;{name}&quot;" in page for name in ("setup", "days", "side"))  # no JSON


def test_staff_without_the_right_to_read_chat_see_none_on_the_page_of_a_game(client, things, carol):
    carol.is_staff = True
    carol.save()
    carol.user_permissions.add(Permission.objects.get(codename="view_game"))
    enter(client, carol)
    page = client.get(reverse("admin:games_game_change", args=[things["game"].pk])).content.decode()
    assert "The board after" in page
    assert "Well?" not in page


@pytest.mark.parametrize("model", MODELS)
def test_not_even_an_administrator_adds_changes_or_deletes(client, admin, things, model):
    enter(client, admin)
    pk = things[model].pk
    posts = [
        client.post(reverse(f"admin:games_{model}_add"), {}),
        client.post(reverse(f"admin:games_{model}_change", args=[pk]), {"ply": 40}),
        client.post(reverse(f"admin:games_{model}_delete", args=[pk]), {"post": "yes"}),
    ]
    assert [response.status_code for response in posts] == [403, 403, 403]
    assert type(things[model]).objects.filter(pk=pk).exists()


def test_the_secret_of_an_invitation_is_not_shown(client, admin, things):
    enter(client, admin)
    opened = client.get(reverse("admin:games_challenge_change", args=[things["challenge"].pk]))
    assert things["challenge"].token not in opened.content.decode()
