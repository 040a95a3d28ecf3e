"""What accounts announce to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

off_time_changed = Signal()  # user_id: off-time was set or ended; clocks that stand by it must be put right
