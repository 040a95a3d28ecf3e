"""What moderation announces to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

report_made = Signal()  # report_id
report_answered = Signal()  # report_id
report_corrected = Signal()  # report_id: an appeal has shown that it was wrong, though staff had acted on it
appeal_made = Signal()  # appeal_id
referral_made = Signal()  # referral_id: something is left to colleagues
appeal_answered = Signal()  # appeal_id
game_decided = Signal()  # logged_id: the row of the log; staff did something to a game, or undid it
person_written_to = Signal()  # logged_id: staff wrote to a person, against whom nothing counts
# Staff closed sign-ups and challenges of new accounts for a while, as this row of the log says.
closed_to_new = Signal()  # logged_id
