"""What other sites show beside a link to this one: a sentence and a board; of what is private nothing."""

import re
import struct

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tests.factories import ChallengeFactory, GameFactory, play_turns

pytestmark = pytest.mark.django_db


def read_tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))


def read_size(png: bytes) -> tuple[int, int]:
    return struct.unpack(">II", png[16:24])


@pytest.fixture
def public(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), "Pd4-d5")


def test_home_rules_challenges_by_link_and_public_games_have_a_picture(client, alice, public, settings):
    link = ChallengeFactory(challenger=alice, audience="link", options={"setup": "draume-crown"})
    addresses = {
        "/": "/picture.png",
        "/rules/master/": "/rules/master/picture.png",
        reverse("invitation", args=[link.token]): "/rules/mastery/draume-crown/picture.png",
        public.get_absolute_url(): f"/games/{public.pk}/{public.ply}/picture.png",
    }
    for address, picture in addresses.items():
        tags = read_tags(client.get(address).content.decode())
        assert tags["image"] == settings.SITE_URL + picture, address
        assert (tags["image:width"], tags["image:height"]) == ("1200", "630")
        answer = client.get(picture)
        assert answer["Content-Type"] == "image/png"
        assert "public" in answer["Cache-Control"]
        assert read_size(answer.content) == (1200, 630)


def test_they_name_the_game_and_who_invites(client, alice):
    link = ChallengeFactory(challenger=alice, audience="link", ruleset_slug="masters")
    tags = read_tags(client.get(reverse("invitation", args=[link.token])).content.decode())
    assert tags["title"] == "Alice would like to play Masters · Ember &amp; Frost with you"
    assert link.token not in str(tags)


def test_the_picture_of_a_game_changes_with_its_position(client, public):
    address = reverse("game_picture", args=[public.pk])
    before = client.get(address).content
    play_turns(public, "Me8-f8")
    assert client.get(address).content != before
    assert client.get(address).content == client.get(address).content


def test_the_picture_of_a_game_shows_the_last_turn(client, public, monkeypatch):
    shown = []
    drawn = "games.views.social.answer_social"
    monkeypatch.setattr(drawn, lambda _, boards, **__: shown.extend(boards) or HttpResponse())
    client.get(reverse("game_picture", args=[public.pk]))
    [(_, position, _, last)] = shown
    assert (position.text(), last) == (public.position_text, "Pd4-d5")


def test_private_games_and_challenges_say_nothing(client, alice, boris):
    private = GameFactory(first=alice, second=boris, private=True)
    assert client.get(reverse("game_picture", args=[private.pk])).status_code == 404
    client.force_login(alice)
    assert read_tags(client.get(private.get_absolute_url()).content.decode()) == {}
    assert client.get(reverse("game_picture", args=[private.pk])).status_code == 404, "also to its players"
    client.logout()
    link = ChallengeFactory(challenger=alice, audience="link", private=True)
    assert read_tags(client.get(reverse("invitation", args=[link.token])).content.decode()) == {}


@pytest.mark.parametrize("address", ["/rules/chess/picture.png", "/rules/mastery/circle/picture.png"])
def test_there_is_none_of_what_does_not_exist(client, address):
    assert client.get(address).status_code == 404


def test_a_page_of_somebody_who_is_logged_in_carries_no_tags(client, alice, public):
    client.force_login(alice)
    assert read_tags(client.get(public.get_absolute_url()).content.decode()) == {}
