"""Trees as a whole: made, found, named, shared, deleted. Their nodes are changed by editing.py."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.conduct.writing import refuse_sharing
from accounts.limiting.limits import MOST_TREES
from accounts.limiting.spending import spend
from accounts.models import User
from analysis.editing import find_turns, insert, may_show_found, refuse_excess, refuse_writing
from analysis.layout import Entry, Layout
from analysis.models import LONGEST_TITLE, ROOT, Node, Tree
from analysis.words import refusals
from core.refusal import Refusal
from core.versions import refuse_outdated, text_field
from engine import registry
from engine.contract import Position
from games.chat import clean
from games.fairness import find_standing, list_keys
from games.models import Game

FIELDS = {"title": text_field("Name", longest=LONGEST_TITLE, is_long=False)}


def open_game(user: User, game: Game, *, now: datetime | None = None) -> Tree:
    """The user's tree of the game, which is made if there is none yet. Raises Refusal: too_many, too_often."""
    known = Tree.objects.filter(user=user, game=game).first()
    return known or start(user, game.ruleset.start(**game.options), slug=game.ruleset_slug, game=game, now=now)


def start(
    user: User,
    position: Position,
    *,
    slug: str,
    game: Game | None = None,
    line: Sequence[tuple[str, Position]] = (),
    now: datetime | None = None,
) -> Tree:
    """Makes a tree with this position as its root, and a line of turns, each with the position after it.

    Raises Refusal: too_many, too_often.
    """
    now, revision = now or timezone.now(), (game.ruleset if game else registry.get(slug)).revision
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if game is not None and (known := Tree.objects.filter(user=user, game=game).first()):
            return known  # opened twice at once
        if Tree.objects.filter(user=user).count() >= MOST_TREES:
            raise Refusal(refusals.TOO_MANY_TREES(most=MOST_TREES))
        size = len(line) + 1
        refuse_excess(user.pk, nodes=size)
        spend("analysis", now=now, sender=user.pk)
        rules = {"ruleset_slug": slug, "ruleset_revision": revision}
        tree = Tree.objects.create(
            **rules, user=user, game=game, size=size, next_number=size, created_at=now, changed_at=now
        )
        nodes = [Node(tree=tree, number=ROOT, ply=0, position_text=position.text())]
        nodes += [
            Node(tree=tree, number=ply, parent=ply - 1, ply=ply, text=text, position_text=after.text())
            for ply, (text, after) in enumerate(line, 1)
        ]
        insert(tree, nodes)
    return tree


def list_trees(user: User) -> QuerySet[Tree]:
    """All trees of the user, the one changed last first."""
    found = Tree.objects.filter(user=user).select_related("game").prefetch_related("game__seats__user")
    return found.order_by("-changed_at", "-pk")


def lay_out(tree: Tree) -> Layout:
    """The tree with the turns of its game, in two queries; in five where a computer has found something."""
    entries = [Entry(*each) for each in tree.nodes.values_list(*Entry._fields)]
    if any(entry.by_computer for entry in entries) and not may_show_found(tree):
        entries = [entry for entry in entries if not entry.by_computer]
    return Layout(entries, list_texts(tree))


def list_texts(tree: Tree) -> list[str]:
    """The turns of the tree's game."""
    return list(find_turns(tree).values_list("text", flat=True))


@contextmanager
def held(tree: Tree, *, now: datetime | None = None) -> Iterator[Tree]:
    """The tree, locked while it is changed as a whole. Raises Tree.DoesNotExist, and Refusal: too_often."""
    with transaction.atomic():
        found = Tree.objects.select_for_update(no_key=True).get(pk=tree.pk)
        spend("analysis", now=now or timezone.now(), sender=tree.user_id)
        yield found


def rename(tree: Tree, title: str, *, version: str | None = None) -> None:
    """Raises Refusal: muted, suspended; Outdated."""
    title = " ".join(clean(title).split())[:LONGEST_TITLE]
    with held(tree) as found:
        refuse_writing(found, title)
        refuse_outdated(version, saved={"title": found.title}, wanted={"title": title}, fields=FIELDS)
        found.title, found.changed_at = title, timezone.now()
        found.save(update_fields=["title", "changed_at"])


def discard(tree: Tree) -> None:
    with held(tree) as found:
        found.delete()


