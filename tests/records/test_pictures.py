"""Positions as pictures: of a size, a side and a theme, for any site, and never of a private game."""

import io
import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from engine import registry
from games.models import Game, Turn
from records.pictures.boards import draw_png
from records.pictures.look import LEAST, MOST, Look
from records.views.pictures import YEAR
from tests.factories import GameFactory, play_turns
from tests.rows import each_row

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
FORMS = ("game_svg", "game_png")

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, boris):
    return play_turns(GameFactory(first=alice, second=boris), *TURNS)


def fetch(name: str, game, ply: int = 3, **query):
    return Client().get(reverse(name, args=[game.pk, ply]), query)


def open_png(answer) -> Image.Image:
    return Image.open(io.BytesIO(answer.content))


@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
@pytest.mark.parametrize("size", [LEAST, 480, MOST])
def test_a_png_is_about_as_wide_as_was_asked_and_of_whole_squares(client, slug, size):
    for coordinates in ("0", "1"):
        query = {"size": size, "coordinates": coordinates}
        picture = open_png(client.get(reverse("position_png", args=[slug]), query))
        assert abs(picture.width - size) <= registry.get(slug).files
        svg = client.get(reverse("position_svg", args=[slug]), query)
        drawn = ElementTree.fromstring(svg.content)
        assert (int(drawn.get("width")), int(drawn.get("height"))) == picture.size


def test_svg_and_png_show_the_same(game):
    """Each in its own way: a board joined from squares, and the whole of it."""
    from games.pictures import tiles

    svg = fetch("game_svg", game).content.decode()
    whole = Image.open(io.BytesIO(tiles.draw(svg, width=int(ElementTree.fromstring(svg).get("width"))))).convert("RGB")
    joined = open_png(fetch("game_png", game))
    assert whole.size == joined.size
    unlike = sum(
        max(abs(a - b) for a, b in zip(one, two, strict=True)) > 40
        for one, two in zip(whole.get_flattened_data(), joined.convert("RGB").get_flattened_data(), strict=True)
    )
    assert unlike < whole.width * whole.height * 0.01


@each_row("query", [{"side": "second"}, {"theme": "dark"}, {"last": "0"}, {"coordinates": "0"}, {"captured": "1"}])
@each_row("form", FORMS)
def test_each_wish_changes_the_picture(form, query, game):
    assert fetch(form, game, **query).content != fetch(form, game).content


def test_captured_pieces_stand_above_and_below(game):
    plain, with_them = (open_png(fetch("game_png", game, captured=flag)) for flag in ("0", "1"))
    assert with_them.width == plain.width
    assert with_them.height > plain.height
    assert len(set(with_them.crop((0, 0, with_them.width, 20)).get_flattened_data())) > 1


@each_row(
    "query",
    [
        *({"size": size} for size in (LEAST - 1, MOST + 1, "x", "9" * 99, "-1")),
        *({"side": "left"}, {"theme": "blue"}, {"coordinates": "2"}, {"last": "yes"}, {"captured": "\u0661"}),
    ],
)
@each_row("form", FORMS)
def test_what_cannot_be_drawn_gets_a_sentence(form, query, game):
    answer = fetch(form, game, **query)
    assert (answer.status_code, answer["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert answer.content.decode().strip().endswith(".")


@pytest.mark.parametrize("form", FORMS)
def test_other_sites_may_show_it_and_no_cookie_is_sent(form, game):
    answer = fetch(form, game)
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not answer.cookies
    assert "public" in answer["Cache-Control"]


@pytest.mark.parametrize("form", FORMS)
def test_nobody_finds_one_of_a_private_game(form, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    player = Client()
    player.force_login(alice)
    assert [each.get(reverse(form, args=[game.pk, 1])).status_code for each in (Client(), player)] == [404, 404]


@pytest.mark.parametrize("form", FORMS)
def test_a_ply_that_was_not_reached_is_not_found(form, game):
    assert [fetch(form, game, ply).status_code for ply in (0, 3, 4, 10**9)] == [200, 200, 404, 404]


def test_a_known_picture_is_not_sent_again(client, game):
    address = reverse("game_png", args=[game.pk, 2])
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


def test_an_address_with_the_mark_of_its_position_never_changes(client, game):
    address = reverse("game_png", args=[game.pk, 3])
    before = client.get(address)
    named = client.get(address, {"v": before["ETag"].strip('"')})
    assert f"max-age={YEAR}, immutable" in named["Cache-Control"]
    Turn.objects.filter(game=game, ply=3).update(taken_back_at=game.started_at)
    left = Turn.objects.get(game=game, ply=2)
    Game.objects.filter(pk=game.pk).update(ply=2, side_to_move=0, position_text=left.position_text)
    play_turns(Game.objects.get(pk=game.pk), "Pd5-d6")
    after = client.get(address, {"v": before["ETag"].strip('"')})
    assert after["ETag"] != before["ETag"]
    assert "immutable" not in after["Cache-Control"], "another position stands there now"


def test_a_position_that_is_none_gets_the_sentence_of_its_rules(client):
    answer = client.get(reverse("position_svg", args=["mastery"]), {"position": "nowhere <script>"})
    assert answer.status_code == 422
    assert answer["Content-Type"].startswith("text/plain")


def test_the_number_of_queries_does_not_depend_on_the_turns(game, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        fetch("game_png", game)


def test_a_bare_board_has_no_edge():
    ruleset = registry.get("mastery")
    picture = Image.open(io.BytesIO(draw_png(ruleset, ruleset.start(), last_turn=None, look=Look(coordinates=False))))
    assert picture.width % ruleset.files == 0
