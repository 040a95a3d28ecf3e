"""Results of games in words for one of the players, including results that no longer apply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.words import Sentence
from games import telling
from games.events import Result
from games.models import Game, Seat
from notifications.words import games as words

DRAWN, WON, LOST, VOID = "drawn", "won", "lost", "void"
STANDS = {WON: words.WON, LOST: words.LOST, DRAWN: words.DRAWN, VOID: words.VOID}
PLANNED = {
    WON: words.WON_AS_PLANNED,
    LOST: words.LOST_AS_PLANNED,
    DRAWN: words.DRAWN_AS_PLANNED,
    VOID: words.VOID_AS_PLANNED,
}
GOES_ON = {WON: words.WON_GOES_ON, LOST: words.LOST_GOES_ON, DRAWN: words.DRAWN_GOES_ON, VOID: words.VOID_GOES_ON}
CHANGED = {WON: words.WON_CHANGED, LOST: words.LOST_CHANGED, DRAWN: words.DRAWN_CHANGED, VOID: words.VOID_CHANGED}
"""Sentences by the outcome that was told, for results that still apply, were planned, or have changed since."""
Kept = Mapping[str, Any]
"""A result as a payload or the log stores it: winner, termination, ended_at."""


def write_result(result: Result) -> dict[str, Any]:
    """Returns the result in the form that a payload stores, so that what was told can always be read."""
    winner = None if result.winner is None else int(result.winner)
    return {"winner": winner, "termination": result.termination, "ended_at": result.ended_at.isoformat()}


def read_result(game: Game) -> dict[str, Any]:
    """Returns the present result of a finished game in the same form."""
    assert game.ended_at is not None
    return {"winner": game.winner, "termination": game.termination, "ended_at": game.ended_at.isoformat()}


def name_outcome(kept: Kept, *, mine: Seat) -> str:
    return telling.tell_outcome(mine.side, winner=kept["winner"], termination=kept["termination"])


def tell_result(game: Game, kept: Kept, *, mine: Seat, theirs: Seat) -> str:
    """Says why the game ended this way, from the reader's side of the board, with a full stop."""
    winner, termination = kept["winner"], kept["termination"]
    if winner is None:
        return telling.tell_result(game.ruleset, winner=None, termination=termination)
    loser, name = (theirs, theirs.user.shown_name) if winner == mine.side else (mine, "")
    return telling.tell_loss(game.ruleset, termination=termination, side=loser.side_name, name=name)


def choose_told(game: Game, told: Kept | None, *, mine: Seat, is_planned: bool = False) -> Sentence:
    """Chooses the sentence about the result that an old notice told to the opponent of `who`, and what has changed
    since.

    Older notices do not store the result that was told. For them the present result is used.
    """
    present = read_result(game) if game.ended_at is not None else None
    told = told or present
    if told is None:
        return words.RESULT_GOES_ON
    outcome = name_outcome(told, mine=mine)
    if present is None:
        return GOES_ON[outcome]
    if not is_same(told, present):
        return CHANGED[outcome]
    return PLANNED[outcome] if is_planned else STANDS[outcome]


def is_same(one: Kept, other: Kept) -> bool:
    return (one["winner"], one["termination"]) == (other["winner"], other["termination"])
