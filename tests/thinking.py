"""What players think for themselves, as the simulator and the stateful test have them do it: whose it is can be read.

Each comment, note and remark says by whom and of which game it is, so that everything a reader sees can be searched for
what only another may know. A change that is undone must leave everything as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import user_logged_in
from django.test import Client

from accounts.models import User
from accounts.own_data import exports
from analysis import commands
from analysis.models import ROOT, Tree
from games.models import Game

SECRET = re.compile(r"(comment|note|remark)-of-(\d+)-in-(\d+)")


def write_secret(kind: str, user: User, game: Game) -> str:
    """A text of a user's about a game: a comment, a note or a remark."""
    return f"{kind}-of-{user.pk}-in-{game.pk}"


def find_legal(tree: Tree, number: int) -> list[str]:
    """The turns that can be entered after a node, in an order that does not change."""
    return sorted(tree.ruleset.read(tree.nodes.get(number=number).position_text).legal_moves())


def do_and_undo(user: User, tree: Tree, deed: str, *, at: int, given: Mapping[str, str]) -> Iterator[str]:
    """Changes a tree and undoes that, and tells whether it is as before. Raises Refusal."""
    root = tree.nodes.get(number=ROOT)
    commands.do("comment", user=user, tree_id=tree.pk, at=ROOT, given={"comment": root.comment})  # takes over the game
    before, last = list_rows(tree), find_last_edit(tree)
    commands.do(deed, user=user, tree_id=tree.pk, at=at, given=given)
    if (edit := find_last_edit(tree)) == last:
        return  # nothing was changed
    commands.do("undo", user=user, tree_id=tree.pk, at=ROOT, given={"edit": str(edit)})
    if list_rows(tree) != before:
        yield f"analysis {tree.pk} is another after “{deed}” at {at} was undone"


def list_rows(tree: Tree) -> list[dict[str, Any]]:
    return [{**row, "id": None} for row in tree.nodes.order_by("number").values()]


def find_last_edit(tree: Tree) -> int | None:
    return tree.edits.order_by("-pk").values_list("pk", flat=True).first()


def find_read_by_others(reader: User, game: Game, *, now: datetime) -> Iterator[str]:
    """What a reader comes upon that is another's: on the page of a game, at each address of others' analyses of it, and
    in the copy of their own data."""
    client = enter(reader)
    found = {game.get_absolute_url(): client.get(game.get_absolute_url()).content.decode()}
    found["their data"] = "".join(exports.write(reader, now=now))
    for tree in Tree.objects.filter(game=game).exclude(user=reader):
        if client.get(tree.get_absolute_url()).status_code == 200:
            yield f"{reader} may look at {tree} of {tree.user}"
        shared = client.get(f"/shared/{tree.token}/") if tree.token else None
        if shared and shared.status_code == 200 and not game.is_over:
            yield f"{reader} may look at {tree} of {tree.user} by its address, and game {game.pk} goes on"
    over = set(Game.objects.ended().values_list("pk", flat=True))
    for place, text in found.items():
        for secret in SECRET.finditer(text):
            kind, owner, of = secret.groups()
            if int(owner) != reader.pk and (kind != "remark" or int(of) not in over):
                yield f"{reader} reads {secret[0]} in {place}"


def enter(user: User) -> Client:
    """A browser of somebody who has logged in long ago: nothing is told of that."""
    secure: dict[str, Any] = {"wsgi.url_scheme": "https"}
    client = Client(headers={"host": urlsplit(settings.SITE_URL).netloc}, SERVER_PORT="443", **secure)
    with mock.patch.object(user_logged_in, "send"):
        client.force_login(user)
    return client
