"""How a tree is changed: locked, updated with the turns of its game, changed, and saved with what undoes the change.

Nothing else changes nodes. Each change keeps the rows as they were before, so that one function undoes all kinds of
change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.conduct.writing import refuse_text
from accounts.limiting.limits import MOST_NODES, MOST_NODES_OF_PERSON
from accounts.limiting.spending import spend
from accounts.models import User
from analysis.layout import Entry, Layout
from analysis.models import ROOT, Edit, Node, Tree
from analysis.words import refusals
from core.refusal import Refusal
from core.said import keep
from core.words import Said
from engine.symmetry import canonical_key
from games.fairness import has_led_to_one, stands
from games.models import Game, Turn
from games.play.seeing import see

MOST_EDITS = 50
"""How many changes of a tree can be undone at most."""
MOST_KEPT = 400_000
"""Characters kept for undoing; the last change can be undone however long it is."""
MOST_COMMENTED = 100_000
"""Bytes of the comments of one tree."""
KEPT = ("number", "parent", "ply", "text", "position_text", "rank", "comment", "mark", "shapes", "by_computer")
"""The columns of a node that a change keeps."""


class Draft:
    """A tree while it is being changed. What its owner can do to it is in commands.py."""

    def __init__(self, tree: Tree, *, now: datetime) -> None:
        self.tree, self.now = tree, now
        self.nodes = {node.number: node for node in tree.nodes.all()}
        self.found: dict[int, list[Any]] = {}
        """The nodes that were changed or deleted, as they were, by their numbers."""
        self.added: list[int] = []
        self.changed: set[int] = set()
        self.removed: set[int] = set()
        self.undone: Edit | None = None
        self.last_ranks: dict[int | None, int] = {}
        for node in self.nodes.values():
            self.last_ranks[node.parent] = max(node.rank, self.last_ranks.get(node.parent, node.rank))
        self._catch_up()

    def _catch_up(self) -> None:
        """Adds the turns played since. This is no change of the owner's, and cannot be undone."""
        turns = list_played(self.tree)
        texts = [turn.text for turn in turns]
        self.layout = self.lay_out(texts)
        for number in self.layout.of_game & set(self.nodes):
            if self.nodes[number].by_computer:  # it would be hidden, and what is entered below it
                self.nodes[number].by_computer = False
                self.changed.add(number)
        if min(self.layout.played) >= ROOT:
            return
        parent = self.nodes[ROOT]
        for turn, number in zip(turns, self.layout.played[1:], strict=True):
            parent = self.nodes[number] if number > ROOT else self._make(parent, turn.text, turn.position_text)
        self.layout = self.lay_out(texts)

    def lay_out(self, played: list[str]) -> Layout:
        return Layout((Entry(*(getattr(node, name) for name in Entry._fields)) for node in self.nodes.values()), played)

    def _make(self, parent: Node, text: str, position_text: str) -> Node:
        tree = self.tree
        self.last_ranks[parent.number] = self.last_ranks.get(parent.number, -1) + 1
        made = Node(
            tree=tree,
            number=tree.next_number,
            parent=parent.number,
            ply=parent.ply + 1,
            text=text,
            position_text=position_text,
            rank=self.last_ranks[parent.number],
        )
        tree.next_number += 1
        self.nodes[made.number] = made
        return made

    def find(self, at: int) -> Node:
        """The node of this number, or for a negative one the game's turn. Raises Refusal: gone."""
        number = self.layout.resolve(at)
        if number is None:
            raise Refusal(refusals.GONE())
        return self.nodes[number]

    def add(self, parent: Node, text: str, position_text: str) -> Node:
        """Adds a node after this one. Nodes of the game itself do not count for the limit. Raises Refusal: too_many."""
        if len(self.nodes) - len(self.layout.of_game) >= MOST_NODES:
            raise Refusal(refusals.TOO_MANY_TURNS(most=MOST_NODES))
        made = self._make(parent, text, position_text)
        self.added.append(made.number)
        return made

    def follow(self, node: Node) -> Node:
        """The node, which somebody has entered again. A node that a computer found becomes the owner's own if the owner
        cannot see it."""
        if node.by_computer and not may_show_found(self.tree):
            self.change(node, by_computer=False)
        return node

    def change(self, node: Node, **fields: Any) -> None:
        self._keep(node)
        for name, value in fields.items():
            setattr(node, name, value)
        self.changed.add(node.number)

    def remove(self, numbers: list[int]) -> None:
        for number in numbers:
            self._keep(self.nodes.pop(number))
            self.removed.add(number)

    def _keep(self, node: Node) -> None:
        self.found.setdefault(node.number, [getattr(node, name) for name in KEPT])

    @property
    def is_changed(self) -> bool:
        return bool(self.added or self.found)

    def save(self, *, what: Said | None, at: int) -> None:
        """Writes everything that has changed, and what undoes it: `what` says the button that does so; it is None where
        something is undone. Raises Refusal: too_many, too_long, too_often."""
        self._refuse_excess()
        if self.tree.token and (self.added or self.removed or self.undone):
            # whether it is still shown tells whether a game is being played in one of its positions
            spend("shared_analysis", now=self.now, sender=self.tree.user_id)
        nodes = Node.objects.filter(tree=self.tree)
        if self.removed:
            nodes.filter(number__in=self.removed).delete()
        insert(self.tree, [node for node in self.nodes.values() if node.pk is None])
        changed = [self.nodes[number] for number in self.changed & set(self.nodes) if self.nodes[number].pk]
        Node.objects.bulk_update(changed, ["rank", "comment", "mark", "shapes", "by_computer"])
        self.tree.size, self.tree.changed_at = len(self.nodes), self.now
        self.tree.save(update_fields=["size", "changed_at", "next_number"])
        if self.undone is not None:
            self.undone.delete()
        elif self.is_changed and what is not None:
            self._keep_edit(what=what, at=at)

    def _refuse_excess(self) -> None:
        if (self.added or self.undone) and len(self.nodes) > self.tree.size:
            refuse_excess(self.tree.user_id, nodes=len(self.nodes), but=self.tree.pk)
        if self.changed and sum(len(node.comment.encode()) for node in self.nodes.values()) > MOST_COMMENTED:
            raise Refusal(refusals.COMMENTS_TOO_LONG(), status=422)

    def _keep_edit(self, *, what: Said, at: int) -> None:
        rows = list(self.found.values())
        size = sum(len(str(value)) for row in rows for value in row)
        edits = self.tree.edits
        edits.create(told=keep(what), at=at, added=self.added, rows=rows, size=size, made_at=self.now)
        kept, old = 0, []
        for place, (pk, each) in enumerate(edits.order_by("-pk").values_list("pk", "size")):
            kept += each
            if place and (place >= MOST_EDITS or kept > MOST_KEPT):
                old.append(pk)
        if old:
            edits.filter(pk__in=old).delete()

    def undo(self, edit: Edit) -> None:
        """Restores the rows from before a change, and deletes those it made, except turns that the game has taken
        since."""
        self.undone = edit
        for number in edit.added:
            if number in self.nodes and number not in self.layout.of_game:
                self.remove([number])
        instead: dict[int, int] = {}
        """The new numbers of nodes that were entered again meanwhile because their turns were played."""
        for row in sorted(edit.rows, key=lambda row: row[KEPT.index("ply")]):
            kept = dict(zip(KEPT, row, strict=True))
            kept["parent"] = instead.get(kept["parent"], kept["parent"])
            kept["by_computer"] &= kept["number"] not in self.layout.of_game
            if node := self.nodes.get(kept["number"]):
                self.change(node, **{name: kept[name] for name in ("rank", "comment", "mark", "shapes", "by_computer")})
                continue
            same = (kept["parent"], kept["text"])
            if twin := next((node for node in self.nodes.values() if (node.parent, node.text) == same), None):
                instead[kept["number"]] = twin.number
                self.change(twin, **{name: kept[name] for name in ("comment", "mark", "shapes")})
            else:
                self.nodes[kept["number"]] = Node(tree=self.tree, **kept)


