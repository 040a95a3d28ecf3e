"""The page of a game: what each reader sees of it at every turn, and how many queries it costs."""

import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine import registry
from engine.contract import Side
from games import clock, play
from tests.factories import GameFactory, UserFactory

CONTROLS = ('id="turn"', 'id="ask"', "Resign")


def shuffle(ruleset, *, length: int) -> list[str]:
    """A long game without captures: both sides walk their Masters about."""
    position, turns = ruleset.start(), []
    for number in range(length):
        quiet = [move for move in position.legal_moves() if ruleset.is_quiet(move) and move.startswith("M")]
        turns.append(quiet[number * 7 % len(quiet)])
        position = position.play(turns[-1])
    return turns


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=("Pd4-d5",))


def read(client, game, *parts) -> str:
    return client.get("/".join([game.get_absolute_url().rstrip("/"), *map(str, parts), ""])).content.decode()


def test_the_player_to_move_gets_the_board_to_play_on(client, game, boris):
    client.force_login(boris)
    page = read(client, game)
    assert all(control in page for control in CONTROLS)
    assert "● Your turn: Mastery, Alice and Boris" in page.replace("\n", "")


def test_the_version_of_the_rules_is_named(client, game):
    assert "Rules version: The designer’s" in read(client, game)


def test_the_waiting_player_may_resign_but_not_play(client, game, alice):
    client.force_login(alice)
    page = read(client, game)
    assert 'id="turn"' not in page
    assert "Resign" in page


def test_anyone_may_watch_without_controls(client, game, carol):
    for visit in (lambda: None, lambda: client.force_login(carol)):
        visit()
        page = read(client, game)
        assert "Pd4-d5" in page
        assert not any(control in page for control in CONTROLS)


@pytest.mark.parametrize("part", ["", "0/", "state/", "preview/?text=c5-c4"])
def test_a_private_game_is_not_found_by_others(client, alice, boris, carol, part):
    game = GameFactory(first=alice, second=boris, private=True)
    address = game.get_absolute_url() + part
    assert client.get(address).status_code == 404
    client.force_login(carol)
    assert client.get(address).status_code == 404
    client.force_login(alice)
    assert client.get(address).status_code in (200, 422)


@pytest.mark.parametrize(
    ("user", "query", "lowest"), [(0, "", "1"), (1, "", "8"), (0, "?flip=1", "8"), (1, "?flip=1", "1")]
)
def test_each_player_sees_their_own_side_below_and_may_flip(client, game, alice, boris, user, query, lowest):
    client.force_login((alice, boris)[user])
    page = client.get(game.get_absolute_url() + query).content.decode()
    ys = {name: int(y) for name, y in re.findall(r'data-square="(a\d)"[^>]* y="(\d+)"', page)}
    assert max(ys, key=ys.get) == f"a{lowest}"


def test_each_earlier_position_has_an_address_of_its_own(client, game):
    assert 'data-label="d4, Dark Pawn"' in read(client, game, 0)
    assert 'data-label="d5, Dark Pawn"' in read(client, game, 1)
    assert client.get(reverse("game_at", args=[game.pk, 2])).status_code == 404
    assert client.get(f"{game.get_absolute_url()}{10**30}/").status_code == 404


def test_an_earlier_position_offers_no_control(client, game, boris):
    client.force_login(boris)
    page = read(client, game, 0)
    assert not any(control in page for control in CONTROLS)
    assert "At the start." in page


def test_a_turn_staged_is_drawn_by_the_server_and_changes_nothing(client, game, boris):
    client.force_login(boris)
    address = reverse("game_preview", args=[game.pk])
    staged = client.get(address, {"text": "c5 c4"}).json()
    assert 'data-label="c4, Light Pawn"' in staged["board"]
    assert ["control", 1, "c8"] in [zone[:3] for zone in staged["zones"]]
    answer = client.get(address, {"text": "c5-c1"})
    assert (answer.status_code, answer["content-type"]) == (422, "text/plain; charset=utf-8")
    game.refresh_from_db()
    assert game.ply == 1


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("mastery", "A piece that the side to move controls."),
        ("master", "Where the chosen piece can go."),
        ("masters", "Shielded by a cardinal."),
    ],
)
def test_a_legend_tells_what_the_marks_mean(client, alice, boris, slug, words):
    played = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    for address in (played.get_absolute_url(), reverse("practice", args=[slug])):
        assert words in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        ("c5 c1", "The Pawn on c5 does not reach c1: it moves one square in any direction."),
        ("a5", "There is no piece on a5."),
        ("c5 z9", "No legal turn goes on like that."),
        ("c5 c4 a5 " * 500, "Pc5-c4 is a whole turn: confirm it, or choose another piece."),
    ],
)
def test_a_sentence_says_why_a_square_cannot_be_clicked(client, game, boris, clicks, why):
    client.force_login(boris)
    answer = client.get(reverse("game_preview", args=[game.pk]), {"clicks": clicks})
    assert (answer.status_code, answer.json()) == (200, {"why": why})


