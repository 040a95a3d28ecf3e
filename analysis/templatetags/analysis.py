"""What the pages of games and of players show of somebody's own notes, to that reader alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from accounts.models import User
from analysis import notes, sealed, trees
from analysis.models import LONGEST_NOTE, LONGEST_REMARK, SealedRemark, Tree
from games.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def own_note(context: dict[str, Any], about: Game | User) -> dict[str, Any]:
    """What the reader has noted about a game or a player, or has just typed and been refused."""
    request = context["request"]
    if request.method == "POST" and "note" in request.POST:
        return {"text": request.POST["note"][:LONGEST_NOTE], "longest": LONGEST_NOTE}
    read = notes.read_about_game if isinstance(about, Game) else notes.read_about_player
    return {"text": read(request.user.pk, about.pk), "longest": LONGEST_NOTE}


@register.simple_tag(takes_context=True)
def shared_by_others(context: dict[str, Any], game: Game) -> list[Tree]:
    """Once the game is over, for its players: the analyses of it that the other one shares."""
    user = context["request"].user
    if not game.is_over or all(seat.user_id != user.pk for seat in game.seats.all()):
        return []
    return [tree for tree in trees.list_shared_of(game) if tree.user_id != user.pk]


@register.simple_tag(takes_context=True)
def own_remark(context: dict[str, Any], game: Game) -> dict[str, Any] | None:
    """While the game runs, the last of the reader's own turns up to the one shown, and what is sealed for it."""
    request, seat = context["request"], context["seat"]
    if seat is None or game.is_over:
        return None
    ply = context["shown"]
    turn = next((row for row in reversed(context["rows"]) if row.ply <= ply and row.side == seat.side), None)
    if turn is None:
        return None
    refused = request.method == "POST" and request.POST.get("ply") == str(turn.ply) and "remark" in request.POST
    text = request.POST["remark"][:LONGEST_REMARK] if refused else sealed.read_own(seat.user_id, game, ply=turn.ply)
    return {"ply": turn.ply, "turn": turn.text, "text": text, "longest": LONGEST_REMARK}


@register.simple_tag(takes_context=True)
def opened_remarks(context: dict[str, Any], game: Game) -> Sequence[SealedRemark]:
    """What was sealed in a game that is over, as far as the reader is to see it."""
    return sealed.list_opened(game, context["request"].user.pk)
