"""Messages that moderators send often. The forms of actions offer them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moderation import reasons


class MessageTemplate(models.Model):
    """A text to start a message with. It is for one action or all, and for reports with one reason or all."""

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
        """Returns the sort key among the templates that fit an action, for a report with this reason. Templates for
        such reports come first, then those for all reports. Among equals, those only for this action and the site’s own
        come first."""
        of_other = self.reason not in ("", reason)
        return of_other, self.reason == "", self.action == "", self.key != ""
