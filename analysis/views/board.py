"""The analysis board: its page, and the address to which all its forms post."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis import commands, trees
from analysis.layout import Layout
from analysis.models import LONGEST_COMMENT, LONGEST_SHAPES, LONGEST_TITLE, SIGNS, Mark, Tree
from analysis.views.describing import (
    choose_node,
    describe_position,
    describe_script,
    find_orientation,
    find_whole_line,
    list_rows,
    read_at,
    write_line,
)
from analysis.views.shared import shared_page
from analysis.words import refusals
from analysis.words.changes import DELETED
from analysis.words.titles import TURNS
from core import flash
from core.addresses import address_of
from core.numbers import LARGEST
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from core.versions import VERSION, read_version, version_of
from engine.drawing.shapes import COLOURS
from games import access
from games.play.arming import LONGEST_LINE


def get_tree(request: HttpRequest, pk: int) -> Tree:
    """A tree of the reader's own. Raises Http404 for all others, whether or not they exist."""
    own = Tree.objects.select_related("game", "user").prefetch_related("game__seats__user")
    tree = own.filter(pk=pk, user=request.user.pk).first() if pk <= LARGEST else None
    if tree is None:
        raise Http404
    return tree


@require_safe
@never_cache
@login_required
def analysis(request: HttpRequest, pk: int) -> HttpResponse:
    """The board at the turn `?at=` with the whole tree, for its owner alone."""
    return show_analysis(request, get_tree(request, pk), asked=request.GET.get("at", ""))


def analysis_page(pk: int, **_: object) -> str:
    return address_of("analysis", pk)


@posted_from(analysis_page)
def change_analysis(request: HttpRequest, pk: int, deed: str) -> HttpResponse:
    """Does what a form of the page asks for. After a refusal the page keeps what was typed. Raises Http404."""
    tree = get_tree(request, pk)
    given = {name: value.replace("\0", "") for name, value in request.POST.items()}
    given[VERSION] = read_version(request)
    at, query = given.get("at", ""), find_orientation(request, tree)[1]
    try:
        if deed in WITH_THE_WHOLE:
            return WITH_THE_WHOLE[deed](request, tree, given)
        if deed not in commands.COMMANDS:
            raise Http404
        shown = commands.do(deed, user=request.user, tree_id=tree.pk, at=read_at(at), given=given)
    except Tree.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return show_analysis(request, tree, asked=at, refusal=refusal, given=given)
    return redirect(f"{tree.get_absolute_url()}?at={shown}{query}")


def page_at(tree: Tree, given: dict[str, str]) -> str:
    return f"{tree.get_absolute_url()}?at={read_at(given.get('at', ''))}"


def rename(request: HttpRequest, tree: Tree, given: dict[str, str]) -> HttpResponse:
    trees.rename(tree, given.get("title", ""), version=given[VERSION])
    return redirect(page_at(tree, given))


def share(request: HttpRequest, tree: Tree, given: dict[str, str]) -> HttpResponse:
    trees.share(tree)
    return redirect(page_at(tree, given))


def withdraw(request: HttpRequest, tree: Tree, given: dict[str, str]) -> HttpResponse:
    trees.withdraw(tree)
    return redirect(page_at(tree, given))


def discard(request: HttpRequest, tree: Tree, given: dict[str, str]) -> HttpResponse:
    """Deletes the tree if the box was ticked, since this cannot be undone."""
    if not given.get("sure"):
        raise Refusal(refusals.NOT_SURE(), status=422)
    trees.discard(tree)
    flash.success(request, DELETED())
    return redirect("analyses")


WITH_THE_WHOLE = {deed.__name__: deed for deed in (rename, share, withdraw, discard)}


def show_analysis(
    request: HttpRequest, tree: Tree, *, asked: str, refusal: Refusal | None = None, given: dict[str, str] | None = None
) -> HttpResponse:
    """The page, with the refusal if there was one, and with what was typed."""
    layout = trees.lay_out(tree)
    number = choose_node(layout, asked)
    context = describe_position(request, tree, layout, number)
    context |= describe_tools(request, tree, context["position"], given=given or {})
    present = {"comment": context["entry"].comment, "mark": context["entry"].mark, "shapes": context["shapes"]}
    context["versions"] = list_versions({**present, "title": tree.title}, given=given or {})
    path = layout.find_path(number)
    context |= {
        "rows": list_rows(layout, current=number, query=context["query"]),
        "size": TURNS(turns=len(layout.entries) - 1),
        "steps": {
            "previous": path[-2] if len(path) > 1 else None,
            "next": layout.find_next(number),
            "last": layout.find_end(number),
        },
        "whole_line": find_whole_line(tree, layout, number, flipped=context["flipped"], query=context["query"]),
        "kept": {"at": number, **({"flip": "1"} if context["query"] else {})},
        "armable": list_armable(request, tree, layout, number),
        "may_delete": len(path) > 1 and number not in layout.of_game,
        "may_promote": any(layout.list_before(each) for each in path),
        "line_texts": layout.list_texts(number),
        "line_shown": write_line(layout.list_texts(number)),
        "fault": refusal.sentence if refusal else "",
        "is_unsure": refusal is not None and refusal.code == "sure",
    }
    return note_refusal(render(request, "analysis/board.html", context), refusal)


def list_versions(present: dict[str, str], *, given: dict[str, str]) -> dict[str, str]:
    """The version that each field shows, by the field's name. A field that keeps what was typed has the version that
    the user started from."""
    versions = {name: version_of(**{name: value}) for name, value in present.items()}
    return {name: given[VERSION] if name in given else version for name, version in versions.items()}


def list_armable(request: HttpRequest, tree: Tree, layout: Layout, number: int) -> str:
    """The turns from the present position of one's own running game to the shown one, which may be armed; empty where
    none may."""
    if tree.game is None or tree.game.is_over or access.seat_of(request.user, tree.game) is None:
        return ""
    path = layout.find_path(number)
    ahead = path[len(layout.played) :] if layout.played[-1] in path else []
    return "; ".join(layout.entries[each].text for each in ahead) if len(ahead) <= LONGEST_LINE else ""


def describe_tools(request: HttpRequest, tree: Tree, position: Any, *, given: dict[str, str]) -> dict[str, Any]:
    """What the owner can do, and what the fields contain."""
    may_play = position.outcome() is None
    return {
        "mover": tree.ruleset.sides[position.turn] if may_play else "",
        "script": describe_script(tree.ruleset, position, position.text(), may_play=may_play),
        "play_address": address_of("change_analysis", tree.pk, "play"),
        "marks": [(mark.value, mark.label, SIGNS[mark]) for mark in Mark],
        "last_edit": tree.edits.order_by("-pk").only("what", "told").first(),
        "typed": given.get("text", "")[:LONGEST_COMMENT],
        "comment_typed": given.get("comment"),
        "shapes_typed": given.get("shapes"),
        "longest": {"comment": LONGEST_COMMENT, "shapes": LONGEST_SHAPES, "title": LONGEST_TITLE},
        "may_share": trees.may_be_offered(tree),
        "shared_by_players": trees.list_shared_by_players(tree),
        "shared_address": request.build_absolute_uri(shared_page(tree)) if tree.token else "",
        "colours": COLOURS,
    }
