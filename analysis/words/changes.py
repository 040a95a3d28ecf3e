"""What the last change of an analysis was, on the button that undoes it, and what is said once something is done."""

from core.words import Sentence

UNDO_TURN = Sentence("undo_turn", "Undo adding {turn}")
UNDO_TURNS = Sentence("undo_turns", "Undo adding {turns} turn", "Undo adding {turns} turns", "turns")
UNDO_DELETING = Sentence("undo_deleting", "Undo deleting {turn}")
UNDO_DELETING_TURNS = Sentence(
    "undo_deleting_turns", "Undo deleting {turns} turn", "Undo deleting {turns} turns", "turns"
)
UNDO_COMMENT = Sentence("undo_comment", "Undo the comment")
UNDO_MARK = Sentence("undo_mark", "Undo the mark")
UNDO_DRAWING = Sentence("undo_drawing", "Undo the drawing")
UNDO_ORDER = Sentence("undo_order", "Undo the order of the branches")
UNDO_COMPUTER_LINES = Sentence("undo_computer_lines", "Undo adding the computer’s lines")
UNDO_OLDER = Sentence("undo_older", "Undo {what}")
"""Of a change from before changes had codes: `what` is as it was written."""

UNDO_UNKNOWN = Sentence("undo_unknown", "Undo the last change")
"""Of a change that another version of the site has made."""

DELETED = Sentence("analysis_deleted", "The analysis is deleted.")
SEALED = Sentence("remark_sealed", "Sealed for turn {ply}: it opens when the game is over.")