def share(tree: Tree, *, now: datetime | None = None) -> None:
    """Gives the tree an address that nobody can guess; a shared tree keeps the one it has.

    Raises Refusal: running, removed, muted, suspended, too_often.
    """
    with transaction.atomic():  # first, since either answer tells whether a game is being played there
        spend("shared_analysis", now=now or timezone.now(), sender=tree.user_id)
    with held(tree, now=now) as found:
        refuse_sharing(tree.user, now=now or timezone.now(), older_mutes=True)
        if found.removed_at is not None:
            raise Refusal(refusals.REMOVED(), status=403)
        if found.game is not None and not found.game.is_over:
            raise Refusal(refusals.OF_RUNNING_GAME())
        if holds_running(found):
            raise Refusal(refusals.HOLDS_RUNNING())
        if found.token is None:
            found.token, found.changed_at = secrets.token_urlsafe(32), now or timezone.now()
            found.save(update_fields=["token", "changed_at"])


def withdraw(tree: Tree) -> None:
    """Ends the sharing: the address leads nowhere. If the tree is shared again, it gets a new one."""
    with held(tree) as found:
        found.token = None
        found.save(update_fields=["token"])


def may_be_shared(tree: Tree) -> bool:
    """Whether it may be shared: not while its game is running, also if staff have reopened it, not while a running game
    stands in one of its positions, and not where staff have hidden it."""
    return is_open(tree) and not holds_running(tree)


def may_be_offered(tree: Tree) -> bool:
    """Whether its owner is shown that it may be shared. Of one that is not, sharing it alone tells whether a running
    game stands in it: else one could try position after position."""
    return is_open(tree) if tree.token is None else may_be_shared(tree)


def is_open(tree: Tree) -> bool:
    """Whether neither its own game nor staff stand in the way of sharing it. No query of its own."""
    return tree.removed_at is None and (tree.game is None or tree.game.is_over)


def holds_running(tree: Tree) -> bool:
    """Whether one of its positions, or its image, stands in a running game; in two queries."""
    return bool(find_standing(tree.ruleset, list_keys(tree.ruleset, tree.nodes.all())))


def find_shared(token: str) -> Tree | None:
    """The tree that is shared at this address, if it still may be."""
    tree = Tree.objects.select_related("game", "user").filter(token=token).first()
    return tree if tree and may_be_shared(tree) else None


def list_shared_by_players(tree: Tree) -> list[Tree]:
    """The other trees of the same finished game that its players share."""
    if tree.game is None or not tree.game.is_over:
        return []
    return [each for each in list_shared_of(tree.game) if each != tree]


def list_shared_of(game: Game) -> list[Tree]:
    """The trees of a finished game that its players share, in two queries more for each. The caller checks that it is
    over."""
    shared = Tree.objects.filter(game=game, token__isnull=False, removed_at=None, user__seats__game=game)
    return [tree for tree in shared.select_related("user").order_by("pk") if not holds_running(tree)]


def list_shared_by(owner: User, *, since: datetime | None = None) -> list[Tree]:
    """All trees of one owner that are shared, also those that a running game hides for now: for staff; the one changed
    last first. With `since`, those changed or shared from then on."""
    shared = Tree.objects.filter(user=owner, token__isnull=False).select_related("game")
    if since is not None:
        shared = shared.filter(changed_at__gte=since)
    return [tree for tree in shared.order_by("-changed_at", "-pk") if is_open(tree)]


def prove_seen(tree: Tree) -> str:
    """A proof that somebody has seen the page of a shared tree, which only that page can give. It does not tell the
    address."""
    return salted_hmac("analysis.trees.seen", tree.token or "", algorithm="sha256").hexdigest()[:32]


def find_seen(pk: int, *, proof: str) -> Tree | None:
    """The tree of this number, if it is shared and the proof shows that it has been seen."""
    tree = Tree.objects.select_related("game", "user").filter(pk=pk, token__isnull=False).first()
    seen = tree is not None and may_be_shared(tree) and constant_time_compare(proof, prove_seen(tree))
    return tree if seen else None


def remove(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Hides them from everybody but their owner; returns the numbers of those that others could see."""
    shown = Tree.objects.filter(pk__in=numbers, removed_at=None)
    found = list(shown.order_by("pk").values_list("pk", flat=True))
    shown.update(removed_at=now)
    return found


def restore(numbers: Sequence[int]) -> None:
    """Lets others see them again, at the same address."""
    Tree.objects.filter(pk__in=numbers).update(removed_at=None)
