"""An analysis that its owner shares by its address, with everything written in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404

from accounts.models import User
from analysis import trees
from analysis.models import Tree
from core.addresses import address_of
from games import access
from moderation.things.contract import Removable, RemovableKind, Thing


class SharedAnalysis(RemovableKind):
    label = "shared analysis"
    plural = "shared analyses"
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        """Its number alone never shows it. Raises Http404."""
        raise Http404

    def find_shown(self, reporter: User, pk: int, *, proof: str) -> Thing:
        tree = trees.find_seen(pk, proof=proof)
        if tree is None or tree.user_id == reporter.pk:
            raise Http404
        return Thing(
            self.name,
            tree.pk,
            f"an analysis by {tree.user.username}",
            (tree.user,),
            keep=lambda: keep_tree(tree),
            game=access.get_game(reporter, tree.game_id) if tree.game_id else None,
            place=address_of("shared_analysis", tree.token),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        yield "Analysis", kept["about"]
        yield "Its name", kept["title"]
        yield "Comments", "\n".join(f"{each['at']}: {each['comment']}" for each in kept["comments"])

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        for tree in trees.list_shared_by(person, since=since):
            yield Removable(tree.pk, f"shared analysis of {tell_subject(tree)}", tree.title)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return trees.remove(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        trees.restore(numbers)


def keep_tree(tree: Tree) -> dict[str, Any]:
    written = tree.nodes.exclude(comment="").order_by("ply", "number").values_list("ply", "text", "comment")
    comments = [
        {"at": f"{ply}. {text}" if ply else "First position", "comment": comment} for ply, text, comment in written
    ]
    return {"about": tell_subject(tree), "title": tree.title, "comments": comments}


def tell_subject(tree: Tree) -> str:
    return f"game {tree.game_id}" if tree.game_id else f"{tree.ruleset.name}, from the practice board"


kind = SharedAnalysis()
