"""Seals a remark on a turn, from the page of the game, of a player or of whoever watches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from analysis import sealed
from analysis.words.changes import SEALED
from core import flash
from core.numbers import read_number
from core.posting import posted_from
from core.refusal import Refusal
from core.versions import read_version
from games import access
from games.pages import game_page, page_as_seen
from games.views.game import show_game


@posted_from(game_page)
def seal_remark(request: HttpRequest, pk: int) -> HttpResponse:
    """Seals `remark` on the turn `ply`. After a refusal the field keeps it. Raises Http404, also for a private game of
    others."""
    access.get_game(request.user, pk)
    ply = read_number(request.POST.get("ply", ""))
    try:
        remark = {"ply": 0 if ply is None else ply, "text": request.POST.get("remark", "")}
        sealed.write(request.user, game_id=pk, version=read_version(request), **remark)
    except Refusal as refusal:
        return show_game(request, access.get_game(request.user, pk), refusal=refusal)
    flash.success(request, SEALED(ply=ply))
    return redirect(page_as_seen(request, pk))
