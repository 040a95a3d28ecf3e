"""The analysis board by its page: what is entered, changed and undone; whose it is; what a step costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.models import Edit, Node, Tree
from engine.contract import Side
from games import play
from tests.analysis.conftest import Board, legal
from tests.factories import LAST_MASTER, GameFactory, play_turns, set_up
from tests.faults.posted import read_forms

LINE = ("Pd4-d5", "Pe5-e4", "Pd5xd6")


def test_turns_entered_from_any_position_make_a_tree_that_the_page_lists(board, game):
    first, second = legal(game)[:2]
    board.do("play", text=first)
    after_first = board.at
    board.do("play", text=second, at="-2")
    board.do("play", text=first, at="2")
    assert board.at == after_first, "the same turn again is the one that is there"
    page = board.read()
    assert page.count('class="tree-turn') == 4
    assert 'class="tree-line depth-1"' in page
    assert page.count("of-game") == 2
    board.do("play", status=422, text="Zz9-z9")
    assert "Zz9-z9" in board.do("play", status=422, text="Zz9-z9").content.decode(), "what was typed is kept"


def test_turns_played_meanwhile_join_the_tree_and_those_taken_back_become_a_branch(board, game):
    guess, other = legal(game)[:2]
    board.do("play", text=guess)
    play_turns(game, other)
    page = board.read("-3")
    assert page.count("of-game") == 3, "shown before anything is stored"
    assert Node.objects.filter(tree=board.tree).count() == 4
    board.do("comment", at="-3", comment="He saw it.")
    assert Node.objects.filter(tree=board.tree).count() == 5
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)
    play.offers.accept(game.pk, "takeback", side=Side.SECOND)
    page = board.read("0")
    assert page.count("of-game") == 2
    assert "He saw it." in page


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        ("play", {"text": "second"}),
        ("comment", {"comment": "Why not?"}),
        ("mark", {"mark": "interesting"}),
        ("draw", {"shapes": "d4 d4-e6/red"}),
        ("draw", {"toggle": "a1"}),
        ("delete", {}),
        ("promote", {"first": "1"}),
    ],
)
def test_each_change_can_be_undone_and_twice_the_same_undo_undoes_one(board, game, deed, fields):
    first, second, third = legal(game)[:3]
    board.do("play", text=first)
    board.do("play", text=second, at="-2")
    deep = board.at
    board.do("play", text=game.position.play(second).legal_moves()[0])
    board.do("comment", comment="Deep.", at=deep)
    before = board.list_rows()
    fields = {name: {"second": third}.get(value, value) for name, value in fields.items()}
    board.do(deed, **({"at": "-2"} if deed == "play" else {"at": deep}), **fields)
    assert board.list_rows() != before
    edit = board.tree.edits.latest("pk").pk
    board.do("undo", edit=edit)
    assert board.list_rows() == before
    board.do("undo", status=409, edit=edit)
    while board.tree.edits.exists():
        board.undo()
    assert board.list_turns() == [("Md1-c1", ""), ("Me8-f8", "Md1-c1")]


def test_turns_of_the_game_stay_in_the_tree_whatever_is_undone(board, game):
    guess = legal(game)[0]
    board.do("play", text=guess)
    board.do("comment", comment="Surely.")
    board.do("delete")
    play_turns(game, guess)
    board.do("mark", mark="good", at="-3")
    board.undo()
    board.undo()
    assert board.tree.nodes.get(text=guess).comment == "Surely."
    board.undo()
    board.undo()
    assert not board.tree.edits.exists()
    assert board.tree.nodes.filter(text=guess).count() == 1
    board.do("delete", status=409, at="-3")


def test_a_line_from_the_board_of_ones_running_game_is_armed(board, game, carol):
    """By a form that leads to the page of conditional turns, with the line entered there."""
    assert 'name="turns"' not in board.read()
    first = legal(game)[0]
    after = game.position.play(first)
    line = "; ".join([first, answer := after.legal_moves()[0], after.play(answer).legal_moves()[0]])
    board.do("play", text=line)
    form = next(each for each in read_forms("/", board.read()) if each.action == reverse("plan_ahead", args=[game.pk]))
    sent = {name: values[0] for name, values in form.values.items() if values}
    assert sent["turns"] == line
    planned = board.client.post(form.action, sent)
    assert 'value="1">Save the line' in planned.content.decode()
    board.client.post(form.action, {**sent, "arm": "1"})
    assert game.conditional_lines.count() == 1
    board.client.force_login(carol)
    others = Board(board.client, board.client.post(reverse("analyse_game", args=[game.pk]), {"ply": "2"}).url)
    others.do("play", text=first)
    assert "Save this line" not in others.read()


def test_at_the_end_of_a_game_the_board_leads_to_no_other_beginning(client, alice):
    """As a line does that is planned ahead: the buttons of the practice board are its own."""
    game = set_up(GameFactory(first=alice), LAST_MASTER)
    client.force_login(alice)
    practice = {"setup": "imperial", "position": LAST_MASTER, "turns": "Md4xd5"}
    board = Board(client, client.post(reverse("analyse_practice", args=["mastery"]), practice).url)
    planned = client.post(reverse("plan_ahead", args=[game.pk]), {"turns": "Md4xd5"})
    for page in (board.read(), planned.content.decode()):
        assert "Start over" not in page
        assert "Light lost its last Master" in page or "This turn ends the game." in page


def test_a_line_of_the_practice_board_is_kept_with_its_position(client, alice):
    client.force_login(alice)
    answer = client.post(reverse("analyse_practice", args=["mastery"]), {"turns": "; ".join(LINE), "ply": "2"})
    board = Board(client, answer.url)
    assert board.at == "2"
    assert [text for text, _ in board.list_turns()] == sorted(LINE)
    assert "1. Pd4-d5; 2. Pe5-e4" in board.read()
    refused = board.do("discard", status=422).content.decode()
    assert "<details open><summary>Rename or delete" in refused, "where the box is"
    board.client.post(f"{board.address}discard/", {"sure": "yes"})
    assert not Tree.objects.exists()


def test_a_step_asks_as_much_of_a_long_tree_as_of_a_short_one(board, game):
    def count(at: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert board.client.get(board.address, {"at": at}).status_code == 200
        return len(queries)

    few = count("-2")
    position, turns = game.position, []
    for _ in range(40):
        turns.append(position.legal_moves()[0])
        position = position.play(turns[-1])
    board.do("play", text="; ".join(turns))
    assert count(board.at) <= few + 1  # the last change, which can be undone
    with CaptureQueriesContext(connection) as queries:
        board.do("mark", mark="bad")
    assert len(queries) < 25
    assert Edit.objects.count() == 2
