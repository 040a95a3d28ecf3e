"""How the levels of computers are offered, and how strong they are."""

from core.words import Sentence

LEVEL = Sentence("level", "Level {number} ({level})")
LEVEL_OF_MEMBERS = Sentence("level_of_members", "Level {number} ({level}): sign up")
NUMBERED = Sentence("level_numbered", "Level {number}")
NUMBERED_OF_MEMBERS = Sentence("level_numbered_of_members", "Level {number}: sign up")

# With its strength.

LEVEL_LIKE = Sentence(
    "level_like",
    "Level {number} ({level}), plays like {rating} ± {margin} ({games} game)",
    "Level {number} ({level}), plays like {rating} ± {margin} ({games} games)",
    "games",
)
LEVEL_OF_MEMBERS_LIKE = Sentence(
    "level_of_members_like",
    "Level {number} ({level}), plays like {rating} ± {margin} ({games} game): sign up",
    "Level {number} ({level}), plays like {rating} ± {margin} ({games} games): sign up",
    "games",
)
NUMBERED_LIKE = Sentence(
    "level_numbered_like",
    "Level {number}, plays like {rating} ± {margin} ({games} game)",
    "Level {number}, plays like {rating} ± {margin} ({games} games)",
    "games",
)
NUMBERED_OF_MEMBERS_LIKE = Sentence(
    "level_numbered_of_members_like",
    "Level {number}, plays like {rating} ± {margin} ({games} game): sign up",
    "Level {number}, plays like {rating} ± {margin} ({games} games): sign up",
    "games",
)
PLAYS_LIKE = Sentence(
    "level_plays_like",
    "{ruleset}, {level}, plays like {rating} ± {margin} ({games} game)",
    "{ruleset}, {level}, plays like {rating} ± {margin} ({games} games)",
    "games",
)
