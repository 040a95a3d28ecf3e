"""What an action on a locked game knows besides the row: the instant, the players, and what armed lines did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.contract import Side
from games.models import Game, Seat


@dataclass(slots=True)
class Act:
    """An action on a game that is locked until it has committed."""

    game: Game
    now: datetime
    """The one instant of the action, read after the lock."""
    seats: Mapping[int, Seat] = field(default_factory=dict)
    """Both seats with their players, by side; empty where neither player acts."""
    answers: int = 0
    """How many turns armed lines have played in it."""
    planned_by: Side | None = None
    """Whose armed line is ending the game, by resigning or by accepting a draw."""
    by_staff: bool = False
    """Whether staff act, who tell the players themselves what they did."""

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.game.side_to_move]
