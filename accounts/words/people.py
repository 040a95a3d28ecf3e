"""How people and computers are named on pages and in emails."""

from core.words import Sentence

COMPUTER = Sentence("computer_of_level", "Computer, level {number} ({level})")
COMPUTER_OF_NUMBER = Sentence("computer_of_number", "Computer, level {number}")
GUEST = Sentence("guest", "Guest")
