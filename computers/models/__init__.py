"""What the computers keep: their accounts, the games that wait for one of them, what they find, how strong they are."""

from computers.models.computer import LAST, Computer, place_of_level
from computers.models.strength import LevelStrength
from computers.models.work import (
    LEASE,
    Comparison,
    Evaluation,
    Relay,
    Review,
    ReviewQuerySet,
    Thought,
    ThoughtQuerySet,
    Work,
    WorkQuerySet,
)

__all__ = [
    "LAST",
    "LEASE",
    "Comparison",
    "Computer",
    "Evaluation",
    "LevelStrength",
    "Relay",
    "Review",
    "ReviewQuerySet",
    "Thought",
    "ThoughtQuerySet",
    "Work",
    "WorkQuerySet",
    "place_of_level",
]
