"""An analysis that its owner shares by a secret address, with everything written in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from analysis import trees
from analysis.models import Tree
from core.addresses import address_of
from core.words import Said, Sentence
from games import access
from moderation.things.contract import Removable, RemovableKind, Thing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Report an analysis by {name}")
COUNTED = Sentence("counted", "{n} shared analysis", "{n} shared analyses", "n")
SHARED_OF_GAME = Sentence("shared_of_game", "shared analysis of game {game}")
SHARED_FROM_BOARD = Sentence("shared_from_board", "shared analysis of {ruleset}, from the practice board")
OF_GAME = Sentence("of_game", "game {game}")
FROM_BOARD = Sentence("from_board", "{ruleset}, from the practice board")
AT_TURN = Sentence("at_turn", "{ply}. {turn}")
FIRST_POSITION = Sentence("first_position", "First position")
COMMENT = Sentence("comment", "{at}: {comment}")


class SharedAnalysis(RemovableKind):
    label = _("shared analysis")
    counted = COUNTED
    is_written = True

    def find(self, reporter: User, pk: int) -> Thing:
        """Always raises Http404: its number alone never shows an analysis."""
        raise Http404

    def find_shown(self, reporter: User, pk: int, *, proof: str) -> Thing:
        tree = trees.find_seen(pk, proof=proof)
        if tree is None or tree.user_id == reporter.pk:
            raise Http404
        return Thing(
            self.name,
            tree.pk,
            HEADING(name=tree.user.username),
            (tree.user,),
            keep=lambda: keep_tree(tree),
            game=access.get_game(reporter, tree.game_id) if tree.game_id else None,
            place=address_of("shared_analysis", tree.token),
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Analysis"), kept["about"]
        yield _("Its name"), kept["title"]
        yield _("Comments"), "\n".join(str(COMMENT(**each)) for each in kept["comments"])

    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        for tree in trees.list_shared_by(person, since=since):
            yield Removable(tree.pk, name_tree(tree), tree.title)

    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        return trees.remove(numbers, now=now)

    def restore(self, numbers: Sequence[int]) -> None:
        trees.restore(numbers)


def keep_tree(tree: Tree) -> dict[str, Any]:
    written = tree.nodes.exclude(comment="").order_by("ply", "number").values_list("ply", "text", "comment")
    comments = [
        {"at": str(AT_TURN(ply=ply, turn=text) if ply else FIRST_POSITION()), "comment": comment}
        for ply, text, comment in written
    ]
    return {"about": tell_subject(tree), "title": tree.title, "comments": comments}


def tell_subject(tree: Tree) -> str:
    return str(OF_GAME(game=tree.game_id) if tree.game_id else FROM_BOARD(ruleset=tree.ruleset.name))


def name_tree(tree: Tree) -> Said:
    if tree.game_id:
        return SHARED_OF_GAME(game=tree.game_id)
    return SHARED_FROM_BOARD(ruleset=tree.ruleset.name)


kind = SharedAnalysis()
