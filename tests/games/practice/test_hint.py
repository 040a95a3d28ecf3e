"""A hint on the practice board: what a strong level would play and what it wins; never about a running game, and within
limits."""

import re
from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import registry
from engine.contract import Side
from engine.level import Level
from engine.search.hinting import MOST_NODES, choose_level, find_hint
from engine.search.playing import number_levels
from engine.symmetry import canonical_key, list_symmetries
from games import hints, play
from games.fairness import FROM_PLY
from games.models import Game
from games.words import refusals
from tests.factories import LAST_MASTER, GameFactory, play_turns
from tests.games.engine.test_symmetry import map_position

pytestmark = pytest.mark.django_db
SLUGS = [ruleset.slug for ruleset in registry.all_rulesets()]


@pytest.fixture
def client(client, carol):
    """Logged in, as somebody who plays no game."""
    client.force_login(carol)
    return client


def ask(client, slug="mastery", **given):
    return client.post(reverse("practice", args=[slug]), {"hint": "1", **given})


@pytest.fixture
def late() -> Game:
    """A running game in which so much has been played that nobody is to be helped."""
    game = GameFactory()
    while game.ply < FROM_PLY:
        moves = game.position.legal_moves()
        play_turns(game, moves[game.ply * 7 % len(moves)])
    return game


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_a_legal_turn_that_can_be_played_at_once_and_taken_back(client, slug):
    page = ask(client, slug).content.decode()
    turn = page.split('class="hint"')[1].split('name="text" value="')[1].split('"')[0]
    assert f"Level {number_levels(registry.get(slug))[choose_level(registry.get(slug)).name]} would play" in page
    assert "Expected answer: " in page
    played = client.post(reverse("practice", args=[slug]), {"text": turn}, follow=True)
    assert played.context["line"].turns == [turn]
    back = client.post(reverse("practice", args=[slug]), {"turns": turn, "undo": "1"}, follow=True)
    assert back.context["line"].turns == []


def test_it_says_what_the_turn_wins(client):
    page = ask(client, position=LAST_MASTER).content.decode()
    assert "It wins the game: Light lost its last Master." in page


def test_the_search_has_a_budget_of_nodes(monkeypatch):
    """No level is asked that would look at more; in a game without a tree of its own it stops by the clock."""
    ruleset, asked = registry.get("mastery"), []
    levels = registry.find_module("mastery", "levels")
    assert (choose_level(ruleset).nodes or 0) <= MOST_NODES
    find_hint(ruleset.start(), ruleset=ruleset, history=[], stop=lambda: bool(asked.append(1)))
    assert 0 < len(asked) <= MOST_NODES
    assert find_hint(ruleset.start(), ruleset=ruleset, history=[], stop=lambda: True).turns
    long = Level("long", nodes=MOST_NODES + 1), Level("longer", seconds=20)
    for offered, chosen in (((Level("short", nodes=MOST_NODES), *long), "short"), (long, "long"), (long[1:], "longer")):
        monkeypatch.setattr(levels, "LEVELS", offered)
        assert choose_level(ruleset).name == chosen


def test_there_is_no_hint_once_a_game_is_over(client):
    over = registry.get("mastery").read(LAST_MASTER).play("Md4xd5").text()
    answer = client.get(ask(client, position=over).url)
    assert 'class="hint"' not in answer.content.decode()


def test_there_is_none_for_a_position_of_a_running_game_by_whichever_way(client, late):
    """On the board itself, on the way to it, beyond it, and with the last turn of it left out of its text."""
    turns = "; ".join(late.turns.values_list("text", flat=True))
    beyond = late.position.legal_moves()[0]
    board, side, captured, _, *rest = late.position_text.split(" ")
    ways = [
        {"position": late.position_text},
        {"position": " ".join([board, side, captured, "-", *rest])},
        {"turns": turns},
        {"turns": turns, "ply": "3"},
        {"position": late.position_text, "turns": beyond},
    ]
    for way in ways:
        answer = ask(client, **way)
        assert (answer.status_code, 'class="hint"' in answer.content.decode()) == (403, False), way
    play.resign(late.pk, side=Side.FIRST)
    assert ask(client, **ways[0]).status_code == 200


def move_aside(position, *, pieces: int = 1) -> str:
    """The text of a position in which so many Pawns stand on other squares."""
    board, *rest = position.text().split(" ")
    ranks = [list("".join("." * int(sign) if sign.isdigit() else sign for sign in rank)) for rank in board.split("/")]
    for rank in ranks[::-1]:
        if pieces and "P" in rank and "." in rank:
            rank[rank.index("P")], rank[rank.index(".")] = ".", "P"
            pieces -= 1
    board = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(rank)) for rank in ranks)
    return " ".join([board, *rest])


