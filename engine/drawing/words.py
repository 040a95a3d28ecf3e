"""What drawings say in words: to screen readers, beneath diagrams, and in plain text."""

from engine.words import Sentence

BOARD = Sentence("board", "Board of {ruleset}")
EMPTY = Sentence("empty", "{square}, empty")
STANDS = Sentence("stands", "{square}, {side} {piece}")
MARKED = Sentence("marked", "{piece} {marks}")
OF_SIDE = Sentence("of_side", "{side} {piece}")
HAS_LOST = Sentence("has_lost", "{side} has lost {pieces}")
COUNT = Sentence("count", "{n} {piece}", "{n} {piece}s", "n")
SIDE_HAS = Sentence("side_has", "{side}: {pieces}.")
SIDE_HAS_NOTHING = Sentence("side_has_nothing", "{side}: nothing.")
WHERE = Sentence("where", "{piece} {squares}")
ROW = Sentence("row", "{first}, {more}")
GROUPS = Sentence("groups", "{first}; {more}")
LETTERS = Sentence("letters", "{legend}; capitals {first}, small letters {second}")

GOES = Sentence("goes", "The piece on {source} can go to {squares}.")
GOES_CONTROLLED = Sentence("goes_controlled", "While controlled, the piece on {source} can go to {squares}.")
TAKES = Sentence("takes", "The piece on {source} can take on {squares}.")
DEVOURS = Sentence("devours", "The piece on {source} can devour its own side’s piece on {squares}.")
ZONE = Sentence("zone", "The zone of the piece on {source} is {squares}.")
