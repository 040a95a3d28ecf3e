"""What staff are told of the work of computers."""

from core.words import Sentence

SWITCHED_ON = Sentence("computers_on", "They play again; what waits for them is taken up within seconds.")
SWITCHED_OFF = Sentence(
    "computers_off", "They start no games and play no turns. Whoever plays one can leave without a result."
)
STOPPED = Sentence("work_stopped", "Stopped. The computer does nothing more there until you have it go on.")
GOES_ON = Sentence("work_goes_on", "The computer goes on.")
PROGRESS = Sentence("work_progress", "{done} of {positions}")

# Why it stopped, as it is kept for staff.

BY_STAFF = Sentence("why_by_staff", "Stopped by staff.")
FAILED = Sentence("why_failed", "It failed: {error}")
