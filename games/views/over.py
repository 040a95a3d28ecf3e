"""The card that tells how a game ended, at the top of its page: to a player what it brought them, to others who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.words import Said
from games.firsts import tell_firsts
from games.reading.ratings import Change, Rated, may_see_ratings
from games.reading.state import GameState
from games.telling.ratings import tell_points
from games.telling.results import name_head, tell_how, tell_outcome
from games.words import ratings as words


class Over(NamedTuple):
    """All that the card says of the end itself; what higher apps add has places of its own."""

    outcome: str
    """“won”, “lost”, “drawn” or “void” of a player; empty for others."""
    head: Said
    how: str
    points: str
    """How a player's rating changed, with its sign; empty where it did not, or where they see no ratings."""
    rating: Said | str
    """The rating before and after."""
    firsts: Sequence[Said]
    """What was new to the player."""

    @property
    def is_won(self) -> bool:
        return self.outcome == "won"


def describe_over(state: GameState, reader: Any, *, rated: Rated | None) -> Over | None:
    """The card for this reader; None while the game goes on, and beside an earlier position."""
    if not (state.is_now and state.game.is_over):
        return None
    change = find_own_change(state, reader, rated=rated)
    return Over(
        tell_outcome(state.side, winner=state.game.winner, termination=state.game.termination),
        name_head(state.game, side=state.side),
        tell_how(state.game, side=state.side),
        tell_points(change.change) if change else "",
        words.MOVED(ruleset=state.game.ruleset.name, before=change.before, after=change.after) if change else "",
        tell_firsts(state.game, state.mine, rated=rated, ratings=may_see_ratings(reader)) if state.mine else (),
    )


def find_own_change(state: GameState, reader: Any, *, rated: Rated | None) -> Change | None:
    """What the game did to the rating of a reader who played it, if it counts and they see ratings."""
    if rated is None or rated.why or state.member is None or not may_see_ratings(reader):
        return None
    return rated.changes[state.member.user_id]
