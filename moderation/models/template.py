"""Messages that moderators send often and that are offered beside an action."""

from __future__ import annotations

from django.db import models


class MessageTemplate(models.Model):
    """The text that a message starts with, for one action or for all."""

    action = models.CharField(max_length=30, blank=True, help_text="The action it is offered with; empty for all.")
    title = models.CharField(max_length=60)
    text = models.TextField(max_length=1000)

    class Meta:
        ordering = ["action", "title", "pk"]

    def __str__(self) -> str:
        return self.title

    def fits(self, action: str) -> bool:
        return self.action in ("", action)
