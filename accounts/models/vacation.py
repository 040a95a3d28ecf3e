"""The spans in which players are away."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Vacation(models.Model):
    """A time during which a player's clocks are stopped, taken from the balance. Only `time_off/vacation.py`
    writes it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    automatic = models.BooleanField(default=False, help_text="Used automatically when a game's time had run out.")
    booked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(until_at__gte=models.F("from_at")), name="vacation_has_an_order")
        ]
        indexes = [models.Index(fields=["user", "until_at"], name="vacation_of_user")]

    def __str__(self) -> str:
        return f"Vacation of {self.user} from {self.from_at:%Y-%m-%d %H:%M}"
