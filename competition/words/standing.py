"""Sentences about standing challenges."""

from core.words import Sentence

NO_ROOM = Sentence("no_room", "{name} has no room for another game just now.")
MOST_RUNNING = Sentence("most_running", "{most} of your running games come from standing challenges: that’s the most.")
FIRST_TURN = Sentence(
    "first_turn", "You have one game from standing challenges at a time until you’ve played a turn in one of them."
)
MOST_STANDING = Sentence("most_standing", "You have {most} standing challenges. End one first.")
SAME = Sentence("same", "You already have a standing challenge like this.")
BAD_KEEP = Sentence("bad_keep", "Choose between {least} and {most} games.")
ENDED = Sentence("ended", "This standing challenge has ended.")
CLOSING = Sentence("closing", "Your account is being closed. Keep it first.")

# --- The form ----------------------------------------------------------------------------------------------------
FIRST_OF_THEM = Sentence("first_of_them", "The first one chosen")
NOT_AMONG_THEM = Sentence("not_among_them", "Choose one of the time limits that you chose above.")

# --- The player's own page ---------------------------------------------------------------------------------------
RUNNING = Sentence("running", "{running} of {keep} games running")
SIDE = Sentence("side", "you play {side}")
WAITING = Sentence("waiting", "Waiting for an opponent since {since}.")
KEPT_APART = Sentence(
    "kept_apart",
    "{name}’s standing challenge fits this one, but you two have started {most} rated games of {ruleset} in the last "
    "{within}. You can be paired again from {until}.",
)
FULL = Sentence("full", "When one of its games ends, there’s room for another.")
BY_HAND = Sentence("by_hand", "You paused it. Resume it to find opponents again.")
ON_VACATION = Sentence("on_vacation", "Paused while you’re on vacation, until {until}.")
AWAY = Sentence("away", "Your vacation is over. It opens again within a minute.")
RESTRICTED = Sentence("restricted", "Paused while you can’t start such games. It opens again by itself once you can.")
ABSENT = Sentence(
    "absent",
    "Paused because you weren’t here: you lost a game on time, and hadn’t visited since it began. Now that you are, it "
    "opens again within a minute.",
)
UNSEEN = Sentence(
    "unseen", "Paused because you weren’t here for 14 days. Now that you are, it opens again within a minute."
)

MADE = Sentence("made", "Your standing challenge is open: we’ll tell you when a game has been found.")
CHANGED = Sentence("changed", "Saved. Running games go on as they started.")
PAUSED = Sentence("paused", "Paused. Running games go on.")
RESUMED = Sentence("resumed", "Resumed.")
HAS_ENDED = Sentence("has_ended", "Ended. Running games go on.")
