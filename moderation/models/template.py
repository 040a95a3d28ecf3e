"""Messages that moderators send often and that are offered beside an action."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moderation import reasons


class MessageTemplate(models.Model):
    """The text that a message starts with, for one action or for all, and for reports of one kind or of all."""

    action = models.CharField(max_length=30, blank=True, help_text="The action it is offered with; empty for all.")
    reason = models.CharField(
        max_length=reasons.LONGEST_NAME,
        blank=True,
        default="",
        db_default="",
        help_text="The reason of the reports that it fits best; empty for all.",
    )
    title = models.CharField(max_length=60)
    text = models.TextField(max_length=1000)
    key = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="Its name in moderation/ready_messages.py if it came with the site; empty for the site’s own.",
    )

    class Meta:
        ordering = ["action", "title", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="one_message_of_a_key"),
        ]

    def __str__(self) -> str:
        return self.title

    def fits(self, action: str) -> bool:
        return self.action in ("", action)

    def rank(self, reason: str) -> tuple[bool, bool, bool, bool]:
        """Its place among those that fit an action, beside a report with this reason: first those for such reports,
        then those for all. Of equals, those for the action alone and the site’s own come first."""
        of_other = self.reason not in ("", reason)
        return of_other, self.reason == "", self.action == "", self.key != ""
