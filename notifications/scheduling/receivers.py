"""Plans reminders again after a deadline has moved, a clock was started again, or a user's zone (and with it their
quiet hours) has changed."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from accounts import events as account_events
from accounts.models import User
from games import events
from notifications.scheduling import reminders, replanning


@receiver(account_events.time_zone_changed)
def on_time_zone_changed(*, user_id: int, **_: Any) -> None:
    user = User.objects.select_related("notice_preferences").get(pk=user_id)
    replanning.follow_zone(user, now=timezone.now())


@receiver(events.deadline_moved)
def on_deadline_moved(*, game_id: int, **_: Any) -> None:
    reminders.plan_again([game_id])


@receiver(events.clock_restarted)
def on_clock_restarted(*, game_id: int, **_: Any) -> None:
    reminders.plan_again([game_id], anew=True)


@receiver(events.deadlines_moved)
def on_deadlines_moved(*, game_ids: list[int], **_: Any) -> None:
    reminders.plan_again(game_ids)
