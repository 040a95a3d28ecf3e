"""A public game in a frame on another site: no session, framed by anybody, without a script; and oEmbed to find it."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse

from games import play
from games.models import Game
from tests.factories import GameFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")
OEMBED = reverse("oembed")

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris) -> Game:
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def list_elsewhere(game) -> list[str]:
    """Every address that other sites show."""
    at = {"pk": game.pk, "ply": 2}
    return [
        reverse("embed_game", args=[game.pk]),
        reverse("embed_game_at", kwargs=at),
        reverse("embed_frames", args=[game.pk]),
        f"{OEMBED}?url=http://localhost:8000{game.get_absolute_url()}",
        reverse("game_svg", kwargs=at),
        reverse("game_png", kwargs=at),
        reverse("game_picture", args=[game.pk]),
        reverse("game_picture_at", kwargs=at),
        reverse("game_gif", args=[game.pk]),
    ]


def test_only_these_addresses_may_be_framed(client, game):
    for address in (reverse("embed_game", args=[game.pk]), reverse("embed_game_at", args=[game.pk, 1])):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "frame-ancestors *;" in answer["Content-Security-Policy"] + ";"
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    for address in (game.get_absolute_url(), "/", reverse("game_frames", args=[game.pk]), reverse("open_record")):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_they_see_no_session_and_set_no_cookie(client, game, alice):
    seen = {address: client.get(address).content for address in list_elsewhere(game)}
    client.force_login(alice)
    alice.theme, alice.board_coordinates = "dark", False
    alice.save()
    for address, content in seen.items():
        answer = client.get(address)
        assert answer.content == content, address
        assert "cookie" not in answer.get("Vary", "").lower(), address
        assert not answer.cookies, address
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin", address
        assert "no-store" not in answer["Cache-Control"] or answer.status_code == 202, address


def test_a_private_game_is_found_by_nobody_there(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    client.force_login(alice)
    assert {client.get(address).status_code for address in list_elsewhere(game)} == {404}


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[dict] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "a":
            self.links.append(dict(attributes))


def test_without_a_script_links_lead_through_the_game_and_out_of_the_frame_only_to_a_window(client, game):
    page = Links()
    page.feed(client.get(reverse("embed_game_at", args=[game.pk, 2])).content.decode())
    inside = [link["href"] for link in page.links if link.get("target") != "_blank"]
    assert all(link.startswith(("/embed/games/", "?")) for link in inside)
    assert {f"/embed/games/{game.pk}/{ply}/" for ply in range(4)} <= set(inside)
    (out,) = [link for link in page.links if link.get("target") == "_blank"]
    assert out["rel"] == "noopener"
    assert not page.tags & {"form", "input", "iframe"}


def test_it_tells_how_the_game_ended_and_shows_it_from_either_side(client, game):
    play.resign(game.pk, side=1)
    told = client.get(reverse("embed_game", args=[game.pk])).content.decode()
    assert "Dark won" in told
    turned = client.get(reverse("embed_game", args=[game.pk]) + "?flip=1").content.decode()
    assert turned.index("Alice</strong>") < turned.index("Boris</strong>")
    assert told.index("Boris</strong>") < told.index("Alice</strong>")
    assert client.get(reverse("embed_game_at", args=[game.pk, 4])).status_code == 404


@pytest.mark.parametrize(
    ("asked", "theme"), [("dark", "dark"), ("light", "light"), ("system", ""), ("<b>", ""), ("", "")]
)
def test_it_has_the_theme_of_the_page_around_it_and_keeps_it(client, game, asked, theme):
    address = reverse("embed_game_at", args=[game.pk, 1])
    shown = client.get(address, {"theme": asked}).content.decode()
    assert (f'data-theme="{theme}"' if theme else '<html lang="en">') in shown
    page = Links()
    page.feed(shown)
    inside = [link["href"] for link in page.links if link.get("target") != "_blank"]
    assert all((f"theme={theme}" in link) if theme else ("theme" not in link) for link in inside)
    turned = client.get(address, {"theme": asked, "flip": "1"}).context
    assert (turned["query"], turned["turned"]) == (
        f"flip=1&theme={theme}" if theme else "flip=1",
        f"theme={theme}" if theme else "",
    )


@pytest.mark.parametrize("tail", ["", "2/"])
def test_oembed_gives_a_frame_of_the_width_that_is_asked_for(client, game, tail):
    url = f"http://localhost:8000{game.get_absolute_url()}{tail}"
    told = client.get(OEMBED, {"url": url, "maxwidth": "300"}).json()
    assert (told["type"], told["version"], told["width"]) == ("rich", "1.0", 300)
    assert f'src="http://localhost:8000/embed/games/{game.pk}/{tail}"' in told["html"]
    assert client.get(OEMBED, {"url": url, "maxheight": "200"}).json()["height"] == 200
    page = client.get(f"{game.get_absolute_url()}{tail}").content.decode()
    assert 'type="application/json+oembed"' in page


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 404),
        ({"url": "https://elsewhere.example/games/1/"}, 404),
        ({"url": "http://localhost:8000/"}, 404),
        ({"url": "http://localhost:8000/games/999999/"}, 404),
        ({"url": "http://[", "maxwidth": "3"}, 404),
        ({"url": "http://localhost:8000/games/1/", "maxwidth": "wide"}, 422),
        ({"url": "http://localhost:8000/games/1/", "format": "xml"}, 501),
    ],
)
def test_what_cannot_be_shown_gets_its_status(client, game, asked, status):
    assert client.get(OEMBED, asked).status_code == status


def test_a_name_is_text_in_every_one_of_them(client, game, alice):
    alice.username = '<b>"&'
    type(alice).objects.filter(pk=alice.pk).update(username='<b>"&')
    told = client.get(OEMBED, {"url": f"http://localhost:8000{game.get_absolute_url()}"}).json()["html"]
    assert "<b>" not in told
    assert "<b>" not in client.get(reverse("embed_game", args=[game.pk])).content.decode()
