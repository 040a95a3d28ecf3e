"""What people are told when something of their account is refused."""

from core.words import Sentence

NO_RIGHTS = Sentence("no_rights", "This account can have no rights.")
SELF = Sentence("self", "You can’t block yourself.")
NO_REASON = Sentence("no_reason", "Please say why: the person reads it.")
BAD_END = Sentence("bad_end", "The end must be in the future.")
STANDS_ALREADY = Sentence("stands_already", "The same restriction of {name} stands already. Lift that first.")
CHALLENGER_RESTRICTED = Sentence("challenger_restricted", "{name} can’t start new games at the moment.")
FOR_MODERATORS = Sentence("not_yours", "Only moderators can do that.")
NOT_OVER = Sentence("not_over", "You can’t act on yourself, or on somebody with the same rights or higher ones.")
FOR_ADMINISTRATORS = Sentence("not_yours", "Only administrators can do that.")
OWN_RIGHTS = Sentence("not_over", "Another administrator has to change your rights.")
STAFF = Sentence("staff", "You’re on the staff: ask an administrator to take that away first.")
CLOSED = Sentence("closed", "This account is closed.")
WAITING = Sentence("waiting", "Your copy is being made. We’ll email you when it’s ready.")
NOT_LOCKED_OUT = Sentence("not_locked_out", "You can log in to do this.")
WRONG_NAME = Sentence("wrong_name", "That isn’t the name of this account. Please type it.")
CHANGED_SINCE = Sentence("changed_since", "The person has chosen the name {name} since, which stays.")
NOT_ASKED = Sentence("not_asked", "You can keep your name: nobody asked you to choose another.")
UNSURE = Sentence(
    "unsure",
    "You sent this before, and we can’t tell whether it went through. Check whether what you wanted is there. If it "
    "isn’t, open the page again and send it from there.",
)
CLOSED_TO_NEW = Sentence(
    "closed_to_new",
    "Accounts younger than a week can’t send challenges until {until}. You can accept the challenges of others.",
)
UNKNOWN = Sentence("unknown", "We couldn’t find that vacation.")
OVER = Sentence("over", "This vacation has already ended.")
PAST = Sentence("past", "Vacation can’t start in the past.")
TOO_SHORT = Sentence("too_short", "Vacation must last at least an hour.")
TOO_FAR = Sentence("too_far", "Vacation can be set up to a year ahead.")
OVERLAP = Sentence("overlap", "You already have vacation set on these days.")
BALANCE = Sentence("balance", "That is {asked} of vacation, and you have {has}.")
NOT_SURE = Sentence("not_sure", "Tick the box to close your account.")
NAME_TAKEN = Sentence("name_taken", "That name is taken. Please choose another.")
NAME_LOOK = Sentence("name_look", "This name looks too much like another player’s. Please choose another.")
NAME_FORM = Sentence(
    "name_form", "A name must have 3 to 20 characters: letters a–z, digits, hyphen, underscore or full stop."
)
NAME_EMPTY = Sentence("name_form", "A name needs at least one letter or digit.")
NAME_RESERVED = Sentence("name_reserved", "This name is reserved. Please choose another.")
NAME_ADDRESS = Sentence("name_address", "This name looks like an address. Please choose another.")
NAME_REMOVED = Sentence("name_removed", "Our staff have removed this name. Please choose another.")
UNREACHABLE = Sentence("unreachable", "No email can reach an address that ends in .invalid. Please enter your own.")
TIME_ZONE = Sentence("time_zone", "“{name}” isn’t a time zone we know.")
TENTHS_OF_DAYS = Sentence("days", "{n:g} day", "{n:g} days", "n")

# Blocks: one sentence for whoever blocks the other, one for whoever is blocked.
BLOCKED_WRITING = Sentence(
    "blocked", "You’ve blocked {name}. To write to this player, end the block in your settings first."
)
BLOCKED_PLAYING = Sentence(
    "blocked", "You’ve blocked {name}. To play this player, end the block in your settings first."
)
BLOCKED_CHALLENGING = Sentence(
    "blocked", "You’ve blocked {name}. To challenge this player, end the block in your settings first."
)
NO_WRITING = Sentence("blocked", "You can’t write to this player.")
NO_PLAYING = Sentence("blocked", "You can’t play this player.")
NO_CHALLENGING = Sentence("blocked", "You can’t challenge this player.")

# Logging in.
TOO_MANY_LOG_INS = Sentence("too_often", "Too many failed attempts. Please wait five minutes, then try again.")
RATE_LIMITED = Sentence(
    "too_often", "That was too many times in too short a time. Please wait a little, then try again."
)
EMAIL_TAKEN = Sentence("email_taken", "This email address belongs to another account.")
WRONG_PASSWORD = Sentence("incorrect_password", "That isn’t your password.")
WRONG_CURRENT = Sentence("enter_current_password", "That isn’t your current password.")
MISMATCH = Sentence("mismatch", "That name or email address and password don’t match. Please check both and try again.")
WRONG_CODE = Sentence(
    "incorrect_code",
    "That code is wrong or has expired. Please enter the one shown now, or an unused recovery code.",
)
WRONG_EMAILED_CODE = Sentence(
    "incorrect_code", "That isn’t the code. Please check it: it’s in the newest email that we sent you."
)
CODES_TRIED = Sentence("codes_tried", "That was the third wrong code, so it no longer works. Please ask for a new one.")
CODE_EXPIRED = Sentence("code_expired", "That code no longer works. Please ask for a new one.")
CODE_ELSEWHERE = Sentence(
    "code_elsewhere",
    "A code only works in the browser where you asked for it. To log in here, please ask for one here.",
)
SET_UP_FACTOR = Sentence(
    "set_up_factor",
    "Staff log in with a second step. Please set one up below; then the administration is open to you.",
)
SHOW_FACTOR = Sentence("show_factor", "Please show your second factor once more: this log-in was made without it.")
