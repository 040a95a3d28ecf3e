"""What accounts announce to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

# Off-time was set or ended, and clocks that stand by it must be put right.
off_time_changed = Signal()  # user_id, off_time_id, was: its span before, None for a new one; now: of the change

# Hours of a person's day are others from now on.
time_zone_changed = Signal()  # user_id
