"""How people and computers are named on pages and in emails."""

from core.words import Sentence

COMPUTER = Sentence("computer_of_level", "Computer, level {number} ({level})")
COMPUTER_OF_NUMBER = Sentence("computer_of_number", "Computer, level {number}")
COMPUTER_OF_FORMER_LEVEL = Sentence("computer_of_former_level", "Computer (former level: {level})")
COMPUTER_OF_NAMELESS_LEVEL = Sentence("computer_of_nameless_level", "Computer (former level)")
GUEST = Sentence("guest", "Guest")
