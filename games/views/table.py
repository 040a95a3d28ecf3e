"""What the page of a game shows: board, players, turns, and what this reader may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.people.board_look import read_look
from core.addresses import address_of
from core.refusal import Refusal
from engine.contract import Side
from games import access, drawn, guests, play
from games.models import Game, Seat
from games.play.silence import find_claimable
from games.reading.turns import WINDOW, Played, read_turns
from games.reading.waiting import Waiting, list_waiting
from games.views.clocks import describe_clocks, describe_terms
from games.views.offered import describe_offers, tell_news
from games.views.parts import Steps, TurnForm, describe_agreed, describe_queued, list_players
from games.views.spoken import describe_chat
from games.words import tell_length
from games.words.lines import describe_ahead
from games.words.turns import list_rows, tell_offers


@dataclass(frozen=True, slots=True)
class View:
    """What all parts of the page depend on: who looks at which position, and when."""

    request: HttpRequest
    game: Game
    seat: Seat | None
    """Where the reader plays; None for a spectator."""
    shown: int
    """The number of turns after which the position is shown."""
    is_now: bool
    """Whether the page was asked for as it is now, and not as it was after some turn."""
    turns: Sequence[Played]
    now: datetime

    @property
    def member(self) -> Seat | None:
        """The seat of a reader with an account; None for guests, too."""
        return None if self.seat is None or self.seat.user.is_guest else self.seat

    @property
    def my_turn(self) -> bool:
        seat, game = self.seat, self.game
        return self.is_now and seat is not None and not game.is_over and seat.side == game.side_to_move

    @property
    def flipped(self) -> bool:
        return is_flipped(self.request, self.seat)


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
    view = View(
        request,
        game,
        seat=access.seat_of(access.player_of(request), game),
        shown=shown,
        is_now=ply is None,
        turns=read_turns(game, shown=shown, everything=asks_for_all_turns(request)),
        now=timezone.now(),
    )
    return {
        "game": game,
        "ruleset": game.ruleset,
        "now": view.now,
        "typed": typed,
        "filled": filled or {},
        "refusal": refusal,
        **describe_position(view, refused=refusal is not None),
        **describe_turns(view),
        **describe_reader(view),
        **describe_dealings(view, filled=filled or {}),
    }


def describe_position(view: View, *, refused: bool) -> dict[str, Any]:
    """The board, the players and their clocks, and the form for a turn."""
    game, ruleset, shown, seat = view.game, view.game.ruleset, view.shown, view.seat
    position, last = find_position(game, view.turns, ply=shown)
    look, query = read_look(view.request), read_query(view.request)
    time = describe_clocks(view.request, game, now=view.now)
    shows = {"flipped": view.flipped, "is_now": view.is_now, "now": view.now}
    players = list_players(game, position, time["clocks"], **shows)
    words, text_board = drawn.describe_board(ruleset, position)
    return {
        "position": position,
        "last": last,
        "shown": shown,
        "previous": shown - 1,
        "next": shown + 1,
        "is_now": view.is_now,
        "flipped": view.flipped,
        "flip": f"?{query}" if query else "",
        "look": look,
        "steps": Steps(shown > 0, shown < game.ply, view.is_now, bool(query), look),
        "board": drawn.draw_board(
            ruleset, position, flipped=view.flipped, last_turn=last, ply=shown, coordinates=look.coordinates
        ),
        "pieces_in_words": words,
        "legend": drawn.draw_legend(ruleset),
        "text_board": text_board,
        "turn_form": TurnForm(refused, bool(last)),
        "script": drawn.describe_for_script(
            ruleset,
            position,
            my_turn=view.my_turn,
            side=seat.side if seat else None,
            preview=address_of("game_preview", game.pk),
        ),
        "players": players,
        **time,
        "time_terms": describe_terms(game, [time["clocks"][player.side] for player in players]),
        "agreed": describe_agreed(game),
    }


def describe_turns(view: View) -> dict[str, Any]:
    """The list of turns, with what was done about offers between them, for players."""
    game, query = view.game, read_query(view.request)
    offers = tell_offers(game, view.turns) if view.seat else {}
    return {
        "rows": list_rows(game, view.turns, shown=view.shown, query=query, offers=offers),
        "offers_first": offers.get(0, ()),
        "more_turns": not asks_for_all_turns(view.request) and game.ply > WINDOW,
        "query": query,
    }


def describe_reader(view: View) -> dict[str, Any]:
    """Who reads the page, and which other games wait for them."""
    game, seat, member, my_turn = view.game, view.seat, view.member, view.my_turn
    waiting = list_waiting(member.user_id) if member else None
    another = waiting is not None and waiting.find_next(but=game.pk) is not None
    return {
        "seat": seat,
        "plays": seat is not None,
        "is_guest": seat is not None and member is None,
        "kept_as_guest": tell_length(guests.LASTS),
        "kept_without_turn": tell_length(guests.WITHOUT_TURN),
        "has_computer": any(each.user.is_computer for each in game.seats.all()),
        "my_turn": my_turn,
        "waiting": waiting,
        "other_game_waits": another,
        "queued": describe_queued(game, member, my_turn=my_turn, another=another, now=view.now) if member else None,
        "title": tell_title(game, ply=None if view.is_now else view.shown, my_turn=my_turn, waiting=waiting),
    }


def describe_dealings(view: View, *, filled: Mapping[str, str]) -> dict[str, Any]:
    """What the two players have to do with each other besides turns: offers, the chat, the end, and lines planned."""
    game, seat, member = view.game, view.seat, view.member
    present = member if view.is_now else None
    offers_to = member if game.is_over else seat  # another game a guest starts by a button of their own
    offered = describe_offers(game, offers_to if view.is_now else None, filled=filled, now=view.now)
    chat = describe_chat(view.request, game, member, turns=view.turns)
    silence = describe_silence(game, present, now=view.now)
    return {
        "offered": offered,
        "chat": chat,
        "silence": silence,
        "news": tell_news(offered, silence, unread=chat["unread"] if chat else 0),
        "after": describe_after(game, present) if present and game.is_over else None,
        "ahead": describe_ahead(game, present),
    }


def asks_for_all_turns(request: HttpRequest) -> bool:
    return request.GET.get("turns") == "all"


def read_query(request: HttpRequest) -> str:
    """What links to other positions of the game have to repeat."""
    return "flip=1" if "flip" in request.GET else ""


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


def find_position(game: Game, turns: Sequence[Played], *, ply: int) -> tuple[str, str | None]:
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
