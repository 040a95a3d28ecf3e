"""The practice board shows a line of turns: played on, stepped through, pasted, refused with a sentence and kept."""

import re
from html import unescape

import pytest
from django.urls import reverse

from engine import registry
from games.models import Game
from tests.factories import GameFactory
from tests.games.engine.test_golden import GOLDEN, read
from tests.rows import each_row

pytestmark = pytest.mark.django_db
RULESETS = pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
TURNS = ["Pd4-d5", "Pe5-e4", "Pd5xc6"]


def open_board(client, slug="mastery", **given):
    """The page for a form of these fields, its redirect followed."""
    return client.post(reverse("practice", args=[slug]), given, follow=True)


def shown(response):
    """The position in the text of the page."""
    return unescape(re.search(r'id="position-shown">(.*?)<', response.content.decode())[1])


def position_after(*turns, slug="mastery", **options):
    position = registry.get(slug).start(**options)
    for turn in turns:
        position = position.play(turn)
    return position


@RULESETS
def test_each_game_has_one_open_to_everybody_and_nothing_is_stored(client, slug):
    response = client.get(reverse("practice", args=[slug]))
    assert response.status_code == 200
    assert shown(response) == registry.get(slug).start().text()
    move = registry.get(slug).start().legal_moves()[0]
    assert shown(open_board(client, slug, text=move)) == position_after(move, slug=slug).text()
    assert Game.objects.count() == 0


def test_an_unknown_game_has_no_practice_board(client):
    assert client.get("/practice/chess/").status_code == 404
    assert client.get("/practice/chess/preview/").status_code == 404


def test_both_sides_are_played_by_one_hand(client):
    played = []
    for turn in TURNS:
        response = open_board(client, turns="; ".join(played), text=turn)
        played.append(turn)
        assert shown(response) == position_after(*played).text()


@pytest.mark.parametrize("ply", range(4))
def test_one_may_step_to_any_turn_and_the_rest_stays(client, ply):
    response = open_board(client, turns="; ".join(TURNS), ply=ply)
    assert shown(response) == position_after(*TURNS[:ply]).text()
    assert all(turn in response.content.decode() for turn in TURNS)


def test_another_turn_in_the_middle_replaces_what_followed(client):
    response = open_board(client, turns="; ".join(TURNS), ply=1, text="Pe5-d4")
    assert shown(response) == position_after("Pd4-d5", "Pe5-d4").text()
    assert "Pd5xc6" not in re.search(r"<ol.*?</ol>", response.content.decode(), re.S)[0]


def test_the_same_turn_in_the_middle_keeps_what_followed(client):
    response = open_board(client, turns="; ".join(TURNS), ply=1, text=TURNS[1])
    assert TURNS[2] in response.content.decode()


@pytest.mark.parametrize("ply", range(4))
def test_undo_takes_back_the_shown_turn_and_what_followed(client, ply):
    response = open_board(client, turns="; ".join(TURNS), ply=ply, undo="1", text="not played")
    assert shown(response) == position_after(*TURNS[: max(0, ply - 1)]).text()
    listed = re.findall(r'<button class="notation"[^>]*>(.*?)</button>', response.content.decode())
    assert listed == TURNS[: max(0, ply - 1)]


def test_turns_to_copy_can_be_pasted(client):
    page = open_board(client, turns="; ".join(TURNS)).content.decode()
    copied = re.search(r'id="turns-shown"[^>]*>(.*?)<', page)[1]
    assert copied == "1. Pd4-d5; 2. Pe5-e4; 3. Pd5xc6"
    assert shown(open_board(client, turns=copied)) == position_after(*TURNS).text()


def test_a_position_of_its_own_says_no_other_set_up(client):
    other = position_after(rules="woag").text()
    page = open_board(client, position=other).content.decode()
    assert page.count("as in the position") == 2
    assert "as in the position" not in open_board(client, rules="woag").content.decode()


@pytest.mark.parametrize(
    "text", ["{0}\n{1}\r\n{2}", "{0};{1};{2};", "1. {0}\n2. {1}\n\n3. {2}", " d4 d5 ; e5e4; D5-C6"]
)
def test_a_list_of_turns_is_read_leniently(client, text):
    assert shown(open_board(client, turns=text.format(*TURNS))) == position_after(*TURNS).text()


