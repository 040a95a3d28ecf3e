"""Results of games in words, as one of the players reads them, also those that no longer stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import telling
from games.events import Result
from games.models import Game, Seat

DRAWN, WON, LOST, VOID = "drawn", "won", "lost", "void"
SENTENCES = {
    WON: "You won against {who}",
    LOST: "You lost against {who}",
    DRAWN: "A draw with {who}",
    VOID: "No result against {who}",
}
GOES_ON, CHANGED = "but the game goes on since", "but it was decided otherwise since"
"""What became of a result that was told earlier."""
Kept = Mapping[str, Any]
"""A result as a payload or the log has it: winner, termination, ended_at."""


def write_result(result: Result) -> dict[str, Any]:
    """The result as a payload keeps it, so that what was told can be read for good."""
    winner = None if result.winner is None else int(result.winner)
    return {"winner": winner, "termination": result.termination, "ended_at": result.ended_at.isoformat()}


def read_result(game: Game) -> dict[str, Any]:
    """The present result of a finished game in the same form."""
    assert game.ended_at is not None
    return {"winner": game.winner, "termination": game.termination, "ended_at": game.ended_at.isoformat()}


def name_outcome(kept: Kept, *, mine: Seat) -> str:
    return telling.tell_outcome(mine.side, winner=kept["winner"], termination=kept["termination"])


def tell_result(game: Game, kept: Kept, *, mine: Seat, theirs: Seat) -> str:
    """Why it ended so, from the reader's side of the board, with its full stop."""
    winner, termination = kept["winner"], kept["termination"]
    if winner is None:
        return telling.tell_result(game.ruleset, winner=None, termination=termination)
    loser, name = (theirs, theirs.user.username) if winner == mine.side else (mine, "")
    return telling.tell_loss(game.ruleset, termination=termination, side=loser.side_name, name=name)


def tell_told(game: Game, told: Kept | None, *, mine: Seat) -> str:
    """What an old notice told of a result, with `{who}` for the opponent, and what has become of it. Without the result
    that was told, as older notices are, it is taken for the present one."""
    present = read_result(game) if game.ended_at is not None else None
    if told is None:
        return SENTENCES[name_outcome(present, mine=mine)] if present else f"A result against {{who}}, {GOES_ON}"
    sentence = SENTENCES[name_outcome(told, mine=mine)]
    if present is None:
        return f"{sentence}, {GOES_ON}"
    return sentence if is_same(told, present) else f"{sentence}, {CHANGED}"


def is_same(one: Kept, other: Kept) -> bool:
    return (one["winner"], one["termination"]) == (other["winner"], other["termination"])
