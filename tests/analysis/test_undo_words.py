"""The button that undoes the last change says which it was; rows hold that as code and arguments."""

import pytest
from django.utils.html import escape

from analysis.models import Edit
from analysis.words import changes
from core.said import recall

FIRST = "Pd4-d5"


@pytest.mark.parametrize(
    ("deed", "fields", "said"),
    [
        ("play", {"text": FIRST}, f"Undo adding {FIRST}"),
        ("play", {"text": f"{FIRST}; Pe5-e4"}, "Undo adding 2 turns"),
        ("comment", {"comment": "Why not?"}, "Undo the comment"),
        ("mark", {"mark": "good"}, "Undo the mark"),
        ("draw", {"shapes": "d4"}, "Undo the drawing"),
    ],
)
def test_the_button_names_the_change(board, deed, fields, said):
    at = {"at": "-2"}
    board.do(deed, **at, **fields)
    assert f'aria-label="{escape(said)}"' in board.read("-2")
    kept = Edit.objects.latest("pk")
    assert kept.what == ""
    assert str(recall(kept.told)) == said


def test_the_button_names_what_was_deleted(board):
    board.do("play", text=f"{FIRST}; Pe5-e4", at="-2")
    board.do("delete", at=board.at)
    assert 'aria-label="Undo deleting Pe5-e4"' in board.read("-2")
    board.undo()
    board.do("delete", at=board.tree.nodes.get(text=FIRST).number)
    assert 'aria-label="Undo deleting 2 turns"' in board.read("-2")


def test_a_change_from_before_is_named_as_it_was_written(board):
    board.do("comment", comment="Why not?", at="-2")
    Edit.objects.update(told=None, what="the comment")
    assert 'aria-label="Undo the comment"' in board.read("-2")


def test_a_change_of_another_version_can_be_undone_all_the_same(board):
    board.do("comment", comment="Why not?", at="-2")
    Edit.objects.update(told={"code": "analysis.words.changes.UNDO_LATER", "with": {}})
    assert f'aria-label="{changes.UNDO_UNKNOWN()}"' in board.read("-2")
    board.undo()
    assert not Edit.objects.exists()
