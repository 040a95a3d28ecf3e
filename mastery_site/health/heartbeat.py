"""Notes when each periodic task last succeeded. Without this, a task that has stopped would look like one without
work."""

from typing import Any

from celery.signals import task_success
from django.conf import settings
from django.utils import timezone


def connect() -> None:
    task_success.connect(on_task_success)


def on_task_success(sender: Any, **_: object) -> None:
    """Notes the time. If that fails, Celery logs the error and continues: the task itself is done."""
    from mastery_site.models import LastRun  # models are not loaded yet when this module is imported

    if sender.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}:
        LastRun.objects.update_or_create(task=sender.name, defaults={"ended_at": timezone.now()})
