"""What is stored of correspondence games, and how it is asked for."""

from games.models.challenge import Challenge, ChallengeQuerySet
from games.models.game import BY_DEADLINE, SIDES, VOID, Game, GameQuerySet, Seat, StaffAction, Turn

__all__ = [
    "BY_DEADLINE",
    "SIDES",
    "VOID",
    "Challenge",
    "ChallengeQuerySet",
    "Game",
    "GameQuerySet",
    "Seat",
    "StaffAction",
    "Turn",
]
