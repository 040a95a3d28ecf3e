"""Standing challenges in words."""

from core.words import Sentence

NO_ROOM = Sentence("no_room", "{name} has no room for another game just now.")
MOST_RUNNING = Sentence("most_running", "{most} of your running games come from standing challenges: that’s the most.")
MOST_STANDING = Sentence("most_standing", "You have {most} standing challenges. End one first.")
SAME = Sentence("same", "You already have a standing challenge like this.")
BAD_KEEP = Sentence("bad_keep", "Choose between {least} and {most} games.")
ENDED = Sentence("ended", "This standing challenge has ended.")
CLOSING = Sentence("closing", "Your account is being closed. Keep it first.")
