"""The tables of correspondence games, and their query sets."""

from games.models.challenge import Challenge, ChallengeQuerySet
from games.models.clock import ClockChange, Heartbeat, Outage, Pause
from games.models.conditional import ConditionalLine
from games.models.game import (
    BY_DEADLINE,
    CALLED_OFF,
    CANCELLED,
    SIDES,
    VOID,
    WITHOUT_RESULT,
    Game,
    GameQuerySet,
    Seat,
)
from games.models.lesson import LessonDone
from games.models.message import Message
from games.models.offer import OfferRecord
from games.models.on_time import OnTimeRecord
from games.models.played import PlayedRuleset
from games.models.queue import Place
from games.models.rating import PlayerRating, RatedGame, RatingEntry
from games.models.rematch import Rematch, RematchWish
from games.models.staff_action import StaffAction
from games.models.turn import Turn, fit_key

__all__ = [
    "BY_DEADLINE",
    "CALLED_OFF",
    "CANCELLED",
    "SIDES",
    "VOID",
    "WITHOUT_RESULT",
    "Challenge",
    "ChallengeQuerySet",
    "ClockChange",
    "ConditionalLine",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "LessonDone",
    "Message",
    "OfferRecord",
    "OnTimeRecord",
    "Outage",
    "Pause",
    "Place",
    "PlayedRuleset",
    "PlayerRating",
    "RatedGame",
    "RatingEntry",
    "Rematch",
    "RematchWish",
    "Seat",
    "StaffAction",
    "Turn",
    "fit_key",
]
