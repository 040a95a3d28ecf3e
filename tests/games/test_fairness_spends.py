"""Whoever asks about positions of their choice whether a running game stands there spends first, whatever the answer.

Else one could try one turn after another, and learn which of them was played in a private game.
"""

from __future__ import annotations

import ast

import pytest
from django.urls import reverse

from accounts.limiting.limits import ACTIONS
from accounts.models import Allowance
from analysis import trees
from analysis.models import Tree
from computers.models import Review
from computers.words import refusals
from engine import registry
from games import fairness
from games.fairness import FROM_PLY
from tests.computers.conftest import TURNS, finish
from tests.factories import GameFactory, UserFactory, play_turns
from tests.site.whole_sentences import ROOT

pytestmark = pytest.mark.django_db

TELLS = {"stands", "find_standing", "has_led_to_one", "is_near_own"}
SPENDS = {
    "games.hints.refuse_running": "hint",
    "games.hints.give": "hint",
    "records.explorer.refuse_running": "book",
    "records.puzzles.refuse_running": "puzzle",
    "analysis.trees.holds_running": "shared_analysis",
    "computers.review.judges_running": "review",
}
"""What is spent before each of these is asked about positions that somebody chooses."""
NOT_CHOSEN = {
    "analysis.editing.may_show_found": "lines that the computer found in a finished game, whose analysis was spent",
    "computers.review.read_better": "the same lines",
    "records.puzzles.is_shown": "where a puzzle stands, which was found in a finished game",
    "computers.comparing.choose_turns": "finished games, of which staff alone read a number",
}


def list_askers() -> set[str]:
    """The functions of the site that ask `games.fairness`."""
    found = set()
    for path in ROOT.glob("*/**/*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        text = path.read_text()
        if module.startswith(("tests", "benches")) or "games.fairness" not in text:
            continue
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                called = {
                    node.func.id
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                }
                found |= {f"{module}.{function.name}"} if called & TELLS else set()
    return found


def test_each_that_asks_is_named_here_with_what_is_spent_or_why_nothing_is():
    assert vars(fairness).keys() >= TELLS
    assert list_askers() == SPENDS.keys() | NOT_CHOSEN.keys()
    assert set(SPENDS.values()) <= ACTIONS.keys()


@pytest.fixture
def running(boris, carol):
    """A private game of others."""
    game = GameFactory(first=boris, second=carol, private=True)
    while game.ply < FROM_PLY:
        play_turns(game, game.position.legal_moves()[game.ply * 7 % 20])
    return game


def count(action: str) -> int:
    """How often somebody's account has spent it."""
    rows = Allowance.objects.filter(key__startswith=f"{action}/sender/").values_list("times", flat=True)
    return max((len(times.split()) for times in rows), default=0)


def list_positions(running) -> list[str]:
    """Where the running game stands, and where it does not."""
    before = running.ruleset.read(running.turns.get(ply=running.ply - 1).position_text)
    played = running.turns.get(ply=running.ply).text
    other = next(move for move in before.legal_moves() if before.play(move).text() != before.play(played).text())
    return [running.position_text, before.play(other).text()]


def test_turns_of_computers_in_the_book(as_alice, running):
    statuses = []
    for spent, position in enumerate(list_positions(running), 1):
        asked = {"position": position, "who": "computers"}
        statuses.append(as_alice.get(reverse("book", args=["mastery"]), asked).status_code)
        assert count("book") == spent
    assert statuses == [403, 200]
    most = min(limit.most for limit in ACTIONS["book"].limits)
    for _ in range(most - 2):
        as_alice.get(reverse("book", args=["mastery"]), asked)
    refused = as_alice.get(reverse("book", args=["mastery"]), asked)
    assert (refused.status_code, "Retry-After" in refused) == (429, True)
    assert as_alice.get(reverse("book", args=["mastery"]), {"position": position}).status_code == 200, "of people"


def test_a_book_of_people_spends_nothing(as_alice, running):
    as_alice.get(reverse("book", args=["mastery"]), {"position": running.position_text})
    assert not Allowance.objects.exists()


def test_hints(as_alice, running):
    for spent, position in enumerate(list_positions(running), 1):
        as_alice.post(reverse("practice", args=["mastery"]), {"position": position, "hint": "1"})
        assert count("hint") == spent


def test_sharing_an_analysis(as_alice, alice, running):
    statuses = []
    for spent, position in enumerate(list_positions(running), 1):
        tree = trees.start(alice, registry.get("mastery").read(position), slug="mastery")
        answer = as_alice.post(reverse("change_analysis", args=[tree.pk, "share"]), {"at": "0"})
        statuses.append(answer.status_code)
        assert count("shared_analysis") == spent
    assert statuses == [409, 302]


def test_the_page_of_an_analysis_that_is_not_shared_says_nothing(as_alice, alice, running):
    stands, stands_not = (
        trees.start(alice, registry.get("mastery").read(position), slug="mastery")
        for position in list_positions(running)
    )
    for tree in (stands, stands_not):
        page = as_alice.get(reverse("analysis", args=[tree.pk])).content.decode()
        assert "running game" not in page
        assert reverse("change_analysis", args=[tree.pk, "share"]) in page


def test_changing_the_turns_of_a_shared_analysis(as_alice, alice, running):
    """Whether others see it still is an answer, too."""
    before = running.ruleset.read(running.turns.get(ply=running.ply - 1).position_text)
    played = running.turns.get(ply=running.ply).text
    tree = trees.start(alice, before, slug="mastery")
    change = reverse("change_analysis", args=[tree.pk, "play"])
    assert as_alice.post(change, {"at": "0", "text": before.legal_moves()[1]}).status_code == 302
    assert count("shared_analysis") == 0
    trees.share(tree)
    deeds = {"play": {"at": "0", "text": played}, "undo": {"at": "0"}, "delete": {"at": "1"}}
    for spent, (deed, given) in enumerate(deeds.items(), 2):
        address = reverse("change_analysis", args=[tree.pk, deed])
        assert as_alice.post(address, {**given, "edit": tree.edits.latest("pk").pk}).status_code == 302, deed
        assert count("shared_analysis") == spent
    as_alice.post(reverse("change_analysis", args=[tree.pk, "comment"]), {"at": "0", "comment": "Quiet."})
    assert count("shared_analysis") == 4, "a comment chooses no position"
    assert Tree.objects.get().token


def test_the_analysis_of_a_finished_game(as_alice, alice, boris, carol):
    """Whether it is withheld is told to nobody who has not spent it."""
    again = finish(GameFactory(first=alice, second=carol, turns=[*TURNS, *TURNS, "Pd4-d5"]))
    GameFactory(first=boris, second=UserFactory(), turns=[*TURNS, *TURNS])
    assert as_alice.post(reverse("join_review", args=[again.pk])).status_code == 409
    assert count("review") == 0
    page = as_alice.get(reverse("review", args=[again.pk])).content.decode()
    assert str(refusals.WITHHELD()) not in page
    for spent in (1, 2):
        refused = as_alice.post(reverse("ask_review", args=[again.pk])).content.decode()
        assert str(refusals.WITHHELD()) in refused
        assert count("review") == spent
    assert not Review.objects.exists()
