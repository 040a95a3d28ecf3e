"""How strong a computer plays, as data: `LEVELS` of `levels.py` in the folder of a game, weakest first, and `RETIRED`.

A ruleset without that file has `COMMON` and `COMMON_RETIRED`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.words import Sentence


@dataclass(frozen=True, slots=True)
class Level:
    """One strength at one game. Levels without `seconds` answer alike whenever they are asked with the same seed."""

    name: str = ""
    """By which accounts and measured rows know it for good, whatever its place among the levels; those of a
    game, retired ones included, have one each, in small letters, digits and hyphens."""
    word: Sentence | None = None
    """What people read of it beside its number, in a word or two."""
    nodes: int | None = None
    """Steps looked at for a turn, None for as many as the time allows."""
    seconds: float | None = None
    """Time for a turn, by the clock of the program that asks."""
    turns: int = 60
    """At most so many turns ahead."""
    captures: int = 6
    """How many captures in a row it follows beyond; with 0 it leaves pieces where they are taken."""
    misses: float = 0.0
    """The chance, from 0 to 1, that it does not see one of its own turns at all."""
    overlooks: float = 0.0
    """The chance, from 0 to 1, that it does not see one of the other side's answers at all."""
    noise: int = 0
    """At most so much is wrong with each evaluation, in hundredths of the smallest piece."""
    resigns_at: int | None = None
    """It resigns where it expects less than minus so much; None for one that plays to the end."""


NEWCOMER = Sentence("level_newcomer", "beginner")
NOVICE = Sentence("level_novice", "novice")
LEARNER = Sentence("level_learner", "learner")
LEISURE = Sentence("level_leisure", "casual player")
HOBBY = Sentence("level_hobby", "hobby player")
KEEN = Sentence("level_keen", "keen player")
STEADY = Sentence("level_steady", "steady player")
FAIR = Sentence("level_fair", "fair player")
REGULAR = Sentence("level_regular", "club player")
SEASONED = Sentence("level_seasoned", "seasoned player")
SKILLED = Sentence("level_skilled", "skilled player")
STRONG = Sentence("level_strong", "strong player")
ADEPT = Sentence("level_adept", "very strong player")
VETERAN = Sentence("level_veteran", "expert")
TOP = Sentence("level_top", "top player")
ELITE = Sentence("level_elite", "elite player")
CHAMPION = Sentence("level_champion", "strongest")

# Of levels that are offered no more.

BEGINNER = Sentence("level_beginner", "beginner")
CASUAL = Sentence("level_casual", "casual")
CLUB = Sentence("level_club", "club player")
EXPERT = Sentence("level_expert", "expert")

OPENING_PLIES = 8
"""In the first so many plies of a game every level adds `OPENING_NOISE`, so that its games differ."""
OPENING_NOISE = 12
FIRST_MISSES = 0.4
"""The chance that any level does not see one of its turns that take nothing, at its first turn of a game: with noise
alone those that think deep begin each game alike."""

COMMON = (
    Level("newcomer", NEWCOMER, turns=1, captures=0, misses=0.5, noise=200),
    Level("learner", LEARNER, turns=1, captures=0, misses=0.3, noise=60),
    Level("hobby", HOBBY, turns=1, captures=2, misses=0.15, noise=40),
    Level("regular", REGULAR, nodes=400, resigns_at=1_500),
    Level("strong", STRONG, nodes=1_500, resigns_at=1_500),
    Level("champion", CHAMPION, seconds=20, resigns_at=1_500),
)
"""The levels of a game that tells none."""
COMMON_RETIRED = (
    Level("beginner", BEGINNER, turns=1, captures=0, misses=0.3, noise=60, resigns_at=1_500),
    Level("casual", CASUAL, turns=1, captures=2, misses=0.1, noise=30, resigns_at=1_500),
    Level("club", CLUB, nodes=1_500, resigns_at=1_500),
    Level("expert", EXPERT, seconds=20, resigns_at=1_500),
)
"""Those that such games offered once."""
