"""What moderation announces to higher apps, inside the transaction of the change. Signals carry only ids."""

from django.dispatch import Signal

report_made = Signal()  # report_id
report_answered = Signal()  # report_id
report_corrected = Signal()  # report_id: staff had acted on it, and an appeal has shown that it was wrong
appeal_made = Signal()  # appeal_id
referral_made = Signal()  # referral_id: a member of staff leaves something to colleagues
appeal_answered = Signal()  # appeal_id
game_decided = Signal()  # logged_id: the row of the log; staff did something to a game, or undid it
person_written_to = Signal()  # logged_id: staff wrote to a person, which counts as no measure
# Staff closed sign-ups and challenges of new accounts for a while. This row of the log says so.
closed_to_new = Signal()  # logged_id
