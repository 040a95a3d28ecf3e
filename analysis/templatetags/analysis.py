"""What the pages of games and players show from the private work of the reader, and of others who share theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest

from accounts.conduct.restrictions import Deed, find
from accounts.models import User
from analysis import notes, sealed, trees
from analysis.models import LONGEST_NOTE, LONGEST_REMARK, SealedRemark, Tree
from core.versions import read_version, version_of
from games.models import Game
from games.templatetags.fragments import fragment
from games.words.turns import Row

register = template.Library()


class Sealing(NamedTuple):
    """What the field for a sealed remark depends on, besides what stands in it."""

    longest: int
    """Characters."""
    is_open: bool


@register.simple_tag(takes_context=True)
def note_about_player(context: dict[str, Any], about: User) -> dict[str, Any]:
    """The reader's note about a player, or what they have just typed if it was refused."""
    request = context["request"]
    return show_note(request, notes.read_about_player(request.user.pk, about.pk))


@register.simple_tag(takes_context=True)
def own_words(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """The reader's note about a game; while it is running, also the last of their turns up to the shown position, with
    the remark that they have sealed for it."""
    request, turn = context["request"], find_own_turn(context, game)
    note, remark = notes.read_about_game(request.user.pk, game.pk, ply=turn.ply if turn else notes.NO_TURN)
    return {"note": show_note(request, note), "remark": show_remark(request, turn, remark) if turn else {}}


def show_note(request: HttpRequest, text: str) -> dict[str, Any]:
    version, typed = version_of(note=text), request.POST.get("note") if request.method == "POST" else None
    if typed is not None:  # was refused
        text, version = typed[:LONGEST_NOTE], read_version(request)
    return {"text": text, "version": version, "longest": LONGEST_NOTE}


def find_own_turn(context: dict[str, Any], game: Game) -> Row | None:
    seat, shown = context["seat"], context["shown"]
    if seat is None or game.is_over:
        return None
    return next((row for row in reversed(context["rows"]) if row.ply <= shown and row.side == seat.side), None)


def show_remark(request: HttpRequest, turn: Row, text: str) -> dict[str, Any]:
    version = version_of(remark=text)
    posted = request.method == "POST" and "remark" in request.POST and not is_with_turn(request.POST)
    if posted and request.POST.get("ply") == str(turn.ply):
        text, version = request.POST["remark"][:LONGEST_REMARK], read_version(request)  # was refused
    return {"ply": turn.ply, "turn": turn.text, "text": text, "version": version, "longest": LONGEST_REMARK}


def is_with_turn(filled: Mapping[str, str]) -> bool:
    """Whether a remark was written where a turn is confirmed: it is sent with that turn."""
    return "text" in filled


@register.simple_tag(takes_context=True)
def seal_with_turn(context: dict[str, Any]) -> str:
    """For a player who confirms a turn: a field for a remark, with what they have written and been refused. Empty where
    they may write nothing: for guests, and for whoever is muted."""
    seat, filled = context["seat"], context.get("filled", {})
    if seat is None or context["is_guest"]:
        return ""
    if seat.user.restricted and find(seat.user_id, Deed.CHAT, now=context["now"]):
        return ""
    text = filled.get("remark", "")[:LONGEST_REMARK] if is_with_turn(filled) else ""
    return fragment("analysis/_seal.html", Sealing(LONGEST_REMARK, bool(text)), text=text)


@register.simple_tag(takes_context=True)
def shared_by_others(context: dict[str, Any], game: Game) -> list[Tree]:
    """Once the game is over, for its players: the analyses of it that the opponent shares."""
    user = context["request"].user
    if not game.is_over or all(seat.user_id != user.pk for seat in game.seats.all()):
        return []
    return [tree for tree in trees.list_shared_of(game) if tree.user_id != user.pk]


@register.simple_tag(takes_context=True)
def opened_remarks(context: dict[str, Any], game: Game) -> Sequence[SealedRemark]:
    """The sealed remarks of a finished game that the reader may see."""
    return sealed.list_opened(game, context["request"].user.pk)
