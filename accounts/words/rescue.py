"""What staff did for somebody who is locked out, for the administration's log."""

from core.words import Sentence

LOGGED = Sentence("logged", "{what} Reason: {reason}")
SENT_AGAIN = Sentence("sent_again", "Sent the confirmation email again to {addresses}.")
ADDRESS_TO_BE = Sentence("address_to_be", "Email address to be {email} in place of {former}.")
FACTORS_REMOVED = Sentence("factors_removed", "Second factors removed: {kinds}.")
VACATION_GIVEN = Sentence("vacation_given", "Gave {length} of vacation.")
ASKED_FOR = Sentence("asked_for", "Asked for: {what}, due {due} UTC.")
STOPPED_BY_LINK = Sentence("stopped_by_link", "Stopped by the link: {what}.")
CALLED_OFF = Sentence("called_off", "Called off: {what}.")
NOT_DONE = Sentence("not_done", "Not done: {what}. {why}")