def test_the_state_is_sent_only_when_the_game_has_changed(client, game, boris):
    address = reverse("game_state", args=[game.pk])
    assert client.get(address, {"revision": game.revision}).status_code == 204
    for revision in (game.revision - 1, "x", ""):
        answer = client.get(address, {"revision": revision})
        assert 'id="game"' in answer.content.decode()
        assert "<html" not in answer.content.decode()


def test_the_result_is_in_words_and_a_rematch_is_a_click_away(client, game, alice):
    play.resign(game.pk, side=Side.SECOND)
    client.force_login(alice)
    page = read(client, game)
    assert "Dark won: Light resigned." in page
    assert f"{reverse('challenge_new')}?opponent=Boris&amp;ruleset=mastery" in page
    assert "data-state" not in page


def test_the_next_game_that_waits_is_a_click_away_once_the_turn_is_played(client, game, alice, boris):
    client.force_login(alice)
    assert reverse("next_game") not in read(client, game)
    GameFactory(first=alice, second=boris)
    assert reverse("next_game") in read(client, game)


def test_the_deadline_is_told_in_the_readers_zone(client, game, boris):
    client.force_login(boris)
    page = read(client, game)
    assert "2 days 23 hours" in page
    assert re.search(r"until <time [^>]*>[^<]* E[SD]T</time>", page)


def test_the_page_tells_the_bank_of_the_waiting_player(client, alice, boris):
    game = GameFactory(first=alice, second=boris, control=clock.Bank(3, 1, 7))
    assert "3 days in time bank" in read(client, game)


def test_the_page_tells_what_was_agreed_on(client, alice, boris):
    game = GameFactory(first=alice, second=boris, options={"setup": "draume-crown", "rules": "woag"})
    page = read(client, game)
    assert all(
        words in page for words in ("Draume Crown", "World of Abstract Games", "3 days per turn", "/rules/mastery/")
    )


def test_the_page_costs_the_same_however_long_the_game(client, alice, boris, carol):
    turns = shuffle(registry.get("mastery"), length=120)
    short, long = (GameFactory(first=alice, second=boris, turns=turns[:size]) for size in (2, 120))
    client.force_login(alice)
    for game in (long, short):
        client.get(game.get_absolute_url())  # begins the session, and has seen the news of the game

    def count(game, part: str, browser: Client = client) -> int:
        with CaptureQueriesContext(connection) as queries:
            browser.get(game.get_absolute_url() + part)
        return len(queries)

    for part in ("", "1/", "state/?revision=0", "?turns=all"):
        assert count(short, part) == count(long, part) <= 12
    assert count(long, f"state/?revision={long.revision}") <= 6
    another, visitor = Client(), Client()
    another.force_login(carol)
    another.get(long.get_absolute_url())
    assert [count(long, "", browser) for browser in (another, visitor)] == [8, 3]
    for game in (short, long):
        play.resign(game.pk, side=Side.SECOND)
        client.get(game.get_absolute_url())
    assert count(short, "") == count(long, "") <= 14, "once it is over"


def test_players_are_told_where_to_object_to_what_staff_decided(client, game, boris, carol, admin):
    play.adjudicate(game.pk, winner=Side.FIRST, staff=admin, reason="Gone.")
    for reader, told in ((carol, False), (boris, True)):
        client.force_login(reader)
        assert ("If you think that’s a mistake" in read(client, game)) is told


def test_a_long_game_lists_its_last_turns_and_all_on_demand(client, alice, boris):
    game = GameFactory(first=alice, second=boris, turns=shuffle(registry.get("mastery"), length=60))
    link = reverse("game_at", args=[game.pk, 1]) + '"'
    assert link not in read(client, game)
    assert link in client.get(game.get_absolute_url(), {"turns": "all"}).content.decode()
    assert link in read(client, game, 2)


class Balance(HTMLParser):
    """Fails on a tag that closes another than the one open."""

    VOID = {"meta", "link", "input", "br", "hr", "img"}

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("part", ["", "0/", "?turns=all"])
def test_no_text_that_a_player_chose_breaks_the_page(client, boris, part):
    tricky = UserFactory(username="-._x-._")
    game = GameFactory(first=tricky, second=boris, turns=("Pd4-d5",))
    client.force_login(boris)
    page = client.get(game.get_absolute_url() + part, {}).content.decode()
    assert Balance(page).open == []
    address = reverse("play_move", args=[game.pk])
    evil = '"><script>alert(1)</script>'
    page = client.post(address, {"text": evil, "revision": game.revision}).content.decode()
    assert Balance(page).open == []
    assert "<script>alert" not in page


def test_a_flipped_board_stays_flipped_while_one_steps_through_the_turns(client, game):
    page = client.get(reverse("game_at", args=[game.pk, 1]), {"flip": 1}).content.decode()
    steps = re.findall(rf'href="({game.get_absolute_url()}(?:\d+/)?(?:\?[^"]*)?)"', page)
    assert len(steps) > 3
    assert all(step.endswith("?flip=1") for step in steps)
