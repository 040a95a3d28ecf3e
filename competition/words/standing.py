"""Standing challenges in words."""

from core.words import Sentence

NO_ROOM = Sentence("no_room", "{name} has no room for another game just now.")
MOST_RUNNING = Sentence("most_running", "{most} of your running games come from standing challenges: that’s the most.")
