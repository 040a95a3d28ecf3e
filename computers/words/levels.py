"""How the levels of computers are offered."""

from core.words import Sentence

LEVEL = Sentence("level", "Level {number} ({level})")
LEVEL_OF_MEMBERS = Sentence("level_of_members", "Level {number} ({level}): sign up")
NUMBERED = Sentence("level_numbered", "Level {number}")
NUMBERED_OF_MEMBERS = Sentence("level_numbered_of_members", "Level {number}: sign up")
