"""What a new time zone means for news: quiet hours lie elsewhere, and reminders go out before those."""

from typing import Any

from django.dispatch import receiver

from accounts import events
from notifications.scheduling.reminders import plan_again_for


@receiver(events.time_zone_changed)
def on_time_zone_changed(*, user_id: int, **_: Any) -> None:
    plan_again_for(user_id)
