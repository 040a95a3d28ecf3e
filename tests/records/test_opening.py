"""A record that somebody brings is opened on the practice board and as an analysis; what is wrong with it is told."""

import json
import re
from itertools import count
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from analysis.models import Tree
from engine import registry
from games.models import Game
from records.views.opening import MOST_GAMES
from tests.factories import GameFactory, play_turns
from tests.records.written import play_out

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
HERE = "/records/"
PASTED = '[Game "mastery"]\n\n' + "".join(f"{ply}. {turn}\n" for ply, turn in enumerate(TURNS, 1))

pytestmark = pytest.mark.django_db


def read_hidden(page, action: str) -> dict[str, str]:
    """What the form with this action would send."""
    form = next(each for each in re.findall(r"<form.*?</form>", page.content.decode(), re.S) if action in each)
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


@pytest.mark.parametrize("form", ["game_text", "game_json"])
def test_what_is_downloaded_is_opened_again(client, alice, boris, form):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    content = client.get(reverse(form, args=[game.pk])).content
    page = client.post(HERE, {"file": SimpleUploadedFile("game.txt", content)})
    assert page.status_code == 200
    assert "Alice against Boris" in page.content.decode()
    practice = reverse("practice", args=["mastery"])
    board = client.post(practice, read_hidden(page, practice), follow=True)
    assert board.context["line"].turns == list(TURNS)


def test_it_becomes_an_analysis_and_never_a_game(client, alice):
    client.force_login(alice)
    page = client.post(HERE, {"text": PASTED})
    action = reverse("analyse_practice", args=["mastery"])
    assert client.post(action, read_hidden(page, action)).status_code == 302
    assert Tree.objects.get(user=alice).size == len(TURNS) + 1
    assert not Game.objects.exists()


def test_what_cannot_be_read_is_told_and_what_was_pasted_stays(client):
    page = client.post(HERE, {"text": PASTED + "4. Pz9-z8 <script>\n"})
    assert page.status_code == 422
    shown = page.content.decode()
    assert "Line 6, column 4: " in shown
    assert "3 turns could be read." in shown
    assert "4. Pz9-z8 &lt;script&gt;" in shown
    assert "<script>\n" not in shown.split("<main")[1].split("</main")[0]


PASTES = {
    "quoted in an email": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "out of a word processor": lambda text: "\ufeff" + text.replace('"', "“").replace("-", "–").replace(" ", "\u00a0"),
    "in full-width signs": lambda text: re.sub("[0-9\\[\\]]", lambda found: chr(ord(found[0]) + 0xFEE0), text),
    "with ends of lines of old": lambda text: text.replace("\n", "\r"),
}


@pytest.mark.parametrize("how", PASTES)
def test_what_another_program_made_of_it_is_read(client, how):
    page = client.post(HERE, {"text": PASTES[how](PASTED)})
    assert page.status_code == 200
    assert read_hidden(page, reverse("practice", args=["mastery"]))["turns"] == "; ".join(TURNS)


def test_signs_in_a_record_that_can_be_read_as_it_is_stay(client):
    name = "“Zoë” – １"
    page = client.post(HERE, {"text": f'[First "{name}"]\n[Second "B"]\n{PASTED}'})
    assert page.context["record"].first == name


def test_a_file_that_cannot_be_read_stays_as_text(client):
    page = client.post(HERE, {"file": SimpleUploadedFile("game.txt", PASTED.encode() + b"rubbish")})
    assert page.status_code == 422
    assert "rubbish</textarea>" in page.content.decode()


def test_of_several_games_one_is_chosen(client):
    other = '[Game "mastery"]\n[First "Carol"]\n[Second "Dora"]\n\n1. Pd4-d5\n1-0\n'
    page = client.post(HERE, {"text": PASTED + "\n" + other})
    assert page.context["several"] == ["Mastery: 3 turns, *", "Mastery: Carol against Dora, 1 turn, 1-0"]
    assert "record" not in page.context
    page = client.post(HERE, {"text": PASTED + "\n" + other, "chosen": "1"})
    assert page.context["record"].first == "Carol"
    for chosen in ("2", "-1", "x", "9" * 40):
        assert client.post(HERE, {"text": PASTED + "\n" + other, "chosen": chosen}).status_code == 200


def test_no_more_games_are_listed_than_fit_a_page(client):
    page = client.post(HERE, {"text": '[Game "mastery"]\n*\n\n' * (MOST_GAMES + 50)})
    assert len(page.context["several"]) == MOST_GAMES


@pytest.mark.parametrize("text", ["", "   ", "[]", "[[[[", '{"game": "mastery", "turns": 7}', "\u202e", "%s" * 50])
def test_what_holds_no_game_gets_a_sentence(client, text):
    page = client.post(HERE, {"text": text})
    assert page.status_code == 422
    assert page.context["fault"]


def test_a_record_of_a_thousand_turns_fits_the_practice_board(client):
    ruleset = registry.get("masters")
    played = (play_out(ruleset, {}, Random(seed), most=1000)[1] for seed in count())
    turns = next(turns for turns in played if len(turns) > 500)
    page = client.post(HERE, {"text": json.dumps({"game": "masters", "turns": [{"text": turn} for turn in turns]})})
    practice = reverse("practice", args=["masters"])
    board = client.post(practice, read_hidden(page, practice))
    assert len(board.context["line"].turns) == len(turns) > 500


def test_the_practice_board_itself_reads_a_pasted_record(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    client.force_login(alice)
    pasted = client.get(reverse("game_text", args=[game.pk])).content.decode()
    board = client.post(reverse("practice", args=["mastery"]), {"turns": pasted}, follow=True)
    assert board.context["line"].turns == list(TURNS)


def test_it_is_limited_by_network_address(client):
    for _ in range(60):
        assert client.post(HERE, {"text": PASTED}).status_code == 200
    page = client.post(HERE, {"text": PASTED})
    assert page.status_code == 429
    assert "Pd5xc5" in page.content.decode(), "what was pasted stays"


def test_the_pages_of_the_forms_open(client):
    assert "record      =" in client.get(reverse("record_format")).content.decode()
    schema = client.get(reverse("record_schema"))
    assert schema["Content-Type"] == "application/schema+json"
    assert schema["Access-Control-Allow-Origin"] == "*"
    assert schema.json()["$id"].endswith("/records/schema/1.json")
