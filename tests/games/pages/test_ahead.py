"""Conditional turns on pages: a line is entered on a board, armed, listed for its owner, told why it broke, removed."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import play
from games.models import ConditionalLine
from tests.factories import play_turns
from tests.games.play.conditional.lines import DARK, LIGHT, ROUND, arm, fate_of, texts_of

FIRST, ANSWER, SECOND, LAST = ROUND
SECOND_OTHERWISE = "Mc1-b1"


@pytest.fixture
def as_boris(client, boris):
    client.force_login(boris)
    return client


def page_of(game) -> str:
    return reverse("plan_ahead", args=[game.pk])


def post(client, game, **given):
    return client.post(page_of(game), {"position": game.position_text, **given})


def read(response) -> str:
    """The text of the page, without tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


def test_a_line_is_entered_turn_by_turn_and_armed(as_boris, game):
    assert "Play the turn that you expect of Alice." in read(as_boris.get(page_of(game)))
    page = read(post(as_boris, game, text=FIRST))
    assert f"If {FIRST} …" in page
    assert "Now play your answer on the board." in page
    assert "Resign then" in page
    page = read(post(as_boris, game, turns=FIRST, text=ANSWER))
    assert f"If {FIRST}, then {ANSWER}" in page
    assert "Save the line" in page
    assert f"If {FIRST} …" in read(post(as_boris, game, turns=f"{FIRST}; {ANSWER}", undo="1"))
    armed = as_boris.post(page_of(game), {"turns": f"{FIRST};{ANSWER}", "arm": "1"}, follow=True)
    assert f"Saved: If {FIRST}, then {ANSWER}." in read(armed)
    line = ConditionalLine.objects.get()
    assert (line.turns, line.side, line.stops) == ([FIRST, ANSWER], LIGHT, True)
    assert "Remove" in read(armed)


def test_a_line_may_end_in_another_way_and_go_on_although_messages_are_written(as_boris, game):
    post(as_boris, game, turns=FIRST, ending="accept_draw", goes_on="1")
    line = ConditionalLine.objects.get()
    assert (line.ending, line.stops) == ("accept_draw", False)
    page = read(as_boris.get(game.get_absolute_url()))
    assert f"If {FIRST}, then accept a draw Saved, whatever Alice writes or offers." in page


def test_on_ones_own_turn_that_turn_comes_first_and_is_not_played(client, alice, game):
    client.force_login(alice)
    assert "Play your own turn first; it isn’t played for you." in read(client.get(page_of(game)))
    page = read(post(client, game, turns="; ".join(ROUND[:3]), arm="1"))
    assert texts_of(game) == ""
    assert ConditionalLine.objects.get().turns == ROUND[:3]
    assert page == ""
    told = read(client.get(game.get_absolute_url()))
    assert f"After {FIRST}, if {ANSWER}, then {SECOND}" in told


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ({"text": "Md1-d8"}, 422, "Md1"),
        ({"turns": FIRST, "arm": "1"}, 422, "A line needs an answer of yours"),
        ({"turns": f"{FIRST};{ANSWER};{SECOND}", "arm": "1"}, 422, f"If {FIRST}, then {ANSWER}; if {SECOND} …"),
        ({"turns": "; ".join(ROUND * 8), "arm": "1"}, 422, "up to 30 turns"),
        ({"turns": f"{FIRST};{ANSWER}", "position": "nonsense", "arm": "1"}, 409, f"You had planned: {FIRST};{ANSWER}"),
        ({"turns": FIRST, "ending": "win"}, 422, "Choose how the line ends."),
    ],
)
def test_a_refusal_keeps_what_was_entered(as_boris, game, given, status, says):
    response = post(as_boris, game, **given)
    assert response.status_code == status
    assert says in read(response)
    assert not ConditionalLine.objects.exists()


@pytest.mark.parametrize(
    ("turns", "fate"),
    [
        ([], "Saved."),
        ([FIRST], "Saved."),
        (["Pd4-d5"], "Alice played Pd4-d5 instead of Md1-c1. Saved again if that turn is taken back."),
        ([FIRST, SECOND_OTHERWISE], "Alice played Mc1-b1 instead of Mc1-d1. Saved again if that turn is taken back."),
        ([FIRST, SECOND], "Played to the end."),
    ],
)
def test_the_page_tells_its_owner_what_became_of_a_line(as_boris, game, turns, fate):
    arm(game, *ROUND, now=None)
    play_turns(game, *turns)
    assert f"{FIRST}, then {ANSWER}; if {SECOND}, then {LAST} {fate}" in read(as_boris.get(game.get_absolute_url()))


