"""Challenges: what became of one, and what was done with it."""

from core.words import Sentence

TAKEN = Sentence("taken", "Another player has already accepted this challenge.")
TAKEN_BY_ME = Sentence("taken", "You’ve already accepted this challenge. The game has started.")
TAKEN_OF_MINE = Sentence("taken", "Your challenge has already been accepted. The game has started.")
DECLINED = Sentence("declined", "This challenge was declined.")
DECLINED_BY_ME = Sentence("declined", "You’ve already declined this challenge.")
DECLINED_OF_MINE = Sentence("declined", "Your challenge has already been declined.")
WITHDRAWN = Sentence("withdrawn", "This challenge was withdrawn.")
WITHDRAWN_BY_ME = Sentence("withdrawn", "You’ve already withdrawn this challenge.")
EXPIRED = Sentence("expired", "This challenge has expired.")
EXPIRED_OF_MINE = Sentence("expired", "Your challenge has expired.")

FROM = Sentence("from", "{game} from {name}")
TO = Sentence("to", "{game} to {name}")
"""The titles of a challenge in a list: for others, and for who made it."""

STARTED = Sentence("started", "The game has started.")
BOTH_STARTED = Sentence("both_started", "Both games have started: this is the first.")
SENT = Sentence("sent", "Challenge sent.")
POSTED = Sentence("posted", "Challenge posted: it stands in the open list.")
HAS_DECLINED = Sentence("has_declined", "Declined.")
HAS_WITHDRAWN = Sentence("has_withdrawn", "Challenge withdrawn.")
