"""The tables of standing challenges and ladders."""

from competition.models.ladder import Ladder, LadderGame, LadderMember, LadderMemberQuerySet
from competition.models.standing import StandingChallenge, StandingChallengeQuerySet, StandingGame, StandingGameQuerySet

__all__ = [
    "Ladder",
    "LadderGame",
    "LadderMember",
    "LadderMemberQuerySet",
    "StandingChallenge",
    "StandingChallengeQuerySet",
    "StandingGame",
    "StandingGameQuerySet",
]
