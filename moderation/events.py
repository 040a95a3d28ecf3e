"""What moderation announces to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

report_answered = Signal()  # report_id
appeal_answered = Signal()  # appeal_id
game_decided = Signal()  # logged_id: the row of the log; staff did something to a game, or undid it
