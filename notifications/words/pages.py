"""What readers are told on the pages of notifications."""

from core.words import Sentence

SAVED = Sentence("saved", "Saved.")
TEST_TOO_SOON = Sentence("test_too_soon", "You sent a test less than a minute ago. Wait a minute to send another.")
DEVICE_REMOVED = Sentence("device_removed", "{name} won’t get any more messages from us.")
SWITCH = Sentence("switch", "{label}, {way}")

# --- Devices -----------------------------------------------------------------------------------------------------
LOGGED_OUT = Sentence("logged_out", "You’re no longer logged in. Log in and try again.")
NO_PUSH = Sentence("no_push", "This site can’t send push messages.")
NO_DEVICE = Sentence("no_device", "We couldn’t find that device.")
MANY_DEVICES = Sentence("many_devices", "You already have {most} devices. Remove one first.")
UNKNOWN_SERVICE = Sentence("unknown_service", "This site doesn’t support this browser’s push service.")
UNREADABLE_KEYS = Sentence("unreadable_keys", "This browser’s keys for push messages can’t be read.")

# --- When to be told ---------------------------------------------------------------------------------------------
BOTH_TIMES = Sentence("both_times", "Choose both times, or “none” for both.")
QUIET_ALL_DAY = Sentence("quiet_all_day", "Quiet hours can’t last all day: please choose another time.")
SAME_HOUR = Sentence("same_hour", "Choose a different time for the second digest.")
BY_REPLY = Sentence(
    "by_reply_help",
    "Reply to an email about a game with your turn, and it’s played. Of each reply we keep for {kept} when it came, "
    "whether it was proven that you sent it, and its first line. The email itself isn’t kept.",
)
IN_QUIET_HOURS = Sentence("in_quiet_hours", "That is in your quiet hours. Please choose another time.")
