"""The page of a game as its templates want it: what was read of the game, drawn and put into words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from accounts.people.board_look import read_look
from core.addresses import address_of
from core.refusal import Refusal
from games import access, drawn, guests
from games.models import Game
from games.play.rated_pairs import may_be_rated
from games.reading.offered import PROPOSED
from games.reading.state import GameState, is_flipped
from games.reading.turns import WINDOW
from games.telling import opening_of, tell_length, tell_own_result
from games.telling.lines import describe_ahead
from games.telling.played import tell_shown
from games.telling.results import result_of
from games.telling.turns import list_rows, tell_offers
from games.views.challenge_rows import ChallengeRow, make_proposed_rows
from games.views.clocks import describe_clocks, describe_terms
from games.views.how_to_play import describe_how_to_play
from games.views.offered import describe_offers, tell_news
from games.views.over import describe_over
from games.views.parts import Steps, TurnForm, TurnList, describe_about, describe_queued, list_players
from games.views.rated import describe_rated
from games.views.spoken import describe_chat, read_before
from games.words import page as words


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
    asked = {"everything": asks_for_all_turns(request), "before": read_before(request)}
    state = access.get_state(access.player_of(request), game, ply=ply, **asked)
    return {
        "game": game,
        "ruleset": game.ruleset,
        "now": state.now,
        "typed": typed,
        "filled": filled or {},
        "refusal": refusal,
        **describe_position(request, state),
        **describe_board(request, state, refused=refusal is not None),
        **describe_turns(request, state),
        **describe_reader(state),
        **describe_dealings(request, state, filled=filled or {}),
        "proposed": propose_people(state),
    }


def describe_position(request: HttpRequest, state: GameState) -> dict[str, Any]:
    """Which position is shown, how the board lies, and the clocks of the players beside it."""
    game, shown, query = state.game, state.shown, read_query(request)
    flipped, look = is_turned(request, state), read_look(request)
    rated = describe_rated(state, request.user)
    players = list_players(state, flipped=flipped, ratings=rated.by_side)
    return {
        "position": state.position_text,
        "last": state.last_turn,
        "told_last": tell_shown(state),
        "my_result": tell_own_result(game, side=state.side) if game.is_over else "",
        "shown": shown,
        "previous": shown - 1,
        "next": shown + 1,
        "is_now": state.is_now,
        "flipped": flipped,
        "flip": f"?{query}" if query else "",
        "also": f"&{query}" if query else "",
        "look": look,
        "steps": Steps(shown > 0, shown < game.ply, state.is_now, bool(query), look),
        "players": players,
        **describe_clocks(state, everything=request.GET.get("clock") == "all"),
        "time_terms": describe_terms(state, [player.side for player in players]),
        "rated": rated,
        "over": describe_over(state, request.user, rated=rated.rated),
        "about": describe_about(state, rated=() if game.is_over else rated.lines),
    }


def describe_board(request: HttpRequest, state: GameState, *, refused: bool) -> dict[str, Any]:
    """The board, and the form for a turn."""
    game, text, mine = state.game, state.position_text, state.mine
    return {
        "board": drawn.draw_board(
            game.ruleset,
            text,
            flipped=is_turned(request, state),
            last_turn=state.last_turn,
            ply=state.shown,
            coordinates=read_look(request).coordinates,
        ),
        "how_to_play": describe_how_to_play(state),
        "turn_form": TurnForm(refused, bool(state.last_turn)),
        "script": drawn.describe_for_script(
            game.ruleset,
            text,
            my_turn=state.may_move,
            side=mine.side if mine else None,
            preview=address_of("game_preview", game.pk),
        ),
    }


def describe_turns(request: HttpRequest, state: GameState) -> dict[str, Any]:
    """The list of turns, with what was done about offers between them, for players."""
    game, query, offers = state.game, read_query(request), tell_offers(state)
    rows = list_rows(game, state.turns, shown=state.shown, query=query, offers=offers, side=state.side)
    in_all = game.ply if game.ply > WINDOW and not asks_for_all_turns(request) else 0
    shown = TurnList(opening_of(game), game.ruleset.sides, tuple(rows), offers.get(0, ()), in_all, query)
    return {"rows": rows, "turn_list": shown, "query": query}


def describe_reader(state: GameState) -> dict[str, Any]:
    """Who reads the page, and which other games wait for them."""
    return {
        "seat": state.mine,
        "plays": state.mine is not None,
        "is_guest": state.mine is not None and state.member is None,
        "kept_as_guest": tell_length(guests.LASTS),
        "kept_without_turn": tell_length(guests.WITHOUT_TURN),
        "has_computer": state.seats.has_computer,
        "my_turn": state.may_move,
        "undoing": describe_undoing(state),
        "waiting": state.waiting,
        "other_game_waits": state.another_waits,
        "queued": describe_queued(state),
        "title": tell_title(state),
        "preview": tell_preview(state),
    }


def tell_preview(state: GameState) -> str:
    """What other sites tell of the page beside a link to it."""
    game = state.game
    said = {"n": state.shown, "summary": game.ruleset.summary}
    if not (state.is_now and game.is_over):
        return str(words.PREVIEW(**said))
    return str(words.PREVIEW_OVER(result=result_of(game), **said))


def describe_undoing(state: GameState) -> int | None:
    """For how many seconds the reader may still take their last turn back by themselves; None where they may not."""
    left = state.left_to_undo
    return None if left is None else math.ceil(left.total_seconds())


def describe_dealings(request: HttpRequest, state: GameState, *, filled: Mapping[str, str]) -> dict[str, Any]:
    """What the two players have to do with each other besides turns: offers, the chat, the end, and lines planned."""
    offered, chat = describe_offers(state, filled=filled), describe_chat(request, state)
    return {
        "offered": offered,
        "chat": chat,
        "silence": state.silence,
        "news": tell_news(offered, state, unread=chat["unread"] if chat else 0),
        "after": describe_after(state),
        "ahead": describe_ahead(state),
    }


def asks_for_all_turns(request: HttpRequest) -> bool:
    return request.GET.get("turns") == "all"


def is_turned(request: HttpRequest, state: GameState) -> bool:
    """Whether FIRST's side is above, as it lies for this reader; `?flip` turns the board round."""
    return is_flipped(state.seats, turned="flip" in request.GET)


