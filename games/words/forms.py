"""What the forms of challenges say about an entry."""

from core.words import Sentence

DAYS = Sentence("days", "Choose between {least} and {most} days.")
CHOICE = Sentence("choice", "{label}: {help}")
MOVES_FIRST = Sentence("moves_first", "{side} (moves first)")
RANDOM = Sentence("random", "random")
NO_PLAYER = Sentence("no_player", "No player is called “{name}”.")
WHO = Sentence("who", "Who would you like to play?")
WHERE = Sentence("where", "Where should we send the invitation?")
ANY_ON_TIME = Sentence("any_on_time", "no matter how many")
AT_LEAST = Sentence("at_least", "at least {percent} %")
HOW_MANY_DAYS = Sentence("how_many_days", "How many days?")
