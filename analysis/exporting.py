"""A person's own analyses and notes, in the copy of their data and when they close their account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from analysis.models import GameNote, Node, PlayerNote, SealedRemark, Tree
from analysis.trees import lay_out


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    games = GameNote.objects.filter(user=user_id).order_by("pk").values("game", "text", "changed_at")
    players = PlayerNote.objects.filter(user=user_id).select_related("about").order_by("pk")
    remarks = SealedRemark.objects.filter(user=user_id).order_by("pk")
    return {
        "sealed_remarks": remarks.values("turn__game", "turn__ply", "text", "written_at"),
        "analyses": tell_trees(user_id),
        "notes_about_games": games,
        "notes_about_players": (
            {"player": note.about.username, "text": note.text, "changed_at": note.changed_at} for note in players
        ),
    }


def tell_trees(user_id: int) -> Iterator[dict[str, Any]]:
    """Each tree with its nodes; one tree at a time is in memory."""
    for tree in Tree.objects.filter(user=user_id).order_by("pk").iterator(chunk_size=100):
        yield {
            "game": tree.game_id,
            "rules": tree.ruleset_slug,
            "title": tree.title,
            "shared": tree.token is not None and tree.removed_at is None,
            "created_at": tree.created_at,
            "changed_at": tree.changed_at,
            "turns": list(
                list_nodes(tree)
                .order_by("number")
                .values("number", "parent", "ply", "text", "position_text", "comment", "mark", "shapes")
            ),
        }


def list_nodes(tree: Tree) -> QuerySet[Node]:
    """Those that the tree's own page shows: what a computer found is left out while it may not be seen."""
    nodes = Node.objects.filter(tree=tree)
    return nodes.filter(number__in=lay_out(tree).entries) if nodes.filter(by_computer=True).exists() else nodes


def on_account_closed(*, user_id: int, **_: Any) -> None:
    Tree.objects.filter(user=user_id).delete()
    SealedRemark.objects.filter(user=user_id).delete()
    GameNote.objects.filter(user=user_id).delete()
    PlayerNote.objects.filter(Q(user=user_id) | Q(about=user_id)).delete()
