"""Turns in sentences, as one of the players reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from core.prepared import PreparedQuery
from engine.contract import Side
from games.models import Game, Turn
from games.telling.played import tell_turn


def find_last(game: Game) -> list[Turn]:
    """Returns the last turn that was not taken back and the one before it; fewer at the start of a game. One query."""
    turns = find_turns(game.pk, game.ply)
    for turn in turns:
        turn.game = game
    return turns


@PreparedQuery
def find_turns(game_id: int, ply: int) -> QuerySet[Turn]:
    """Prepared, since each email about a game asks it."""
    return Turn.objects.filter(game=game_id, taken_back_at=None, ply__lte=ply).order_by("-ply")[:2]


def tell_each(game: Game, turns: Iterable[Turn], *, known: Sequence[Turn], side: Side | int) -> list[str]:
    """Tells each of these turns, for which it needs the turn before among the known ones; empty if that is missing."""
    after = {turn.ply: turn.position_text for turn in known}
    if any(turn.ply == 1 for turn in known):
        after[0] = game.ruleset.start(**game.options).text()
    return [
        tell_turn(game.ruleset, after[turn.ply - 1], turn.text, turn.position_text, side=side)
        if turn.ply - 1 in after
        else ""
        for turn in turns
    ]


def tell_last(game: Game, known: Sequence[Turn], *, side: Side | int) -> str:
    """Tells the last turn of a game, if it and the turn before it are known; otherwise empty."""
    return "".join(tell_each(game, [turn for turn in known if turn.ply == game.ply][:1], known=known, side=side))
