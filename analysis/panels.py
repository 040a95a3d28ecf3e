"""What the pages of games and players show from the private work of the reader, and of others who share theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.context import Context

from accounts.conduct.writing import may_write
from accounts.models import User
from analysis import notes, sealed, trees
from analysis.models import LONGEST_NOTE, LONGEST_REMARK, Tree
from core.versions import read_version, version_of
from games.models import Game
from games.panels import fill_with, fills, include
from games.reading.seats import read_seats
from games.telling.turns import Row
from games.templatetags.fragments import fragment


class Sealing(NamedTuple):
    """What the field for a sealed remark depends on, besides what stands in it."""

    longest: int
    """Characters."""
    is_open: bool


class Remarking(NamedTuple):
    """The same of a remark on a turn that was played."""

    longest: int
    is_mine: bool
    """Whether its reader played the turn."""


@fills("profile")
def show_player_note(context: Context) -> str:
    """The reader's note about another player, or what they have just typed if it was refused."""
    request, about = context["request"], context["person"]
    if not request.user.is_authenticated or request.user == about:
        return ""
    note = show_note(request, notes.read_about_player(request.user.pk, about.pk))
    return include("analysis/_player_card.html", context, note=note)


@fills("over_remarks")
def show_opened_remarks(context: Context) -> str:
    """The sealed remarks of a finished game that the reader may see."""
    opened = sealed.list_opened(context["game"], context["request"].user.pk)
    return include("analysis/_remarks_over.html", context, opened=opened) if opened else ""


@fills("game_notes")
def show_remarks_below(context: Context) -> str:
    """The same below an earlier position, where no card tells how the game ended."""
    if context["over"]:
        return ""
    opened = sealed.list_opened(context["game"], context["request"].user.pk)
    return include("analysis/_remarks.html", context, opened=opened) if opened else ""


@fills("game_notes")
def show_own_words(context: Context) -> str:
    """The way to the reader's own analysis of the game, what others share of theirs, and the reader's own words."""
    game, user = context["game"], context["request"].user
    if not user.is_authenticated:
        return ""
    shared = list_shared_by_others(game, user)
    return include("analysis/_game_card.html", context, shared=shared, own=read_own_words(context, game))


def read_own_words(context: Context, game: Game) -> dict[str, Any]:
    """The reader's note about a game; while it is running, also the last of their turns up to the shown position, with
    the remark that they have sealed for it. Whoever watches is told how many remarks wait; players are not."""
    request, turn = context["request"], find_own_turn(context, game)
    asked, waiting = {"ply": turn.ply if turn else notes.NO_TURN}, 0
    if game.is_over or context["seat"] is not None:
        note, remark = notes.read_about_game(request.user.pk, game.pk, **asked)
    else:
        note, remark, waiting = notes.read_as_spectator(request.user.pk, game.pk, **asked)
    shown = {"note": show_note(request, note), "remark": {}, "waiting": waiting}
    if turn and (remark or not context["has_computer"]):
        shown["remark"] = show_remark(request, turn, remark, is_mine=context["seat"] is not None)
    return shown


def show_note(request: HttpRequest, text: str) -> dict[str, Any]:
    version, typed = version_of(note=text), request.POST.get("note") if request.method == "POST" else None
    if typed is not None:  # was refused
        text, version = typed[:LONGEST_NOTE], read_version(request)
    return {"text": text, "version": version, "longest": LONGEST_NOTE}


def find_own_turn(context: Context, game: Game) -> Row | None:
    """The turn on which the reader may seal a remark: of a player the last own turn up to the shown position, of
    whoever watches the turn that is shown."""
    seat, shown = context["seat"], context["shown"]
    if game.is_over:
        return None
    if seat is None:
        return next((row for row in context["rows"] if row.ply == shown), None)
    return next((row for row in reversed(context["rows"]) if row.ply <= shown and row.side == seat.side), None)


def show_remark(request: HttpRequest, turn: Row, text: str, *, is_mine: bool) -> dict[str, Any]:
    version = version_of(remark=text)
    posted = request.method == "POST" and "remark" in request.POST and not is_with_turn(request.POST)
    if posted and request.POST.get("ply") == str(turn.ply):
        text, version = request.POST["remark"][:LONGEST_REMARK], read_version(request)  # was refused
    told = {"ply": turn.ply, "turn": turn.text, "text": text, "version": version}
    return {**told, "field": Remarking(LONGEST_REMARK, is_mine)}


def is_with_turn(filled: Mapping[str, str]) -> bool:
    """Whether a remark was written where a turn is confirmed: it is sent with that turn."""
    return "text" in filled


@fills("game_confirming")
def seal_with_turn(context: Context) -> str:
    """For a player who confirms a turn: a field for a remark, with what they have written and been refused. Empty where
    they may write nothing: for guests, and for players who are muted; and against a computer, which reads none."""
    seat, filled = context["seat"], context.get("filled") or {}
    if seat is None or context["is_guest"]:
        return ""
    if not may_write(seat.user, now=context["now"], older_mutes=True):
        return ""
    text = filled.get("remark", "")[:LONGEST_REMARK] if is_with_turn(filled) else ""
    if context["has_computer"] and not text:
        return ""
    return fragment("analysis/_seal.html", Sealing(LONGEST_REMARK, bool(text)), text=text)


def list_shared_by_others(game: Game, user: User) -> list[Tree]:
    """Once the game is over, for its players: the analyses of it that the opponent shares."""
    if not game.is_over or read_seats(game, reader_id=user.pk).mine is None:
        return []
    return [tree for tree in trees.list_shared_of(game) if tree.user_id != user.pk]


fill_with("practice_line", "analysis/_keep.html")
