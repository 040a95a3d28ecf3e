"""What the editor of positions says."""

from core.words import Sentence

PLAYABLE = Sentence("edit_playable", "This position can be played on.")
OVER = Sentence("edit_over", "The game is over in this position.")
EMPTY = Sentence("edit_empty", "{square}, empty")
STANDS = Sentence("edit_stands", "{square}, {side} {piece}")
BRUSH = Sentence("edit_brush", "{side} {piece}")
LABEL = Sentence("edit_label", "Position of {game} that you are putting together")
