"""The findings of signals that staff have dismissed. Only `moderation/signals/dismissing.py` writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Dismissal(models.Model):
    """Staff looked at a finding of a signal, and there was nothing to it. It stays dismissed until its figure has grown
    by half."""

    signal = models.CharField(max_length=40, help_text="The name of its file in moderation/signals/kinds/.")
    key = models.CharField(max_length=64, unique=True, help_text="Of the signal, its people and its games.")
    people = models.JSONField(default=list, help_text="The ids of the people it is about.")
    games = models.JSONField(default=list, blank=True, help_text="The ids of its games.")
    figure = models.FloatField(help_text="The number behind it when it was dismissed.")
    reason = models.TextField(max_length=1000, help_text="For other staff alone.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    dismissed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.signal}, dismissed by {self.by}"
