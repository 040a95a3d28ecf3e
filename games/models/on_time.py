"""How reliably somebody plays on time, stored for lists. `games/punctuality.py` alone writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class OnTimeRecord(models.Model):
    """A copy of what `games.reading.on_time` counts, of those who have finished games; a minute old at most."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="on_time_record"
    )
    kept = models.PositiveSmallIntegerField(help_text="Of these games, those not lost on time.")
    games = models.PositiveSmallIntegerField(help_text="The last finished games that count.")
    counted_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="Empty where a result has been corrected since."
    )

    def __str__(self) -> str:
        return f"{self.user}: {self.kept} of {self.games} on time"
