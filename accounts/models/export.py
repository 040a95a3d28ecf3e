"""A copy of all that the site has of a person, for that person."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Export(models.Model):
    """A copy that was asked for, and once it is ready its JSON; `accounts/own_data/exports.py` alone writes it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="exports")
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True, help_text="When a worker began with it.")
    ready_at = models.DateTimeField(null=True, blank=True)
    content = models.TextField(blank=True, help_text="JSON, packed by gzip, in letters.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(ready_at=None), name="one_export_of_a_person_waits"
            )
        ]

    def __str__(self) -> str:
        return f"Data of {self.user}, asked for {self.asked_at:%Y-%m-%d %H:%M}"