def insert(tree: Tree, nodes: Sequence[Node]) -> None:
    """Stores new nodes of a tree, each with the key of its position."""
    ruleset = tree.ruleset
    for node in nodes:
        node.canonical_key = canonical_key(ruleset, ruleset.read(node.position_text))
    Node.objects.bulk_create(nodes)


def refuse_excess(user_id: int, *, nodes: int, but: int = 0) -> None:
    """Refuses a tree with too many nodes; `but` is the id of the tree if it exists already. Raises Refusal:
    too_many."""
    others = Tree.objects.filter(user=user_id).exclude(pk=but)
    if (others.aggregate(all=Sum("size"))["all"] or 0) + nodes > MOST_NODES_OF_PERSON:
        raise Refusal(refusals.TOO_MANY_TURNS_OF_ALL(most=MOST_NODES_OF_PERSON))


def refuse_writing(tree: Tree, *texts: str, now: datetime | None = None) -> None:
    """Refuses texts by a user who may not write to others, since others read the texts of a shared tree. Raises
    Refusal: muted, suspended."""
    if tree.token:
        refuse_text(tree.user, *texts, now=now or timezone.now(), older_mutes=True)


@contextmanager
def drafting(user: User, tree_id: int, *, now: datetime | None = None) -> Iterator[Draft]:
    """Locks a tree of the user's while it is changed. Raises Tree.DoesNotExist, also for another user's, and
    Refusal."""
    with transaction.atomic():
        tree = Tree.objects.select_for_update(no_key=True).get(pk=tree_id, user=user)
        now = now or timezone.now()
        spend("analysis", now=now, sender=user.pk)
        yield Draft(tree, now=now)


def find_turns(tree: Tree) -> QuerySet[Turn]:
    """The turns played so far in the tree's game, which its owner sees from then on: see `play.seeing`. None for a tree
    without a game."""
    if tree.game is None:
        return Turn.objects.none()
    while not see(tree.game, reader_id=tree.user_id):
        tree.game = Game.objects.get(pk=tree.game.pk)
    return Turn.objects.filter(game=tree.game, taken_back_at=None, ply__lte=tree.game.ply).order_by("ply")


def list_played(tree: Tree) -> list[Turn]:
    """The turns played so far in the tree's game; none for a tree without a game."""
    return list(find_turns(tree).only("ply", "text", "position_text"))


def may_show_found(tree: Tree) -> bool:
    """Whether what a computer found may be seen: not while the tree's game is running, or another in a position of it
    or of a line that was found."""
    if tree.game and (not tree.game.is_over or has_led_to_one(tree.game)):
        return False
    found = tree.nodes.filter(by_computer=True).values_list("position_text", flat=True)
    return not stands(tree.ruleset, map(tree.ruleset.read, found))
