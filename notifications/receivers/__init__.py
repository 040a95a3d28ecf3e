"""What happens in games becomes rows of the outbox, inside the transaction that made it true; nothing else happens.

Whether a row is still true and wanted is asked when it is delivered. A file for each sort of event: imported here, its
receivers are connected.
"""

from notifications.delivery.writing import make, write
from notifications.receivers import challenges, chat, off_time, offers, reports, time_zones, turns

__all__ = ["challenges", "chat", "make", "off_time", "offers", "reports", "time_zones", "turns", "write"]
