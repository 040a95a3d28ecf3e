"""Neither one analysis nor all of a player's together grow beyond what the page of limits says, however they grow."""

import pytest
from django.urls import reverse

from accounts.limiting.limits import ACTIONS, MINUTE, Action, Limit, Per
from analysis import commands, editing, trees
from analysis.models import LONGEST_COMMENT, Node, Tree
from core.refusal import Refusal
from engine import registry
from tests.analysis.conftest import Board

pytestmark = pytest.mark.django_db
START = registry.get("mastery").start()
TURNS = ("Md1-c1", "Me8-f8", "Mc1-d1", "Mf8-e8")


def make_line(length: int) -> list:
    line, position = [], START
    for text in TURNS[:length]:
        position = position.play(text)
        line.append((text, position))
    return line


def start(user, length: int = 0) -> Tree:
    return trees.start(user, START, slug="mastery", line=make_line(length))


def play(tree: Tree, *, at: int, text: str) -> int:
    return commands.do("play", user=tree.user, tree_id=tree.pk, at=at, given={"text": text})


def comment(tree: Tree, *, at: int, text: str) -> int:
    return commands.do("comment", user=tree.user, tree_id=tree.pk, at=at, given={"comment": text})


def refuse(sentence: str, act) -> None:
    before = list(Node.objects.order_by("pk").values())
    with pytest.raises(Refusal, match=sentence):
        act()
    assert list(Node.objects.order_by("pk").values()) == before


def test_a_player_keeps_no_more_analyses_than_the_limit(alice, monkeypatch):
    monkeypatch.setattr(trees, "MOST_TREES", 2)
    start(alice)
    start(alice)
    refuse("You can keep up to 2 analyses", lambda: start(alice))


def test_an_analysis_holds_no_more_turns_than_the_limit(alice, monkeypatch):
    monkeypatch.setattr(editing, "MOST_NODES", 3)
    tree = start(alice)
    play(tree, at=0, text="; ".join(TURNS[:2]))
    refuse("An analysis can hold up to", lambda: play(tree, at=2, text="; ".join(TURNS[2:])))


def test_all_analyses_together_hold_no_more_turns_than_the_limit_however_they_are_added(alice, monkeypatch):
    """The root of each counts, too."""
    monkeypatch.setattr(editing, "MOST_NODES_OF_PERSON", 8)
    full, other = start(alice, 4), start(alice)
    refuse("All your analyses can hold 8", lambda: start(alice, 4))
    play(other, at=0, text=TURNS[0])
    refuse("All your analyses can hold 8", lambda: play(other, at=1, text="; ".join(TURNS[1:3])))
    commands.do("delete", user=alice, tree_id=full.pk, at=2, given={})
    start(alice, 2)
    deleted = full.edits.get()
    refuse(
        "All your analyses can hold 8",
        lambda: commands.do("undo", user=alice, tree_id=full.pk, at=0, given={"edit": str(deleted.pk)}),
    )


def test_one_change_and_the_changes_kept_for_undo_are_bounded(alice, monkeypatch):
    monkeypatch.setattr(commands, "MOST_PASTED", 1)
    monkeypatch.setattr(editing, "MOST_EDITS", 2)
    monkeypatch.setattr(editing, "MOST_COMMENTED", 30)
    tree = start(alice, 2)
    refuse("You can enter up to 1 turns", lambda: play(tree, at=2, text="; ".join(TURNS[2:])))
    comment(tree, at=0, text="x" * 20)
    refuse("too long in all", lambda: comment(tree, at=1, text="x" * 20))
    for text in "abcd":
        comment(tree, at=0, text=text)
    assert tree.edits.count() == 2


def test_every_change_counts_towards_the_limit_and_a_refused_one_keeps_what_was_typed(client, alice, monkeypatch):
    client.force_login(alice)
    tree = start(alice, 2)
    board = Board(client, f"{tree.get_absolute_url()}?at=1")
    for deed, fields in [("comment", {"comment": "?"}), ("rename", {"title": "Mine"}), ("share", {}), ("withdraw", {})]:
        board.do(deed, **fields)
    fewer = Action("changes", (Limit(Per.SENDER, 4, MINUTE),))
    monkeypatch.setitem(ACTIONS, "analysis", fewer)
    for deed, fields in [
        ("comment", {"comment": "Late"}),
        ("rename", {"title": "Late"}),
        ("share", {}),
        ("withdraw", {}),
        ("discard", {"sure": "1"}),
    ]:
        answer = board.do(deed, status=429, **fields)
        assert int(answer["Retry-After"]) >= 1
        assert "You can go on" in answer.content.decode()
    tree.refresh_from_db()
    assert (tree.title, tree.token) == ("Mine", None)
    assert client.post(reverse("analyse_practice", args=["mastery"]), {"turns": TURNS[0]}).status_code == 429


def test_a_comment_too_long_is_refused_whole(alice):
    tree = start(alice, 1)
    refuse("A comment can have up to", lambda: comment(tree, at=1, text="x" * (LONGEST_COMMENT + 1)))
