"""What the next page tells about what staff, or those who report or appeal, have just done."""

from core.words import Sentence

# --- Done by staff -----------------------------------------------------------------------------------------------
DONE = Sentence("done", "Done: “{label}”.")
REPORTS_ANSWERED_TOO = Sentence("answered_too", "The report is answered.", "{n} reports are answered.", "n")
UNDONE = Sentence("undone", "Undone. Both stay in the log.")
REPORTS_ANSWERED = Sentence("answered", "Answered: {n} report.", "Answered: {n} reports.", "n")
APPEAL_ANSWERED = Sentence("appeal_answered", "The appeal is answered, and the person is told.")
HANDED_OVER = Sentence("handed_over", "Handed over: a colleague will decide.")
CONFIRMED = Sentence("confirmed", "Confirmed.")
CLOSED = Sentence("closed", "Closed.")
DISMISSED = Sentence("dismissed", "Dismissed. It comes back if its numbers grow by half.")
COMPARISON_ASKED = Sentence(
    "comparison_asked", "The comparison is asked for. It takes some minutes; reload the page then."
)
SAVED = Sentence("saved", "Saved.")
DELETED = Sentence("deleted", "Deleted.")
SWITCHED = Sentence("switched", "Switched.")
CLOSED_TO_NEW = Sentence("closed_to_new", "Closed to new accounts until {until}.")
OPEN_TO_NEW = Sentence("open_to_new", "Open to new accounts again.")

# --- What staff hand over: the note begins with what they were about to do ----------------------------------------
NOTE_OF_ACTION = Sentence("note_of_action", "{label}: {text}")
NOTE_OF_UNDOING = Sentence("note_of_undoing", "{label}, undo: {text}")

# --- Done by players ---------------------------------------------------------------------------------------------
REPORTED = Sentence("reported", "Thank you. Our staff will look into it and tell you the outcome.")
ADDED = Sentence("added", "Added. Our staff will read it with the rest.")
WITHDRAWN = Sentence("withdrawn", "It is withdrawn.")
APPEALED = Sentence("appealed", "Your appeal is with our staff. We’ll email you the answer.")
COPY_ASKED = Sentence("copy_asked", "We’re making your copy, and will email you when it’s ready.")
WILL_CLOSE = Sentence("will_close", "Your account will be closed on {day}.")
KEPT = Sentence("kept", "You’ve kept your account.")