def test_it_tells_that_its_owner_left_the_line(client, alice, game):
    client.force_login(alice)
    arm(game, *ROUND[:3], side=DARK, now=None)
    play_turns(game, "Md1-b1")
    page = read(client.get(game.get_absolute_url()))
    assert f"You played Md1-b1 instead of {FIRST}. Saved again if that turn is taken back." in page


def take_back(game, *, side):
    play.offers.propose(game.pk, "takeback", side=side)
    play.offers.accept(game.pk, "takeback", side=side.other)


@pytest.mark.parametrize("whose", ["the opponent’s", "one’s own"])
def test_after_a_takeback_a_line_does_what_the_page_says_of_it(client, game, whose):
    """A line that starts after a turn of one's own ends with it; after the opponent's, it may start again."""
    owner = LIGHT if whose == "the opponent’s" else DARK
    play_turns(game, FIRST)
    turns = [ANSWER, SECOND] if owner is DARK else [ANSWER, SECOND, LAST]
    line = arm(game, *turns, side=owner, stops=False, now=None)
    take_back(game, side=DARK)
    client.force_login(game.seats.get(side=owner).user)
    told = read(client.get(game.get_absolute_url()))
    play_turns(game, FIRST, ANSWER)
    if owner is DARK:
        assert "Ended: a turn of yours that it builds on was taken back." in told
        assert texts_of(game) == f"{FIRST} {ANSWER}"
    else:
        assert "Saved again if the game comes back to the position where it starts." in told
        assert texts_of(play_turns(game, SECOND)) == " ".join(ROUND)
    assert (fate_of(line) == "taken") == (owner is DARK)


def test_a_stopped_line_says_why_and_is_removed_by_its_owner_alone(as_boris, client, alice, game):
    line = arm(game, FIRST, ANSWER, now=None)
    ConditionalLine.objects.update(stopped="wrote", awaits="")
    page = read(as_boris.get(game.get_absolute_url()))
    assert "Stopped: Alice wrote to you after you saved it." in page
    removal = reverse("remove_line", args=[game.pk])
    client.force_login(alice)
    client.post(removal, {"line": line.pk})
    assert ConditionalLine.objects.exists()
    client.force_login(game.seats.get(side=LIGHT).user)
    assert client.post(removal, {"line": line.pk}).status_code == 302
    assert not ConditionalLine.objects.exists()


def test_nobody_else_sees_that_there_are_any(client, game, alice, carol, admin):
    """Spectators, the opponent and staff get the same page as without lines, in as many queries."""
    seen = []
    for _ in range(2):
        pages = []
        for reader in (alice, carol, admin):
            client.force_login(reader)
            client.get(game.get_absolute_url())
            with CaptureQueriesContext(connection) as queries:
                page = client.get(game.get_absolute_url()).content.decode()
            plain = re.sub(r'(csrfmiddlewaretoken|key)" value="[^"]*"|data-now="[^"]*"|nonce="[^"]*"', "", page)
            pages.append((len(queries), re.sub(r"\d+ (hours|minutes)", "", plain)))
        seen.append(pages)
        arm(game, *ROUND, now=None)
    assert seen[0] == seen[1]


def test_the_queries_of_the_page_do_not_grow_with_its_lines(as_boris, game):
    counts = []
    for text in ("Pd4-d5", "Pd4-c5", "Pd4-e5"):
        arm(game, text, game.position.play(text).legal_moves()[0], now=None)
        as_boris.get(game.get_absolute_url())
        with CaptureQueriesContext(connection) as queries:
            as_boris.get(game.get_absolute_url())
        counts.append(len(queries))
    assert len(set(counts)) == 1


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ([FIRST, ANSWER], f"You have played {FIRST}. The answer came right away: {ANSWER}."),
        (["Pd4-d5", "Mc8-b8"], f"You have played {FIRST}."),
    ],
)
def test_the_players_read_what_came_of_it(client, alice, game, turns, told):
    arm(game, *turns, now=None)
    client.force_login(alice)
    sent = {"text": FIRST, "revision": game.revision, "ply": 0, "key": "one"}
    page = read(client.post(reverse("play_move", args=[game.pk]), sent, follow=True))
    assert told in page
    assert ("right away" in page.split("Conditional turns")[0]) is (turns[0] == FIRST)