def test_there_is_none_near_to_a_position_of_ones_own_running_game(client, alice, boris, carol):
    """One's own next turn, the answer to it, a piece put elsewhere, the other side to move: none is in any game yet."""
    ruleset, game = registry.get("mastery"), GameFactory(first=alice, second=boris)
    while game.ply < FROM_PLY:
        play_turns(game, game.position.legal_moves()[game.ply * 7 % 20])
    mine = game.position
    after = mine.play(mine.legal_moves()[5])
    board, side, *rest = mine.text().split(" ")
    near = {
        "a turn on": after.text(),
        "two turns on": after.play(after.legal_moves()[5]).text(),
        "a Pawn elsewhere": move_aside(mine),
        "the other to move": " ".join([board, "l" if side == "d" else "d", rest[0], "-", *rest[2:]]),
    }
    for name, text in near.items():
        told = {}
        for who in (alice, carol):
            client.force_login(who)
            told[who.username] = ask(client, position=ruleset.read(text).text()).status_code
        assert told == {"Alice": 403, "Carol": 200}, name
    client.force_login(alice)
    assert ask(client).status_code == 200, "the set-up is far from it"
    assert ask(client, "masters").status_code == 200
    play.resign(game.pk, side=Side.FIRST)
    assert ask(client, position=near["a turn on"]).status_code == 200


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.late
def test_there_is_none_for_an_image_of_a_running_game_or_near_an_image_of_ones_own(client, slug, alice, boris, carol):
    """Files reversed, turned with the sides swapped, both: whatever the game’s symmetries make of it."""
    game = GameFactory(first=alice, second=boris, ruleset_slug=slug)
    while game.ply < FROM_PLY:
        moves = game.position.legal_moves()
        play_turns(game, moves[game.ply * 7 % len(moves)])
    after = game.position.play(game.position.legal_moves()[5])
    for symmetry in list_symmetries(game.ruleset):
        told = {}
        for name, position in {"the same": game.position, "a turn on": after}.items():
            image = map_position(game.ruleset, symmetry, position.text())
            for who, user in {"stranger": carol, "player": alice}.items():
                client.force_login(user)
                told[name, who] = ask(client, slug, position=image.text()).status_code
        assert told == {
            ("the same", "stranger"): 403,
            ("the same", "player"): 403,
            ("a turn on", "stranger"): 200,
            ("a turn on", "player"): 403,
        }, symmetry


def test_there_is_none_that_leads_to_a_position_of_a_running_game(client, late):
    ruleset = registry.get("mastery")
    hint = find_hint(ruleset.start(), ruleset=ruleset, history=[], stop=lambda: False)
    Game.objects.update(canonical_key=canonical_key(ruleset, ruleset.start().play(hint.turns[0])))
    assert ask(client).status_code == 403


def test_a_hint_is_given_only_on_request(client):
    """No crawler that opens every address has the site search."""
    page = client.get(reverse("practice", args=["mastery"]), {"hint": "1"}).content.decode()
    assert 'class="hint"' not in page


def test_it_is_limited_by_player(client, alice, monkeypatch):
    monkeypatch.setattr(hints, "_search", lambda *_, **__: None)
    assert {ask(client).status_code for _ in range(60)} == {302}
    assert ask(client).status_code == 429
    client.force_login(alice)
    assert ask(client).status_code == 302


@pytest.mark.parametrize("who", ["visitor", "guest"])
def test_a_visitor_without_an_account_is_led_to_sign_up_and_keeps_the_line(who):
    """Without one nobody could tell whether they ask about a game of their own."""
    client = Client()
    if who == "guest":
        client.post(reverse("play_computer", args=["mastery"]), {"level": "newcomer"})
        assert User.objects.filter(kind=User.Kind.GUEST).exists()
    line = {"turns": "Pc3-c4; Pf6-f5"}
    answer = ask(client, **line)
    assert (answer.status_code, str(refusals.NO_ACCOUNT()) in answer.content.decode()) == (403, True)
    page = client.get(reverse("practice", args=["mastery"]), line).content.decode()
    assert 'name="hint"' not in page
    address = page.split("Sign up for hints")[0].rsplit('href="', 1)[1].split('"')[0]
    form = client.get(address).content.decode()
    assert f"{reverse('practice', args=['mastery'])}?turns=Pc3-c4" in form


def test_refused_hints_count_so_that_nobody_can_search_for_positions_being_played(client, monkeypatch):
    monkeypatch.setattr(hints, "stands", lambda *_: True)
    assert {ask(client).status_code for _ in range(60)} == {403}
    assert ask(client).status_code == 429


def test_when_enough_players_wait_for_hints_others_are_refused_at_once(client, monkeypatch):
    """A process has eight threads: if all waited for hints, it would show no page meanwhile."""
    monkeypatch.setattr(hints, "_searching", None)  # which is not even asked
    with ExitStack() as places:
        for _ in range(1 + hints.MOST_WAITING):
            places.enter_context(hints._asking)
        answer = ask(client)
    assert (answer.status_code, str(refusals.BUSY()) in answer.content.decode()) == (503, True)


def test_a_player_who_waits_too_long_behind_other_hints_is_told(client, monkeypatch):
    monkeypatch.setattr(hints, "WAITS", 0)
    with hints._searching:
        assert ask(client).status_code == 503
    assert ask(client).status_code == 200