@each_row("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_can_be_pasted_and_show_how_they_ended(client, path):
    slug, options, turns = read(path.read_text())
    single = {name: value for name, value in options.items() if isinstance(value, str)}
    response = open_board(client, slug, turns="\n".join(turns), **single)
    end = position_after(*turns, slug=slug, **options)
    assert response.status_code == 200
    assert shown(response) == end.text()
    outcome = end.outcome()
    assert outcome is None or f"{registry.get(slug).sides[outcome.winner]} won" in response.content.decode()


def test_a_position_is_taken_over_and_played_from(client):
    position = "8/7p/7o/3m4/3M4/8/6O1/6P1 d M2O3P5/M2O3P5 - imperial,ross"
    response = open_board(client, position=position, text="Md4xd5")
    assert "Dark won: Light lost its last Master." in response.content.decode()


def test_options_choose_the_set_up(client):
    response = open_board(client, setup="draume-crown", rules="woag")
    assert shown(response) == position_after(setup="draume-crown", rules="woag").text()


def test_the_shown_position_has_an_address(client):
    response = open_board(client, turns="; ".join(TURNS), ply=2)
    again = client.get(response.redirect_chain[-1][0])
    assert shown(again) == position_after(*TURNS[:2]).text()
    assert all(turn in again.content.decode() for turn in TURNS)


def test_a_line_too_long_for_an_address_is_kept_in_the_form(client):
    position, line = position_after(), []
    while len("; ".join(line)) < 2000:
        move = next(move for move in position.legal_moves() if position.play(move).outcome() is None)
        line.append(move)
        position = position.play(move)
    response = open_board(client, turns="; ".join(line))
    assert response.redirect_chain == []
    assert shown(response) == position.text()


BAD = {
    "a turn that is not legal": ({"text": "Pd4-d8"}, "Pd4-d8", "Pawn"),
    "a turn that cannot be read": ({"text": "<b>hello"}, "&lt;b&gt;hello", "read"),
    "a position that is none": ({"position": "rubbish <i>"}, "rubbish &lt;i&gt;", ""),
    "a list with a bad turn": ({"turns": "Pd4-d5; nonsense; Pd5xc6"}, "nonsense; Pd5xc6", "Turn 2: "),
    "an option that is none": ({"setup": "upside-down"}, "upside-down", "Set-up"),
    "zero bytes": ({"turns": "Pd4-d5;\0;x"}, "Pd4-d5; x", "Turn 2: "),
}


@pytest.mark.parametrize(("given", "kept", "says"), BAD.values(), ids=BAD)
def test_text_that_cannot_be_understood_is_refused_with_a_sentence_and_kept(client, given, kept, says):
    response = open_board(client, **given)
    page = response.content.decode()
    sentence = re.search(r'id="refusal"><p>(.*?)</p>', page, re.S)[1]
    assert response.status_code == 422
    assert says in unescape(sentence)
    assert kept in page


def test_an_invalid_number_of_a_turn_shows_the_last_position(client):
    for ply in ("-1", "99", "²", "x", "9" * 50):
        assert shown(open_board(client, turns="; ".join(TURNS), ply=ply)) == position_after(*TURNS).text()


def test_a_line_has_a_limit_of_turns(client):
    response = open_board(client, turns=";".join(["Pd4-d5"] * 5000))
    assert response.status_code == 422


@RULESETS
def test_legal_turns_are_listed(client, slug):
    start = registry.get(slug).start()
    page = client.get(reverse("practice", args=[slug])).content.decode()
    assert f"{len(start.legal_moves())} here" in page
    assert f"<span>{start.legal_moves()[0]}</span>" in page


def test_a_staged_turn_is_drawn_or_refused_with_a_sentence(client):
    address = reverse("practice_preview", args=["mastery"])
    start = registry.get("mastery").start()
    drawn = client.get(address, {"position": start.text(), "text": "d4d5"})
    assert (drawn.status_code, drawn.json()["board"][:4]) == (200, "<svg")
    why = client.get(address, {"position": start.text(), "clicks": "d4 d8"}).json()["why"]
    assert why == "The Pawn on d4 does not reach d8: it moves one square in any direction."
    for query in ({"position": start.text(), "text": "d4d8"}, {"position": "x", "text": "d4d5"}, {}):
        refused = client.get(address, query)
        assert refused.status_code == 422
        assert refused.content.decode().endswith(".")


def test_the_board_can_be_seen_from_the_other_side(client):
    page = open_board(client, turns="Pd4-d5", flip="1").content.decode()
    squares = re.findall(r'data-square="([a-h][1-8])"[^>]* x="(\d+)" y="(\d+)"', page)
    places = {square: (int(x), int(y)) for square, x, y in squares}
    assert places["a8"][1] > places["a1"][1]
    assert places["a1"][0] > places["h1"][0]


def test_remarks_of_the_rules_stand_below_the_board(client):
    position = "1m2m3/2p1o3/4pp2/3m4/1P3P2/4O1M1/P7/M4P2 l M1O3P2/M0O3P3 a3-a2 imperial,ross"
    assert "Light has no Officers left" in open_board(client, position=position, text="Me8xe7").content.decode()


def test_rules_pages_and_games_lead_there(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    assert f'href="{reverse("practice", args=["mastery"])}"' in client.get("/rules/mastery/").content.decode()
    page = client.get(game.get_absolute_url()).content.decode()
    link = re.search(r'href="(/practice/mastery/\?position=[^"]+)"', page)
    assert shown(client.get(unescape(link[1]))) == game.position_text
