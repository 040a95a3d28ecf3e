"""What people are told was done with their account."""

from core.words import Sentence

SAVED = Sentence("saved", "Saved.")
NEW_NAME = Sentence("new_name", "You are now called {name}.")
COPY_MADE = Sentence("copy_made", "We’re making your copy, and will email you when it’s ready.")
WILL_CLOSE = Sentence("will_close", "Your account will be closed on {day}. To keep it, log in before then.")
KEPT = Sentence("kept", "Welcome back: you’ve kept your account.")
BLOCKED = Sentence("blocked", "You’ve blocked {name}: no chat and no challenges between you.")
MUTED = Sentence("muted", "You’ve muted {name}: you no longer see what they write.")
BLOCK_ENDED = Sentence("block_ended", "{name} is no longer blocked or muted.")
STAFF_LOGGED_OUT = Sentence(
    "staff_logged_out",
    "Staff are logged out {hours} hour after they logged in.",
    "Staff are logged out {hours} hours after they logged in.",
    "hours",
)
LOGGED_OUT = Sentence(
    "logged_out", "You are logged out after {unused} without a visit, and {most} after you logged in."
)
SAME_PLACE = Sentence("same_place", "the same place as now")
ANOTHER_PLACE = Sentence("another_place", "another place ({letter})")
MANY_PLACES = Sentence("many_places", "many other places")
ZONE_LABEL = Sentence("zone_label", "{place}: {time}")
STAFF_RANK = Sentence("staff_rank", "Staff: {rank}")
PLAYER = Sentence("player", "Player")
ADMINISTRATOR = Sentence("administrator", "Administrator")
KEY_NAME = Sentence("key_name", "Key {number}")
AS_BROWSER = Sentence("as_browser", "Same as my browser (now {zone}, {time})")
ZONE_SHOWN = Sentence("zone_shown", "All times on the site and in your emails are shown in it.")
ZONE_LOST = Sentence("zone_lost", "“{name}” isn’t a time zone we know. Until you choose another, it is UTC.")
ZONE_NOT_TAKEN = Sentence(
    "zone_not_taken",
    "“{name}” isn’t a time zone we know. Times are shown in UTC; you can change it in Settings.",
)
