"""What a hint on the practice board says, besides what its turn does."""

from core.words import Sentence

WOULD_PLAY = Sentence("would_play", "Level {level} would play {turn}.")
WINS = Sentence("wins", "It wins the game: {how}")
LOSES = Sentence("loses", "It loses the game: {how}")
DRAWS = Sentence("draws", "It ends the game as a draw.")
ANSWER = Sentence("answer", "Expected answer: {turn}.")
THEN = Sentence("then", "Then {turn} could follow.")
THEN_WINS = Sentence("then_wins", "Then {turn} wins the game: {how}")
THEN_LOSES = Sentence("then_loses", "Then {turn} loses the game: {how}")
THEN_DRAWS = Sentence("then_draws", "Then {turn} ends the game as a draw.")
FORCES = Sentence("forces", "{side} can force a win within {turns} turns.")
EVEN = Sentence("even", "The game is about even then.")
SLIGHTLY_BETTER = Sentence("slightly_better", "{side} is slightly better then.")
CLEARLY_BETTER = Sentence("clearly_better", "{side} is clearly better then.")
WINNING = Sentence("winning", "{side} is winning then.")
