"""Copies that a person asked for: of all that the site has of them, or of what else is too much for one answer."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Export(models.Model):
    """A copy that was asked for, and once it is ready its text; `accounts/own_data/exports.py` alone writes it."""

    ALL = "all"
    kind = models.CharField(max_length=20, default=ALL, db_default=ALL, help_text="What it is of: see own_data/copies.")
    wanted = models.JSONField(default=dict, db_default={}, blank=True, help_text="What exactly, as its kind has it.")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="exports")
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True, help_text="When a worker began with it.")
    ready_at = models.DateTimeField(null=True, blank=True)
    content = models.TextField(blank=True, help_text="Its text, packed by gzip, in letters.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(ready_at=None), name="one_export_of_a_kind_waits"
            )
        ]

    def __str__(self) -> str:
        return f"Copy ({self.kind}) for {self.user}, asked for {self.asked_at:%Y-%m-%d %H:%M}"
