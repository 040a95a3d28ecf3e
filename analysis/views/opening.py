"""The ways to an analysis board: from a game, from the practice board, from the list of one's own."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.posted.sent_forms import once
from analysis import trees
from analysis.views.describing import tell_title
from core.addresses import address_of
from core.numbers import read_number
from core.posting import posted_from, refuse_too_often
from core.refusal import Refusal
from games import access
from games.lines import find_ruleset, read_line
from games.pages import game_page


@require_safe
@never_cache
@login_required
def analyses(request: HttpRequest) -> HttpResponse:
    """The reader's own analyses."""
    found = [{"tree": tree, "title": tell_title(tree)} for tree in trees.list_trees(request.user)]
    return render(request, "analysis/analyses.html", {"trees": found})


@posted_from(game_page)
@once()
def analyse_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Leads to the reader's own analysis of a game that they may see, at the turn `ply`."""
    game = access.get_game(request.user, pk)
    ply = read_number(request.POST.get("ply", ""))
    try:
        tree = trees.open_game(request.user, game)
    except Refusal as refusal:
        return refuse_too_often(request, refusal)
    asked = {**({} if ply is None else {"at": -ply}), **({"flip": 1} if "flip" in request.GET else {})}
    return redirect(f"{tree.get_absolute_url()}?{urlencode(asked)}" if asked else tree.get_absolute_url())


def practice_page(slug: str) -> str:
    return address_of("practice", slug)


@posted_from(practice_page)
@once()
def analyse_practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Stores the line of a practice board as an analysis, as far as it can be understood."""
    ruleset = find_ruleset(slug)
    line = read_line(ruleset, {name: value.replace("\0", "") for name, value in request.POST.items()})
    turns = list(zip(line.turns, line.positions[1:], strict=True))
    try:
        tree = trees.start(request.user, line.positions[0], slug=ruleset.slug, line=turns)
    except Refusal as refusal:
        return refuse_too_often(request, refusal)
    return redirect(f"{tree.get_absolute_url()}?at={line.ply}")
