"""The spans in which players are away."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class OffTime(models.Model):
    """A span in which a player's clocks stand, taken from the balance. `accounts/off_time.py` alone writes it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="off_times")
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    automatic = models.BooleanField(default=False, help_text="Taken by itself when a game's time had run out.")
    booked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(until_at__gte=models.F("from_at")), name="off_time_has_an_order")
        ]
        indexes = [models.Index(fields=["user", "until_at"], name="off_time_of_user")]

    def __str__(self) -> str:
        return f"Off-time of {self.user} from {self.from_at:%Y-%m-%d %H:%M}"
