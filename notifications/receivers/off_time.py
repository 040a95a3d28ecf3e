"""News of off-time: a day was taken by itself."""

from typing import Any

from django.dispatch import receiver

from games import events
from games.models import ClockChange
from notifications.delivery.writing import make, write
from notifications.models import Kind


@receiver(events.off_time_used)
def on_off_time_used(*, user_id: int, off_time_id: int, **_: Any) -> None:
    """One notice for all games that the day saved at once, and one more for each that it saves later."""
    saved = ClockChange.objects.filter(off_time=off_time_id, kind=ClockChange.Kind.AUTOMATIC).count()
    key, payload = f"off_time:{off_time_id}:{saved}", {"off_time": off_time_id}
    write(make(Kind.OFF_TIME_USED, key=key, recipient_id=user_id, payload=payload))
