"""A shared analysis as others see it, alone or beside another of the same game; they cannot change it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis import trees
from analysis.layout import Layout
from analysis.models import Tree
from analysis.views.describing import (
    choose_node,
    describe_position,
    describe_script,
    find_whole_line,
    list_rows,
    tell_owner,
    write_line,
)
from core.addresses import address_of
from core.words import join
from games import access

MINE = "mine"


@require_safe
@never_cache
def shared_analysis(request: HttpRequest, token: str) -> HttpResponse:
    """The analysis with this secret, at `?at=`; beside it the one of `?beside=`, or the reader’s own, at `?right=`.

    Raises Http404 where nothing is shared, or no longer; for a private game also to everybody but its players.
    """
    left = trees.find_shared(token)
    if left is None:
        raise Http404
    if left.game is not None:
        left.game = access.get_game(request.user, left.game.pk)
    right = find_beside(request, left)
    columns = [(left, trees.lay_out(left), "at"), *([(right, trees.lay_out(right), "right")] if right else [])]
    tree, layout, asked = columns[-1] if right and "right" in request.GET else columns[0]
    number = choose_node(layout, request.GET.get(asked, ""))
    context = describe_position(request, tree, layout, number)
    beside, query = f"&beside={request.GET['beside']}" if right else "", context["query"]
    besides = beside + query
    context |= {
        "address": request.path,
        "owners": join(tell_owner(each) for each, _, _ in columns),
        "columns": [
            describe_column(each, own, name, besides=besides, texts=layout.list_texts(number))
            for each, own, name in columns
        ],
        "steps": describe_steps(layout, number, name=asked, besides=besides),
        "flip_address": f"?{asked}={number}{beside}{'' if query else '&flip=1'}",
        "whole_line": find_whole_line(tree, layout, number, flipped=context["flipped"], name=asked, query=besides),
        "line_shown": write_line(layout.list_texts(number)),
        "script": describe_script(tree.ruleset, context["position"], context["position"].text(), may_play=False),
        "others": [] if right else list_others(request, left),
    }
    return render(request, "analysis/shared.html", context)


def find_beside(request: HttpRequest, left: Tree) -> Tree | None:
    """Another analysis of the same game, shared or the reader’s own."""
    wanted = request.GET.get("beside", "")
    if not wanted or left.game is None:
        return None
    if wanted == MINE:
        found = Tree.objects.select_related("game", "user").filter(user=request.user.pk, game=left.game).first()
    else:
        found = trees.find_shared(wanted)
    if found is None or found.game_id != left.game_id or found == left:
        return None
    found.game = left.game
    return found


def describe_column(tree: Tree, layout: Layout, name: str, *, besides: str, texts: list[str]) -> dict[str, Any]:
    """One of the two trees; the turn in it to which the shown line leads is marked."""
    twin = layout.find_twin(texts)
    rows = list_rows(layout, current=twin, query=besides, name=name)
    return {"owner": tell_owner(tree), "rows": rows, "tree": tree, "proof": trees.prove_seen(tree)}


def describe_steps(layout: Layout, number: int, *, name: str, besides: str) -> dict[str, str]:
    path, following = layout.find_path(number), layout.find_next(number)
    steps = {"first": 0, "previous": path[-2]} if len(path) > 1 else {}
    steps |= {} if following is None else {"next": following, "last": layout.find_end(number)}
    return {step: f"?{name}={target}{besides}" for step, target in steps.items()}


def list_others(request: HttpRequest, left: Tree) -> list[dict[str, str]]:
    """Analyses of the same game that can be shown beside this one: the reader’s own, and those that its players
    share."""
    if left.game is None:
        return []
    found = [
        {"owner": tell_owner(tree), "address": f"?beside={tree.token}"} for tree in trees.list_shared_by_players(left)
    ]
    if left.user_id != request.user.pk and Tree.objects.filter(user=request.user.pk, game=left.game).exists():
        found = [each for each in found if each["owner"] != request.user.username]
        found.append({"owner": "yours", "address": f"?beside={MINE}"})
    return found


def shared_page(tree: Tree) -> str:
    return address_of("shared_analysis", tree.token)
