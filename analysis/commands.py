"""What an owner does to a tree: each command changes a draft, and returns the number of the node to be shown next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime

from django import forms

from accounts.models import User
from analysis.editing import Draft, drafting, refuse_writing
from analysis.models import LONGEST_COMMENT, LONGEST_SHAPES, ROOT, Mark, Node
from analysis.shapes import read_shapes, write_shapes
from analysis.words import changes as words
from analysis.words import refusals
from core.numbers import read_number
from core.refusal import Refusal
from core.versions import VERSION, refuse_outdated, text_field, version_of
from core.words import Said
from engine.contract import IllegalMove
from games.chat import clean

MOST_PASTED = 100
"""Turns that may be entered at once."""

FIELDS = {
    "comment": text_field("Comment", longest=LONGEST_COMMENT),
    "shapes": text_field("Arrows and circles", longest=LONGEST_SHAPES, is_long=False),
    "mark": forms.ChoiceField(label="Mark", choices=Mark.choices),
}

Given = Mapping[str, str]


def do(name: str, *, user: User, tree_id: int, at: int, given: Given, now: datetime | None = None) -> int:
    """Does one of COMMANDS at the node `at`. Raises KeyError, Tree.DoesNotExist, Refusal,
    Outdated."""
    command = COMMANDS[name]
    with drafting(user, tree_id, now=now) as draft:
        node = draft.find(at)
        what, shown = command(draft, node, given)
        draft.save(what=what, at=node.number)
    return shown


def play(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Plays the turns of `text`, one after another from this node. Turns that are there already are followed."""
    chunks = [re.sub(r"^\d+\.+\s*", "", chunk.strip()) for chunk in re.split(r"[;\r\n]", given.get("text", ""))]
    texts = [chunk for chunk in chunks if chunk]
    if not texts:
        raise Refusal(refusals.NO_TURN(), status=422)
    if len(texts) > MOST_PASTED:
        raise Refusal(refusals.TOO_MANY_AT_ONCE(most=MOST_PASTED), status=422)
    known = {(each.parent, each.text): each for each in draft.nodes.values()}
    position = draft.tree.ruleset.read(node.position_text)
    for number, typed in enumerate(texts, 1):
        try:
            text = position.canonical(typed)
        except IllegalMove as error:
            several = len(texts) > 1
            why = refusals.ILLEGAL_AMONG_SEVERAL(number=number, why=error) if several else refusals.ILLEGAL(why=error)
            raise Refusal(why, status=422) from error
        position = position.play(text)
        there = known.get((node.number, text))
        node = draft.follow(there) if there else draft.add(node, text, position.text())
    added = len(draft.added)
    return words.UNDO_TURN(turn=node.text) if added < 2 else words.UNDO_TURNS(turns=added), node.number


def comment(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    text = clean(given.get("comment", ""))
    if len(text) > LONGEST_COMMENT:
        raise Refusal(refusals.COMMENT_TOO_LONG(most=LONGEST_COMMENT, length=len(text)), status=422)
    if text != node.comment:
        refuse_writing(draft.tree, text, now=draft.now)
        _refuse_outdated(node, given, comment=text)
        draft.change(node, comment=text)
    return words.UNDO_COMMENT(), node.number


def mark(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Sets the given mark, or removes it if the page showed that the node has it."""
    wanted = given.get("mark", "")
    if node.number == ROOT or wanted not in Mark.values:
        raise Refusal(refusals.BAD_MARK(), status=422)
    is_pressed = given.get(VERSION, version_of(mark=node.mark)) == version_of(mark=wanted)
    text = "" if is_pressed else wanted
    _refuse_outdated(node, given, mark=text)
    if text != node.mark:
        draft.change(node, mark=text)
    return words.UNDO_MARK(), node.number


def draw(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Sets arrows and circles: `shapes` replaces all of them, and each of `toggle` is added, or removed if it is
    there."""
    ruleset = draft.tree.ruleset
    shapes = read_shapes(given.get("shapes", node.shapes), ruleset)
    for shape in read_shapes(given.get("toggle", ""), ruleset):
        shapes = tuple(each for each in shapes if each != shape) if shape in shapes else (*shapes, shape)
    text = write_shapes(read_shapes(write_shapes(shapes), ruleset))
    if len(text) > LONGEST_SHAPES:
        raise Refusal(refusals.NO_ROOM_FOR_SHAPES(), status=422)
    if "shapes" in given:
        _refuse_outdated(node, given, shapes=text)
    if text != node.shapes:
        draft.change(node, shapes=text)
    return words.UNDO_DRAWING(), node.number


def _refuse_outdated(node: Node, given: Given, **wanted: str) -> None:
    """The node belongs to a tree that is locked. Raises Outdated."""
    saved = {name: getattr(node, name) for name in wanted}
    refuse_outdated(given.get(VERSION), saved=saved, wanted=wanted, fields=FIELDS)


def promote(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Moves the branch of the node before the one above it; with `first`, the whole line before all others."""
    for number in reversed(draft.layout.find_path(node.number)):
        before = draft.layout.list_before(number)
        if not before:
            continue
        ranked = [*before, number]
        order = [number, *before] if given.get("first") else [*before[:-1], number, before[-1]]
        ranks = sorted(draft.nodes[each].rank for each in ranked)
        for each, rank in zip(order, ranks, strict=True):
            if draft.nodes[each].rank != rank:
                draft.change(draft.nodes[each], rank=rank)
        if not given.get("first"):
            break
    if not draft.is_changed:
        raise Refusal(refusals.FIRST())
    return words.UNDO_ORDER(), node.number


def delete(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Deletes the node and everything after it, except turns of the game."""
    if node.parent is None or node.number in draft.layout.of_game:
        raise Refusal(refusals.OF_GAME())
    numbers = draft.layout.list_below(node.number)
    draft.remove(numbers)
    gone = len(numbers)
    return words.UNDO_DELETING(turn=node.text) if gone == 1 else words.UNDO_DELETING_TURNS(turns=gone), node.parent


def undo(draft: Draft, node: Node, given: Given) -> tuple[Said | None, int]:
    """Undoes the last change if it is still the one that the page named, so that two clicks do not undo two changes.

    Others read the comments that it brings back to a shared tree. Raises Refusal: undone, muted, suspended.
    """
    last = draft.tree.edits.order_by("-pk").first()
    if last is None or last.pk != read_number(given.get("edit", "")):
        raise Refusal(refusals.UNDONE())
    before = {number: each.comment for number, each in draft.nodes.items()}
    draft.undo(last)
    back = [each.comment for number, each in draft.nodes.items() if each.comment != before.get(number, "")]
    refuse_writing(draft.tree, *back, now=draft.now)
    if last.at in draft.nodes:
        return None, last.at
    return None, node.number if node.number in draft.nodes else ROOT


COMMANDS: dict[str, Callable[[Draft, Node, Given], tuple[Said | None, int]]] = {
    command.__name__: command for command in (play, comment, mark, draw, promote, delete, undo)
}
