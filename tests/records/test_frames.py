"""Positions for the script that replays a game: twenty-one at once, as their reader sees them."""

import gzip
import json
from random import Random

import pytest
from django.urls import reverse

from games import drawn
from games.models import Turn
from records.frames import AT_ONCE
from tests.factories import GameFactory, play_turns

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xd6")

pytestmark = pytest.mark.django_db


def fetch(client, game, start=0, **asked) -> dict:
    answer = client.get(reverse("game_frames", args=[game.pk]), {"from": start, **asked})
    assert answer.status_code == 200
    return answer.json()


def play_long(game, turns: int):
    for number in range(turns):
        legal = game.position.legal_moves()
        quiet = [move for move in legal if game.ruleset.is_quiet(move)]
        play_turns(game, quiet[number * 7 % len(quiet)])
        game.refresh_from_db()
    return game


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_each_frame_shows_what_the_page_of_that_turn_shows(client, alice, boris, slug):
    game = play_long(GameFactory(ruleset_slug=slug, first=alice, second=boris), 5)
    for start in range(6):
        told = fetch(client, game, start)
        assert [frame["ply"] for frame in told["frames"]] == list(range(start, 6))
        assert told["last"] == 5
        for frame in told["frames"][:5]:
            page = client.get(reverse("game_at", args=[game.pk, frame["ply"]]))
            assert frame["board"] == page.context["board"]
            assert frame["position"] == page.context["position"]
            assert frame["title"] == page.context["title"] or frame["ply"] == 5
            assert " ".join(frame["said"].split()) in " ".join(page.content.decode().split()) or frame["ply"] == 5


def test_twenty_follow_the_one_that_was_asked_for_in_one_query_more_than_the_game(
    client, alice, boris, django_assert_num_queries
):
    game = play_long(GameFactory(first=alice, second=boris), 30)
    told = fetch(client, game, 3)
    assert [frame["ply"] for frame in told["frames"]] == list(range(3, 3 + AT_ONCE))
    with django_assert_num_queries(2):
        fetch(client, game, 0)
    with django_assert_num_queries(2):
        fetch(client, game, 30)


def test_a_player_sees_the_board_and_reads_of_turns_as_theirs(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    client.force_login(boris)
    mine = fetch(client, game, 1)["frames"]
    assert "Dark moved" in mine[0]["said"]
    assert mine[1]["said"] == "After turn 2 of 3. You moved your Pawn from e5 to e4."
    assert mine[0]["board"] == drawn.draw_board(
        game.ruleset, mine[0]["position"], flipped=True, last_turn=TURNS[0], ply=1, coordinates=True
    )
    assert mine[0]["board"] != fetch(client, game, 1, flip=1)["frames"][0]["board"]


@pytest.mark.parametrize(("start", "status"), [("4", 404), ("-1", 422), ("x", 422), ("9" * 30, 422), ("1e3", 422)])
def test_what_is_no_turn_of_the_game_is_refused(client, alice, boris, start, status):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    assert client.get(reverse("game_frames", args=[game.pk]), {"from": start}).status_code == status


def test_a_private_game_has_none_for_others(client, alice, boris, carol):
    game = play_turns(GameFactory(first=alice, second=boris, private=True), *TURNS)
    addresses = [reverse(name, args=[game.pk]) for name in ("game_frames", "game_jumps", "game_material")]
    client.force_login(carol)
    assert {client.get(address).status_code for address in addresses} == {404}
    client.force_login(alice)
    assert {client.get(address).status_code for address in addresses} == {200}


def test_they_come_compressed_to_a_player_too(client, alice, boris):
    game = play_long(GameFactory(first=alice, second=boris), 20)
    client.force_login(alice)
    answer = client.get(reverse("game_frames", args=[game.pk]), headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(json.loads(gzip.decompress(answer.content))["frames"]) == AT_ONCE
    assert len(answer.content) < 60_000


def test_jumps_lead_to_captures_controls_and_claims(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    assert client.get(reverse("game_jumps", args=[game.pk])).json() == {"jumps": {"capture": [3]}}
    master = play_long(GameFactory(ruleset_slug="masters", first=alice, second=boris), 2)
    assert client.get(reverse("game_jumps", args=[master.pk])).json() == {"jumps": {}}


@pytest.mark.parametrize("slug", ["mastery", "master", "masters"])
def test_jumps_agree_with_what_is_told_of_each_turn(client, alice, boris, slug):
    random, game = Random(slug), GameFactory(ruleset_slug=slug, first=alice, second=boris)
    before, captures, named = game.position, [], {"control": [], "claim": []}
    for ply in range(1, 40):
        if game.position.outcome():
            break
        move = random.choice(game.position.legal_moves())
        play_turns(game, move)
        game.refresh_from_db()
        if len(game.position.captured()) > len(before.captured()):
            captures.append(ply)
        for name in named:
            if name in dict(game.ruleset.steps(Turn.objects.get(game=game, ply=ply).text)):
                named[name].append(ply)
        before = game.position
    found = client.get(reverse("game_jumps", args=[game.pk])).json()["jumps"]
    assert {name: plies for name, plies in named.items() if plies}.items() <= found.items()
    assert found.get("capture", []) == captures


def test_a_line_of_the_practice_board_has_frames_as_far_as_it_is_legal(client):
    address = reverse("line_frames", args=["mastery"])
    told = client.post(address, {"turns": "; ".join(TURNS)}).json()
    assert [frame["ply"] for frame in told["frames"]] == [0, 1, 2, 3]
    assert told["frames"][3]["said"].startswith("After turn 3 of 3. ")
    told = client.post(address, {"turns": "Pd4-d5; Pz9-z8", "from": "1"}).json()
    assert [frame["ply"] for frame in told["frames"]] == [1]
    assert client.post(address, {"turns": "", "from": "nine"}).status_code == 422
    assert client.post(address, {"position": "rubbish", "turns": "x" * 70_000}).status_code == 200
    assert client.post(reverse("line_frames", args=["unheard-of"])).status_code == 404
    assert client.get(address, {"turns": "; ".join(TURNS)}).json()["last"] == 3


def test_a_line_tells_its_jumps_and_its_material(client, alice, boris):
    line = {"turns": "; ".join(TURNS), "from": "3"}
    address = reverse("line_frames", args=["mastery"])
    assert client.post(address, line).json().keys() == {"last", "frames"}
    assert client.post(address, {**line, "jumps": "1"}).json()["jumps"] == {"capture": [3]}
    told = client.post(address, {**line, "material": "1"}).json()
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = client.get(reverse("game_material", args=[game.pk])).content.decode()
    assert " ".join(told["material"].split()) in " ".join(page.split())


def test_the_graph_of_material_has_a_table_that_says_the_same(client, alice, boris):
    game = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    page = client.get(reverse("game_material", args=[game.pk]))
    assert [tuple(span) for span in page.context["spans"]] == [(0, 2, 13, 13), (3, 3, 13, 12)]
    assert '<svg class="material-graph"' in page.content.decode()
    fresh = GameFactory(first=alice, second=boris)
    assert client.get(reverse("game_material", args=[fresh.pk])).status_code == 200
