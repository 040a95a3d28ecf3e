"""Sentences about puzzles."""

from core.words import Sentence

TITLE = Sentence("title", "Puzzle {number}: {ruleset}")
TASK_AT_ONCE = Sentence("task_at_once", "{side} to move and win at once.")
TASK = Sentence("task", "{side} to move and win by force, in {n} turns of their own.")
NEXT = Sentence("next", "{turn} keeps the win, and {answer} is the answer. Go on!")
WRONG = Sentence("wrong", "{turn} doesn’t keep the win. Try another turn.")
WINS_LATER = Sentence("wins_later", "That wins too, but takes longer. Try another turn.")
CHOOSE_FIRST = Sentence("choose_first", "Choose a piece, and then where it goes.")
SOLVED = Sentence("solved", "Solved! {result}")
BOARD = Sentence("board", "Board of puzzle {number}, {ruleset}")
STANDS = Sentence("stands", "A game is being played in which this position stands. The puzzle comes back after it.")
NEAR_OWN = Sentence(
    "near_own", "A game of yours is near this position. You can go on with the puzzle once that game is over."
)
BUSY = Sentence("busy", "Many puzzles are being looked at. Please try again in a moment.")
NOT_THE_LINE = Sentence("not_the_line", "These turns don’t lead on from the puzzle. Start again.")
