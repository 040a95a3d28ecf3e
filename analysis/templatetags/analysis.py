"""What the pages of games and of players show of somebody's own notes, to that reader alone."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from analysis import notes, trees
from analysis.models import LONGEST_NOTE, Tree
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