def read_query(request: HttpRequest) -> str:
    """What links to other positions of the game have to repeat."""
    return "flip=1" if "flip" in request.GET else ""


def describe_after(state: GameState) -> dict[str, Any] | None:
    """What a player sees after the end: the rematch if there is one, or whether they always offer one."""
    other = state.seats.other
    if state.member is None or other is None or not state.is_now or not state.game.is_over:
        return None
    following = state.around.following
    users = [seat.user for seat in state.seats]
    game, games = state.game, 1 if state.game.paired_with_id is None else 2
    unrated = game.rated and not may_be_rated(*users, slug=game.ruleset_slug, now=state.now, games=games)
    wished = state.around.wishes_rematch and not following
    return {"other": other.user, "following": following, "wished": wished, "unrated": unrated and not following}


def propose_people(state: GameState) -> list[ChallengeRow] | None:
    """Open challenges for a player whose game against a computer is over, in two or three queries; None for everybody
    else."""
    reader = state.member
    if reader is None or not state.is_now or not state.game.is_over or not state.seats.has_computer:
        return None
    return make_proposed_rows(reader.user, now=state.now, most=PROPOSED)


def tell_title(state: GameState) -> str:
    """The title of the page in browser tabs. It counts the games that wait for the reader, if another than this one
    does."""
    said = {
        "ruleset": state.game.ruleset.name,
        "names": [words.YOU() if seat.user.is_guest else seat.user.shown_name for seat in state.seats],
    }
    title = words.IN_TAB(**said) if state.is_now else words.IN_TAB_AT(turn=state.shown, **said)
    if state.may_move:
        title = words.IN_TAB_MINE(title=title)
    if state.waiting and state.another_waits:
        title = words.IN_TAB_WAITING(number=state.waiting.count, title=title)
    return str(title)
