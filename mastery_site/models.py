"""What the site itself stores: announcements to everybody, and when each scheduled task last succeeded."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from core.form_errors import invalid
from mastery_site.words.faults import ENDS_BEFORE_IT_BEGINS


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def to_come(self, now: datetime) -> "AnnouncementQuerySet":
        """The announcements that are shown at `now` or later, ordered by when they begin."""
        return self.filter(until_at__gt=now).order_by("from_at", "pk")


class Announcement(models.Model):
    """A banner at the top of every page, from one instant until another."""

    text = models.CharField(max_length=300, help_text="Plain words; shown to everybody.")
    from_at = models.DateTimeField("from", default=timezone.now)
    until_at = models.DateTimeField("until")

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(until_at__gt=models.F("from_at")), name="announcement_has_a_time")
        ]

    def __str__(self) -> str:
        return self.text

    def clean(self) -> None:
        if self.from_at and self.until_at and self.until_at <= self.from_at:
            raise ValidationError({"until_at": invalid(ENDS_BEFORE_IT_BEGINS())})


class LastRun(models.Model):
    """When a task of the schedule last succeeded."""

    task = models.CharField(max_length=100, primary_key=True)
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.task} at {self.ended_at:%Y-%m-%d %H:%M:%S}"
