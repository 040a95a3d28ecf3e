"""What computers announce to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

computer_switched = Signal()  # user_id: of the computer, staff_id, on

# Between two steps of long work: a receiver does short work that somebody waits for.
making_way = Signal()
