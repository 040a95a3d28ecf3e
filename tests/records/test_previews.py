"""What other sites show beside a link: by the rules of two validators of cards, over every page that has a preview."""

from html.parser import HTMLParser
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from tests.factories import ChallengeFactory, GameFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")
LONGEST = {"og:title": 95, "og:description": 300, "og:image:alt": 420}
"""Characters: what is longer is cut by those who show it."""

pytestmark = pytest.mark.django_db


class Head(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.twice: list[str] = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        name = given.get("property") or given.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:")):
            if name in self.told:
                self.twice.append(name)
            self.told[name] = given["content"] or ""


def read_head(client, address: str) -> dict[str, str]:
    head = Head()
    head.feed(client.get(address).content.decode())
    assert head.twice == []
    return head.told


@pytest.fixture
def pages(alice, boris) -> dict[str, str]:
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    challenge = ChallengeFactory(challenger=alice)
    return {
        "front": "/",
        "game": game.get_absolute_url(),
        "turn": reverse("game_at", args=[game.pk, 1]),
        "profile": alice.get_absolute_url(),
        "without games": ChallengeFactory().challenger.get_absolute_url(),
        "lesson": reverse("lesson_task", args=["mastery", "zone"]),
        "rules": reverse("rules", args=["masters"]),
        "challenge": reverse("challenge", args=[challenge.pk]),
    }


def test_every_one_has_what_facebook_and_twitter_ask_for(client, pages):
    for name, address in pages.items():
        told = read_head(client, address)
        for wanted in ("og:type", "og:site_name", "og:title", "og:description", "og:image", "og:image:alt"):
            assert told.get(wanted), (name, wanted)
        assert told["twitter:card"] == "summary_large_image"
        assert told["twitter:title"] == told["og:title"]
        assert told["twitter:image"] == told["og:image"]
        assert told["og:image"].startswith("http://localhost:8000/"), name
        for wanted, most in LONGEST.items():
            assert len(told[wanted]) <= most, (name, wanted)
        picture = client.get(told["og:image"].removeprefix("http://localhost:8000"))
        assert picture.status_code == 200, name
        size = (int(told["og:image:width"]), int(told["og:image:height"]))
        with Image.open(BytesIO(picture.content)) as drawn:
            assert drawn.size == size == (1200, 630)


def test_a_turn_has_a_picture_of_its_own(client, pages):
    at, now = (read_head(client, pages[name]) for name in ("turn", "game"))
    assert at["og:image"] != now["og:image"]
    assert at["og:url"].endswith(pages["turn"])
    assert "After 1 turn." in at["og:description"]


def test_a_private_game_says_nothing(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "og:" not in page
    assert "oembed" not in page
    for name, given in (("game_picture", [game.pk]), ("game_picture_at", [game.pk, 1])):
        assert client.get(reverse(name, args=given)).status_code == 404
    client.logout()
    assert f"/games/{game.pk}/" not in read_head(client, alice.get_absolute_url())["og:image"]
