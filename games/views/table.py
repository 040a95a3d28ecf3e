"""What the page of a game shows: board, players, turns, and what this reader may do."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from games import access, drawing
from games.engine import registry
from games.engine.contract import Position, Ruleset, Side
from games.models import Game, Seat, Turn
from games.play.errors import Refusal
from games.words import remarks_on

WINDOW = 40
"""So many turns are listed at first."""


def describe_table(
    request: HttpRequest,
    game: Game,
    *,
    ply: int | None = None,
    typed: str = "",
    refusal: Refusal | None = None,
) -> dict[str, Any]:
    """Everything the templates of a game need; the number of queries does not depend on its length.

    `ply` asks for an earlier position. Raises Http404 for one the game has not reached.
    """
    shown = game.ply if ply is None else ply
    if shown > game.ply:
        raise Http404
    ruleset, seat = game.ruleset, access.seat_of(request.user, game)
    position, last = find_position(game, ply=shown)
    is_now = ply is None
    my_turn = is_now and seat is not None and not game.is_over and seat.side == game.side_to_move
    flipped = is_flipped(request, seat)
    everything = request.GET.get("turns") == "all"
    return {
        "game": game,
        "address": game.get_absolute_url(),
        "ruleset": ruleset,
        "position": position,
        "seat": seat,
        "shown": shown,
        "is_now": is_now,
        "my_turn": my_turn,
        "flipped": flipped,
        "last": last,
        "players": list_players(game, position, flipped=flipped, is_now=is_now),
        "board": drawing.draw_board(
            ruleset,
            position,
            flipped=flipped,
            last_turn=last.text if last else None,
            interactive=True,
            label=f"Board of {ruleset.name}, after turn {shown}" if shown else f"Board of {ruleset.name}, at the start",
        ),
        "pieces_in_words": drawing.describe_pieces(ruleset, position),
        "text_board": drawing.draw_text_board(ruleset, position),
        "rows": list_rows(game, shown=shown, everything=everything),
        "more_turns": not everything and game.ply > WINDOW,
        "steps": {"first": 0, "previous": shown - 1, "next": shown + 1, "last": game.ply},
        "script": describe_for_script(game, position, my_turn=my_turn, side=seat.side if seat else None),
        "draw_offered_to_me": seat is not None and game.draw_offered_by == Side(seat.side).other,
        "draw_offered_by_me": seat is not None and game.draw_offered_by == seat.side,
        "draw_can_be_offered": game.draw_offered_by is None and game.draw_declined_ply != game.ply,
        "other_game_waits": seat is not None and not my_turn and waits_elsewhere(request, game),
        "now": timezone.now(),
        "key": secrets.token_urlsafe(16),
        "typed": typed,
        "refusal": refusal,
        "query": "flip=1" if "flip" in request.GET else "",
    }


def find_position(game: Game, *, ply: int) -> tuple[Position, Turn | None]:
    """The position after so many turns, and the turn that led to it."""
    if ply == 0:
        return (game.position if game.ply == 0 else game.ruleset.start(**game.options)), None
    turn = game.turns.filter(taken_back_at=None, ply=ply).first()
    text = game.position_text if ply == game.ply else turn.position_text if turn else None
    if text is None:
        raise Http404
    return game.ruleset.read(text), turn


def is_flipped(request: HttpRequest, seat: Seat | None) -> bool:
    """A player sees their own side below; `?flip` turns the board round."""
    return (seat is not None and seat.side == Side.SECOND) != ("flip" in request.GET)


def list_players(game: Game, position: Position, *, flipped: bool, is_now: bool) -> list[dict[str, Any]]:
    """Both players, whoever sits at the top of the board first."""
    captured = position.captured()
    players = [
        {
            "seat": seat,
            "side_name": game.ruleset.sides[seat.side],
            "to_move": is_now and not game.is_over and seat.side == game.side_to_move,
            "won": game.is_over and game.winner == seat.side,
            "chip": drawing.draw_chip(game.ruleset, side=Side(seat.side)),
            "tray": drawing.draw_tray(game.ruleset, captured, side=Side(seat.side)),
        }
        for seat in game.seats.all()
    ]
    return sorted(players, key=lambda player: player["seat"].side, reverse=not flipped)


def list_rows(game: Game, *, shown: int, everything: bool) -> list[dict[str, Any]]:
    """The turns in rows of two columns, with what the rules remark on them: all, or a window round the one shown."""
    end = game.ply if everything else min(max(shown + WINDOW // 2, WINDOW), game.ply)
    start = 0 if everything else max(end - WINDOW, 0)
    rows: list[dict[str, Any]] = []
    before, reached = (None, -1) if start else (game.ruleset.start(**game.options), 0)
    turns = game.turns.filter(taken_back_at=None, ply__gte=start, ply__lte=end).order_by("ply")
    for turn in turns.only("ply", "side", "text", "position_text", "game_id"):
        after = read_position(game.ruleset_slug, turn.position_text)
        if turn.ply > start:
            if not rows or rows[-1]["cells"][turn.side] or (turn.side == Side.FIRST and any(rows[-1]["cells"])):
                rows.append({"cells": [None, None], "number": (turn.ply + 1) // 2, "remarks": []})
            rows[-1]["cells"][turn.side] = turn
            if before is not None and turn.ply == reached + 1:
                rows[-1]["remarks"] += remarks_on(game.ruleset, before, turn.text, after)
        before, reached = after, turn.ply
    return rows


@lru_cache(maxsize=4096)
def read_position(slug: str, text: str) -> Position:
    """A position is a value: forty turns are read once, and listed for both players after each turn and step."""
    return registry.get(slug).read(text)


def describe_for_script(game: Game, position: Position, *, my_turn: bool, side: int | None) -> dict[str, Any]:
    """What the board's script needs: legal turns as their steps, words for tokens, zones. It knows no rule."""
    ruleset: Ruleset = game.ruleset
    return {
        "moves": [[move, ruleset.steps(move)] for move in position.legal_moves()] if my_turn else [],
        "labels": dict(ruleset.step_labels),
        "side": side,
        "preview": reverse("game_preview", args=[game.pk]),
        "zones": [[zone.name, int(zone.side), zone.source, zone.squares] for zone in position.overlays()],
    }


def waits_elsewhere(request: HttpRequest, game: Game) -> bool:
    return Game.objects.waiting_for(request.user).exclude(pk=game.pk).exists()
