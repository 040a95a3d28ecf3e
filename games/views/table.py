"""What the page of a game shows: board, players, turns, and what this reader may do."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.board_look import read_look
from core.addresses import address_of
from core.refusal import Refusal
from games import access, guests, play
from games.engine.contract import Side
from games.models import Game, Seat
from games.play.silence import find_claimable
from games.views import drawn
from games.views.armed import describe_ahead
from games.views.clocks import describe_clocks, describe_terms
from games.views.offered import describe_offers, tell_news
from games.views.parts import Steps, TurnForm, describe_agreed, describe_queued, list_players
from games.views.spoken import describe_chat
from games.views.turns import WINDOW, Played, list_rows, read_turns, tell_offers
from games.waiting import Waiting, list_waiting


def describe_table(
    request: HttpRequest,
    game: Game,
    *,
    ply: int | None = None,
    typed: str = "",
    refusal: Refusal | None = None,
    filled: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Everything the templates of a game need; the number of queries does not depend on its length.

    `ply` asks for an earlier position, and `filled` is what a form contains that has to be shown again. Raises Http404
    for a position that the game has not reached.
    """
    shown = game.ply if ply is None else ply
    if shown > game.ply:
        raise Http404
    ruleset, seat = game.ruleset, access.seat_of(access.player_of(request), game)
    member = None if seat is None or seat.user.is_guest else seat
    everything = request.GET.get("turns") == "all"
    turns = read_turns(game, shown=shown, everything=everything)
    position, last = find_position(game, turns, ply=shown)
    is_now = ply is None
    my_turn = is_now and seat is not None and not game.is_over and seat.side == game.side_to_move
    flipped = is_flipped(request, seat)
    query = "flip=1" if "flip" in request.GET else ""
    look = read_look(request)
    now = timezone.now()
    after = describe_after(game, member) if is_now and member and game.is_over else None
    offers_to = member if game.is_over else seat  # another game a guest starts by a button of their own
    offered = describe_offers(game, offers_to if is_now else None, filled=filled or {}, now=now)
    offers_told = tell_offers(game, turns) if seat else {}
    chat = describe_chat(request, game, member, turns=turns)
    silence = describe_silence(game, member if is_now else None, now=now)
    time = describe_clocks(request, game, now=now)
    waiting = list_waiting(member.user_id) if member else None
    another = waiting is not None and waiting.find_next(but=game.pk) is not None
    players = list_players(game, position, time["clocks"], flipped=flipped, is_now=is_now, now=now)
    clocks = [time["clocks"][player.side] for player in players]
    words, text_board = drawn.describe_board(ruleset, position)
    return {
        "game": game,
        "ruleset": ruleset,
        "position": position,
        "seat": seat,
        "plays": seat is not None,
        "is_guest": seat is not None and member is None,
        "has_computer": any(each.user.is_computer for each in game.seats.all()),
        "kept_as_guest": guests.LASTS.days,
        "shown": shown,
        "is_now": is_now,
        "my_turn": my_turn,
        "title": tell_title(game, ply=ply, my_turn=my_turn, waiting=waiting),
        "waiting": waiting,
        "queued": describe_queued(game, member, my_turn=my_turn, another=another, now=now) if member else None,
        "flipped": flipped,
        "last": last,
        "players": players,
        **time,
        "time_terms": describe_terms(game, clocks),
        "board": drawn.draw_board(
            ruleset, position, flipped=flipped, last_turn=last, ply=shown, coordinates=look.coordinates
        ),
        "pieces_in_words": words,
        "legend": drawn.draw_legend(ruleset),
        "text_board": text_board,
        "rows": list_rows(game, turns, shown=shown, query=query, offers=offers_told),
        "offers_first": offers_told.get(0, ()),
        "more_turns": not everything and game.ply > WINDOW,
        "agreed": describe_agreed(game),
        "turn_form": TurnForm(refusal is not None, bool(last)),
        "steps": Steps(shown > 0, shown < game.ply, is_now, "flip" in request.GET, look),
        "previous": shown - 1,
        "next": shown + 1,
        "script": drawn.describe_for_script(
            ruleset,
            position,
            my_turn=my_turn,
            side=seat.side if seat else None,
            preview=address_of("game_preview", game.pk),
        ),
        "offered": offered,
        "after": after,
        "ahead": describe_ahead(game, member if is_now else None),
        "silence": silence,
        "chat": chat,
        "news": tell_news(offered, silence, unread=chat["unread"] if chat else 0),
        "other_game_waits": another,
        "now": now,
        "key": secrets.token_urlsafe(16),
        "typed": typed,
        "filled": filled or {},
        "refusal": refusal,
        "query": query,
        "flip": f"?{query}" if query else "",
        "look": look,
    }


def describe_silence(game: Game, seat: Seat | None, *, now: datetime) -> dict[str, Any] | None:
    """For players of a game in which a win may be claimed: whether it is claimed, or may be now.

    One or two queries, and only once the opponent has been away for long.
    """
    if seat is None or game.is_over or not game.silence_days:
        return None
    mover = next(each for each in game.seats.all() if each.side == game.side_to_move)
    if mover.user.is_computer:
        return None
    claimed, may = game.deadline_at is not None, False
    if mover != seat and not claimed:
        seen = max(filter(None, [mover.user.last_visit_at, game.turn_started_at]))
        may = now - seen >= timedelta(days=game.silence_days) and now >= find_claimable(game, mover)
    return {"claimed": claimed, "mine": mover == seat, "may": may, "other": mover.user}


def describe_after(game: Game, seat: Seat) -> dict[str, Any]:
    """What a player sees after the end: the rematch if there is one, or whether they always offer one."""
    other = next(each for each in game.seats.all() if each != seat)
    following, wished = play.read_after(game.pk, user_id=seat.user_id, other_id=other.user_id)
    return {"other": other.user, "following": following, "wished": wished and not following}


def tell_title(game: Game, *, ply: int | None, my_turn: bool, waiting: Waiting | None) -> str:
    """The title of the page in browser tabs. It counts the games that wait for the reader, if another than this one
    does."""
    names = " and ".join("you" if seat.user.is_guest else seat.user.username for seat in game.seats.all())
    count = f"({waiting.count}) " if waiting and waiting.find_next(but=game.pk) else ""
    turn = "" if ply is None else f" (turn {ply})"
    return f"{count}{'● Your turn: ' if my_turn else ''}{game.ruleset.name}, {names}{turn}"


def find_position(game: Game, turns: list[Played], *, ply: int) -> tuple[str, str | None]:
    """The position after so many turns, as text, and the turn that led to it. Raises Http404 where it is not stored."""
    last = next((turn for turn in turns if turn.ply == ply), None)
    if ply == game.ply:
        return game.position_text, last and last.text
    if ply == 0:
        return game.ruleset.start(**game.options).text(), None
    if last is None:
        raise Http404
    return last.position_text, last.text


def is_flipped(request: HttpRequest, seat: Seat | None) -> bool:
    """Players see their own side below; `?flip` turns the board round."""
    return (seat is not None and seat.side == Side.SECOND) != ("flip" in request.GET)
