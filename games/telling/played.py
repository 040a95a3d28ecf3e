"""A turn in whole sentences, for who played it, for the other player, and for whoever watches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.bounded_cache import keep
from core.language import find_language
from core.words import form
from engine import telling
from engine.contract import Position, Ruleset, Side
from engine.telling import Happened, Reader
from games import drawn
from games.drawn import MEGABYTE
from games.models import Game
from games.reading.state import GameState
from games.reading.turns import Played


def tell_turn(ruleset: Ruleset, before: str, move: str, after: str, *, side: Side | int | None) -> str:
    """A turn from one position to another, as a player of this side reads it, None for whoever watches."""
    return tell_in(find_language(), ruleset, before, move, after, side)[0]


@keep(most=MEGABYTE)
def tell_in(
    language: str | None, ruleset: Ruleset, before: str, move: str, after: str, side: Side | int | None
) -> tuple[str, tuple[str, ...]]:
    """The same, and what the rules remark on the turn; kept for each language, which must be the one that is active."""
    earlier, later = drawn.read_position(ruleset, before), drawn.read_position(ruleset, after)
    happened = telling.tell(ruleset, earlier, move, later)
    told = tell_all(happened, telling.choose_reader(side, mover=earlier.turn))
    return told, drawn.remarks_on(ruleset, earlier, move, later)


def tell_staged(ruleset: Ruleset, before: Position, move: str, after: Position) -> str:
    """What a turn is going to do, as its mover reads it."""
    return tell_all(telling.tell(ruleset, before, move, after), Reader.PLANNER)


def tell_on(ruleset: Ruleset, before: Position, move: str, after: Position) -> str:
    """What a turn did, on a board where one plays both sides."""
    return tell_all(telling.tell(ruleset, before, move, after), Reader.WATCHER)


def tell_all(happened: Iterable[Happened], reader: Reader) -> str:
    return " ".join(form(each.tell(reader)) for each in happened)


def tell_shown(state: GameState) -> str:
    """The turn that led to the position shown, as the reader of the page reads it; empty at the start."""
    return tell_ply(state.game, state.turns, state.shown, side=state.side)


def tell_ply(game: Game, turns: Sequence[Played], ply: int, *, side: Side | int | None) -> str:
    """The turn of this number, which stands among these with the one before it; empty where there is none."""
    standing = {turn.ply: turn for turn in turns}
    if ply not in standing:
        return ""
    earlier = standing[ply - 1].position_text if ply - 1 in standing else None
    if earlier is None and ply > 1:
        return ""
    before = earlier or game.ruleset.start(**game.options).text()
    turn = standing[ply]
    return tell_turn(game.ruleset, before, turn.text, turn.position_text, side=side)
