"""What the page of a game tells beside the board."""

from core.words import Sentence

GAME_WITH = Sentence("game_with", "{ruleset} with {name}")
GAME_OF = Sentence("game_of", "{ruleset}: {names}")
YOUR_TURN = Sentence("your_turn", "Your turn")
TURN_OF = Sentence("turn_of", "{name}’s turn")
CLAIMED = Sentence("claimed", "Your opponent has claimed the win: play in time to go on.")
NEW_MESSAGES = Sentence("new_messages", "{n} new message.", "{n} new messages.", "n")
