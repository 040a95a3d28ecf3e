"""What staff did to a game, for its record. Moments are in UTC."""

from core.words import Sentence

DRAW = Sentence("draw", "A draw.")
WON = Sentence("won", "{side} won.")
AFTER_TURNS = Sentence("after_turns", "After {turns} turn.", "After {turns} turns.", "turns")
TAKEN_BACK = Sentence("taken_back", "{turns} turn, from {first}.", "{turns} turns, from {first}.", "turns")
DEADLINE_MOVED = Sentence("deadline_moved", "From {before} to {after} UTC.")
PAUSED = Sentence("paused", "Until {until} UTC.")
PAUSE_ENDED = Sentence("pause_ended", "It was to last until {until} UTC.")
LINE = Sentence("line", "A line by {name}, number {number}: {text}")
LINE_BACK = Sentence("line_back", "A line by {name}, number {number}.")
SUSPENDED = {
    "go_on": Sentence("go_on", "They go on: the person may still log in and play them"),
    "paused": Sentence("paused", "Paused until the suspension ends"),
    "lost": Sentence("lost", "Lost: each opponent wins"),
    "void": Sentence("void", "Void: nobody wins, and none counts"),
}
