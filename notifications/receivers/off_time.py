"""News of off-time: a day was taken by itself."""

from typing import Any

from django.dispatch import receiver

from games import events
from notifications.models import Kind
from notifications.receivers.writing import make, write


@receiver(events.off_time_used)
def on_off_time_used(*, user_id: int, off_time_id: int, **_: Any) -> None:
    """One notice for the day, however many games it saved."""
    payload = {"off_time": off_time_id}
    write(make(Kind.OFF_TIME_USED, key=f"off_time:{off_time_id}", recipient_id=user_id, payload=payload))
