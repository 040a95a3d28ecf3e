"""What notices tell about games that their reader follows."""

from core.words import Sentence

STARTED = Sentence("followed_started", "{first} and {second} have started a game")
OVER = Sentence("followed_over", "The game of {first} and {second} is over")
GAME = Sentence("followed_game", "{ruleset}, game {number}")
GAME_WITH_RESULT = Sentence("followed_game_with_result", "{ruleset}, game {number}. {result}")
FEED_TITLE = Sentence("followed_feed_title", "{site}: games that {name} follows")
FEED_DESCRIPTION = Sentence("followed_feed_description", "Games that have started or ended.")
